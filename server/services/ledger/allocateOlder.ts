import { storedCents } from '../../db/cents.ts';
import type { Transaction } from '../../db/database.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import { readAccountRows } from '../../db/queries/accountRows.ts';
import { addAllocation, readAllocation, receiversWithoutAllocation, refundablePurchases, storeRefundedPurchases } from '../../db/queries/allocations.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import { utcDate } from '../../domain/basics/dates.ts';
import { add, larger, negate, noMoney, type subtract } from '../../domain/basics/money.ts';
import { isSettledTransfer } from '../../domain/ledger/ledger.ts';
import { type AllocatedEntry, type AllocationPart, allocationChanges, beforeFailed, oldestFirst, payingOrder } from '../../domain/repayment/allocation.ts';
import { isFailedDraw, isScheduled } from '../../domain/repayment/draw.ts';
import { refundedParts } from '../../domain/repayment/refundedPurchases.ts';
import type { Deps } from '../deps.ts';
import { allDues } from './account.ts';
import { type Owner, onlyDues } from './allocate.ts';
import { withLockedReceiver } from './lockedReceiver.ts';

/** Returns the ids of some receivers for whom 0.2.0 booked a payment, and of whose money nothing is allocated. */
export const accountsToAllocate = ({ database }: Pick<Deps, 'database'>): Promise<string[]> => receiversWithoutAllocation(database);

/** Applies what 0.2.0 booked for a receiver to the dues, in the order of time. Does nothing where something is allocated. */
export function allocateOlder(deps: Pick<Deps, 'database' | 'clock' | 'machineClock'>, scope: ReceiverScope): Promise<void> {
  return withLockedReceiver(deps, scope, (transaction, receiver) => allocate(transaction, { scope, receiver }, deps.clock()));
}

async function allocate(transaction: Transaction, owner: Owner, now: Date): Promise<void> {
  const { scope, receiver } = owner;
  if ((await readAllocation(transaction, scope)).parts.length > 0) return;
  const rows = await readAccountRows(transaction, scope);
  const facts = { ...onlyDues, dues: allDues(rows, receiver), drawIds: rows.draws.map(({ id }) => id) };
  const parts: AllocationPart[] = [];
  const entryIds: string[] = [];
  for (const entry of await olderEntries(transaction, owner)) {
    parts.push(...allocationChanges({ ...facts, parts, entryIds, entry }));
    entryIds.push(entry.entry_id);
  }
  const own = databaseOf(transaction, scope);
  for (const draw of rows.draws.filter((one) => isFailedDraw(one) && one.retry_of === null)) {
    const isCollected = rows.draws.some((other) => other.retry_of === draw.id && isSettledTransfer(other.status));
    // What was due by then and is still open, nothing was paid toward since: payments paid the oldest dues.
    const dues = isCollected ? [] : facts.dues.filter(({ due_date }) => due_date <= draw.due_date);
    const failed = { draw_id: draw.id, amount_cents: draw.amount_cents, order: oldestFirst, dues };
    const claimed = allocationChanges({ ...facts, parts, entryIds, failed });
    parts.push(...claimed);
    const open = add(noMoney, ...claimed.filter(({ failed_draw_id }) => failed_draw_id === null).map(({ amount_cents }) => amount_cents));
    await own.draw.update({ where: { receiver_id_id: { id: draw.id } }, data: { open_cents: BigInt(open) } });
  }
  await addAllocation(transaction, scope, parts, now);
}

/** Returns what was booked, the oldest first. */
async function olderEntries(transaction: Transaction, { scope }: Owner): Promise<readonly AllocatedEntry[]> {
  const own = databaseOf(transaction, scope);
  const draws = (await own.draw.findMany()).filter(({ status }) => isSettledTransfer(status));
  const rows = await own.bankTransfer.findMany({ where: { is_manual: true } });
  const refunds = await own.cardTransaction.findMany({ where: { is_counted: true, is_refund: true, settled_cents: { lt: 0 } } });
  const repayments = draws.map((draw) => {
    const [due_date, counts_on] = [utcDate(draw.due_date), utcDate(draw.counts_on ?? draw.debit_date)];
    const order = isScheduled(draw) ? payingOrder({ kind: draw.kind, due_date, retry_of: null, pays_first: [] }) : oldestFirst;
    const entry = { entry_id: draw.id, source: 'repayment' as const, counts_on, amount_cents: storedCents(draw.amount_cents), order };
    return { at: draw.finished_at ?? draw.created_at, entry };
  });
  const credits = rows
    .filter((row) => row.cashback_due_date === null && row.amount_cents > 0n)
    .map((row) => ({ at: row.created_at, entry: creditEntry(row.id, 'credit', storedCents(row.amount_cents)) }));
  const cashback = [...Map.groupBy(rows, (row) => row.cashback_due_date?.getTime())].flatMap(([, same]) => {
    const [first] = same;
    const amount = add(noMoney, ...same.map((row) => storedCents(row.amount_cents)));
    return first?.cashback_due_date
      ? [{ at: first.created_at, entry: { ...creditEntry(utcDate(first.cashback_due_date), 'cashback', amount), order: beforeFailed } }]
      : [];
  });
  const givenBack = [];
  for (const { token, settled_cents, settled_at, created_at } of refunds) {
    const amount = negate(storedCents(settled_cents));
    const dues = refundedParts(amount, await refundablePurchases(transaction, scope, token));
    await storeRefundedPurchases(transaction, scope, token, dues);
    givenBack.push({ at: settled_at ?? created_at, entry: { ...creditEntry(token, 'refund', amount), order: { first: 'dues' as const, dues } } });
  }
  return [...repayments, ...credits, ...cashback, ...givenBack].toSorted((one, other) => one.at.getTime() - other.at.getTime()).map(({ entry }) => entry);
}

const creditEntry = (entry_id: string, source: 'credit' | 'cashback' | 'refund', amount_cents: ReturnType<typeof subtract>): AllocatedEntry => ({
  entry_id,
  source,
  counts_on: null,
  amount_cents: larger(noMoney, amount_cents),
  order: oldestFirst,
});
