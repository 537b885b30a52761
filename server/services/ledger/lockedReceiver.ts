import { inTransaction, type Transaction } from '../../db/database.ts';
import { lockReceiver } from '../../db/queries/lockReceiver.ts';
import type { Receiver } from '../../db/rows.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import { DomainError } from '../../domain/basics/errors.ts';
import type { Deps } from '../deps.ts';

/**
 * Runs work that decides about, or changes, a receiver's balance, in one database transaction that holds the receiver's
 * row, so that no two of them run at once. Call no provider inside. Throws `not_found` when there is no such receiver.
 */
export function withLockedReceiver<Result>(
  { database }: Pick<Deps, 'database'>,
  scope: ReceiverScope,
  work: (transaction: Transaction, receiver: Receiver) => Promise<Result>,
): Promise<Result> {
  return inTransaction(database, async (transaction) => {
    const receiver = await lockReceiver(transaction, scope);
    if (receiver === null) throw new DomainError('not_found');
    return work(transaction, receiver);
  });
}
