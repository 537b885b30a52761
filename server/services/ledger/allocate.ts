import type { Transaction } from '../../db/database.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import { readAccountRows } from '../../db/queries/accountRows.ts';
import { addAllocation, readAllocation } from '../../db/queries/allocations.ts';
import type { Receiver } from '../../db/rows.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import { add, noMoney, subtract } from '../../domain/basics/money.ts';
import { type AllocationFacts, type AllocationPart, allocationChanges } from '../../domain/repayment/allocation.ts';
import type { Deps } from '../deps.ts';
import { allDues } from './account.ts';

/** The account whose row is held. */
export interface Owner {
  readonly scope: ReceiverScope;
  readonly receiver: Receiver;
}

export type Allocating = Pick<AllocationFacts, 'entry' | 'failed' | 'keepsCashback'>;

/** What changes where only dues have. */
export const onlyDues: Allocating = { entry: null, failed: null, keepsCashback: false };

/**
 * Applies what was booked to the dues, once, and stores what it pays; where dues shrank, takes back what was paid of them. Keeps with each
 * draw that failed what of its amount is unpaid, and has the merchant told where that changes what was promised about it. The receiver's
 * row must be held.
 */
export async function allocate({ clock, queue }: Pick<Deps, 'clock' | 'queue'>, transaction: Transaction, { scope, receiver }: Owner, allocating: Allocating) {
  const rows = await readAccountRows(transaction, scope);
  const { parts, entryIds } = await readAllocation(transaction, scope);
  const drawIds = rows.draws.map(({ id }) => id);
  const changes = allocationChanges({ dues: allDues(rows, receiver), parts, entryIds, drawIds, ...allocating });
  await addAllocation(transaction, scope, changes, clock());
  const touched = new Set(changes.flatMap(({ failed_draw_id }) => failed_draw_id ?? []));
  const own = databaseOf(transaction, scope);
  if (allocating.failed && !touched.has(allocating.failed.draw_id)) touched.add(allocating.failed.draw_id);
  for (const id of touched) {
    const [before, after] = [openOf(id, parts), openOf(id, [...parts, ...changes])];
    await own.draw.update({ where: { receiver_id_id: { id } }, data: { open_cents: BigInt(after) } });
    if (after < before)
      await queue.send('send-letter', { receiver_id: scope.receiverId, kind: 'failed_amount_paid', about: `${id} ${after}` }, { transaction });
  }
}

/** Returns what is unpaid of the failed amount of a draw, in cents. */
const openOf = (drawId: string, parts: readonly AllocationPart[]) =>
  subtract(noMoney, add(noMoney, ...parts.filter(({ failed_draw_id }) => failed_draw_id === drawId).map(({ amount_cents }) => amount_cents)));
