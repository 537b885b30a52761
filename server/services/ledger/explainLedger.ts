import { databaseOf } from '../../db/databaseOf.ts';
import { ledgerTransferOf, readLedgerBalances } from '../../db/queries/ledger.ts';
import type { LedgerTransfer as StoredTransfer } from '../../db/rows.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import { add, type Cents, formatUsd, noMoney, subtract } from '../../domain/basics/money.ts';
import { emptyBalances, type LedgerBalances, type LedgerTransfer, ledgerAccounts, outstanding } from '../../domain/ledger/ledger.ts';
import { customerName } from '../../domain/receiver/customerName.ts';
import { isInFlight } from '../../domain/repayment/draw.ts';
import { dueDateOf } from '../../domain/repayment/schedule.ts';
import type { Deps } from '../deps.ts';
import { readAccount } from './account.ts';

const pageSize = 1_000;

/**
 * Describes a receiver's ledger line by line: every transfer with the resulting owed and pending balances, then each
 * account, their sum, and what is still to be paid. Holds only one page in memory, however long the ledger is.
 */
export async function* explainLedger(deps: Deps, scope: ReceiverScope): AsyncGenerator<string> {
  const receiver = await databaseOf(deps.database, scope).receiver.findUniqueOrThrow();
  yield `Ledger of ${customerName(receiver)} (${receiver.token})`;
  yield '';
  yield row(['when', 'kind', 'from → to', 'amount', 'owed', 'pending', 'about']);
  const sums = emptyBalances();
  for await (const transfer of everyTransfer(deps, scope)) {
    sums[transfer.debit_account] = add(sums[transfer.debit_account], transfer.amount_cents);
    sums[transfer.credit_account] = subtract(sums[transfer.credit_account], transfer.amount_cents);
    yield describeTransfer(transfer, sums);
  }
  yield '';
  yield* describeBalances(sums, await readLedgerBalances(deps.database, scope));
  yield '';
  const account = await readAccount(deps, deps.database, scope, receiver);
  yield 'To be paid';
  for (const entry of account.schedule) yield `  ${dueDateOf(entry)}  ${money(entry.total_owed_cents)}`;
  const scheduled = add(noMoney, ...account.schedule.map((entry) => entry.total_owed_cents));
  yield `  together    ${money(scheduled)}  of ${formatUsd(account.outstanding)} outstanding${account.outstanding < 0 ? ' (in credit)' : ''}`;
  for (const draw of account.draws.filter(isInFlight)) {
    yield `  on its way  ${money(draw.amount_cents)}  ${draw.business_key} (${draw.status})`;
  }
}

async function* everyTransfer({ database }: Deps, scope: ReceiverScope): AsyncGenerator<LedgerTransfer> {
  for (let after: string | null = null, hasMore = true; hasMore; ) {
    const stored: StoredTransfer[] = await databaseOf(database, scope).ledgerTransfer.findMany({
      orderBy: [{ at: 'asc' }, { id: 'asc' }],
      take: pageSize,
      ...(after !== null && { skip: 1, cursor: { receiver_id_id: { id: after } } }),
    });
    yield* stored.map(ledgerTransferOf);
    after = stored.at(-1)?.id ?? null;
    hasMore = stored.length === pageSize;
  }
}

/** Describes one transfer: money went from the credited account to the debited one. */
function describeTransfer({ at, kind, debit_account, credit_account, amount_cents, subject_id }: LedgerTransfer, sums: LedgerBalances): string {
  const when = at.toISOString().slice(0, 16).replace('T', ' ');
  return row([when, kind, `${credit_account} → ${debit_account}`, money(amount_cents), money(sums.owed), money(sums.pending), subject_id]);
}

function* describeBalances(sums: LedgerBalances, kept: LedgerBalances): Generator<string> {
  yield 'Accounts, from all transfers';
  for (const account of ledgerAccounts) {
    const isKept = sums[account] === kept[account];
    yield `  ${account.padEnd(14)}${money(sums[account])}${isKept ? '' : `  BUT KEPT AS ${formatUsd(kept[account])}`}`;
  }
  const sum = add(...ledgerAccounts.map((account) => sums[account]));
  yield `  ${'sum'.padEnd(14)}${money(sum)}  ${sum === 0 ? 'balanced' : 'NOT BALANCED'}`;
  yield `  outstanding   ${money(outstanding(sums))}  = owed + pending`;
}

const money = (amount: Cents): string => formatUsd(amount).padStart(14);
const widths = [16, 20, 27, 14, 14, 14];
const row = (cells: readonly string[]): string => cells.map((cell, place) => cell.padEnd(widths[place] ?? 0)).join('  ');
