import { inTransaction, type Transaction } from '../../db/database.ts';
import { lockReceiver } from '../../db/queries/lockReceiver.ts';
import { moveNow } from '../../db/queries/moveNow.ts';
import type { Receiver } from '../../db/rows.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import { DomainError } from '../../domain/basics/errors.ts';
import type { Deps } from '../deps.ts';

/** Two clocks that differ by less read the same time. */
const sameTimeMs = 60_000;

/**
 * Runs work that decides about, or changes, a receiver's balance, in one database transaction that holds the receiver's
 * row, so that no two of them run at once. Where the product lives in another time than its machine, as in the sandbox's,
 * what the work stores is dated in the product's. Call no provider inside. Throws `not_found` when there is no such receiver.
 */
export function withLockedReceiver<Result>(
  { database, clock, machineClock }: Pick<Deps, 'database' | 'clock' | 'machineClock'>,
  scope: ReceiverScope,
  work: (transaction: Transaction, receiver: Receiver) => Promise<Result>,
): Promise<Result> {
  return inTransaction(database, async (transaction) => {
    const aheadMs = clock().getTime() - machineClock().getTime();
    if (Math.abs(aheadMs) > sameTimeMs) await moveNow(transaction, aheadMs);
    const receiver = await lockReceiver(transaction, scope);
    if (receiver === null) throw new DomainError('not_found');
    return work(transaction, receiver);
  });
}
