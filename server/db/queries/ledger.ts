import type { Cents } from '../../domain/basics/money.ts';
import type { LedgerBalances, LedgerTransfer } from '../../domain/ledger/ledger.ts';
import { ledgerBalances } from '../../domain/ledger/ledger.ts';
import { storedCents } from '../cents.ts';
import { noteChanges } from '../changes.ts';
import { changesOfModels } from '../changesOfModels.ts';
import { Prisma, prismaOf, type Transaction } from '../client.ts';
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

/**
 * Adds transfers, and keeps the balances of their accounts. Throws on the unique names when another writer booked the same difference
 * meanwhile.
 */
export async function addLedgerTransfers(transaction: Transaction, scope: ReceiverScope, transfers: readonly LedgerTransfer[]): Promise<void> {
  if (transfers.length === 0) return;
  const { receiverId } = scope;
  const rows = transfers.map(
    ({ debit_account, credit_account, amount_cents, kind, external_id, subject_id, at }) =>
      Prisma.sql`(${receiverId}::uuid, ${debit_account}, ${credit_account}, ${amount_cents}::bigint, ${kind}, ${external_id}, ${subject_id}, ${at}::timestamptz)`,
  );
  // In the order of the accounts, so that two writers never wait for each other in a circle.
  await prismaOf(transaction).$executeRaw`
    WITH added AS (
      INSERT INTO ledger_transfer (receiver_id, debit_account, credit_account, amount_cents, kind, external_id, subject_id, at)
      VALUES ${Prisma.join(rows)}
      RETURNING debit_account, credit_account, amount_cents
    )
    INSERT INTO ledger_balance AS balance (receiver_id, account, balance_cents)
    SELECT ${receiverId}::uuid, account, sum(change_cents)
    FROM (
      SELECT debit_account AS account, amount_cents AS change_cents FROM added
      UNION ALL SELECT credit_account, -amount_cents FROM added
    ) change
    GROUP BY account ORDER BY account
    ON CONFLICT (receiver_id, account) DO UPDATE SET balance_cents = balance.balance_cents + excluded.balance_cents`;
  noteChanges(transaction, scope, changesOfModels.ledgerTransfer);
}

/** Returns the balances of a receiver's accounts as stored in the database. */
export async function readLedgerBalances(transaction: Transaction, { receiverId }: ReceiverScope): Promise<LedgerBalances> {
  const stored = await prismaOf(transaction).ledgerBalance.findMany({ where: { receiver_id: receiverId } });
  const balances = Object.fromEntries(stored.map(({ account, balance_cents }) => [account, storedCents(balance_cents)])) as Record<string, Cents>;
  return { ...ledgerBalances([]), ...balances };
}
