import type { Cents } from '../../domain/basics/money.ts';
import type { LedgerBalances, LedgerTransfer } from '../../domain/ledger/ledger.ts';
import { ledgerBalances } from '../../domain/ledger/ledger.ts';
import { storedCents } from '../cents.ts';
import { noteChanges } from '../changes.ts';
import { changesOfModels } from '../changesOfModels.ts';
import { prismaOf, type Transaction } from '../client.ts';
import type { LedgerTransfer as StoredTransfer } from '../generated/client.ts';
import type { ReceiverScope } from '../scope.ts';

/** Converts a stored transfer. The columns hold only what `addLedgerTransfers` wrote, so the casts are safe. */
export function ledgerTransferOf(stored: StoredTransfer): LedgerTransfer {
  return {
    debit_account: stored.debit_account as LedgerTransfer['debit_account'],
    credit_account: stored.credit_account as LedgerTransfer['credit_account'],
    amount_cents: storedCents(stored.amount_cents),
    kind: stored.kind as LedgerTransfer['kind'],
    external_id: stored.external_id,
    subject_id: stored.subject_id,
    at: stored.at,
  };
}

/** Returns the transfers made so far for one object. */
export async function transfersOfSubject(transaction: Transaction, { receiverId }: ReceiverScope, subjectId: string): Promise<LedgerTransfer[]> {
  const stored = await prismaOf(transaction).ledgerTransfer.findMany({ where: { receiver_id: receiverId, subject_id: subjectId } });
  return stored.map(ledgerTransferOf);
}

/** Adds transfers. Throws on the unique names when another writer booked the same difference meanwhile. */
export async function addLedgerTransfers(transaction: Transaction, scope: ReceiverScope, transfers: readonly LedgerTransfer[]): Promise<void> {
  if (transfers.length === 0) return;
  await prismaOf(transaction).ledgerTransfer.createMany({
    data: transfers.map((transfer) => ({ ...transfer, receiver_id: scope.receiverId, amount_cents: BigInt(transfer.amount_cents) })),
  });
  noteChanges(transaction, scope, changesOfModels.ledgerTransfer);
}

/** Returns the balances of a receiver's accounts as stored in the database. */
export async function readLedgerBalances(transaction: Transaction, { receiverId }: ReceiverScope): Promise<LedgerBalances> {
  const stored = await prismaOf(transaction).ledgerBalance.findMany({ where: { receiver_id: receiverId } });
  const balances = Object.fromEntries(stored.map(({ account, balance_cents }) => [account, storedCents(balance_cents)])) as Record<string, Cents>;
  return { ...ledgerBalances([]), ...balances };
}
