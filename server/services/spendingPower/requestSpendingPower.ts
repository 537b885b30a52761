import type { Transaction } from '../../db/database.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import type { Deps } from '../deps.ts';

/**
 * Queues a recomputation of a receiver's spending power, which runs after the given transaction commits. Call it after
 * every change to the inputs: sales, ledger, overrides, flags. Several requests for one receiver make one run. `cause`
 * is stored with the run.
 */
export async function requestSpendingPower({ queue }: Pick<Deps, 'queue'>, transaction: Transaction, scope: ReceiverScope, cause: string): Promise<void> {
  const receiverId = scope.receiverId;
  await queue.send('recompute-spending-power', { receiver_id: receiverId, cause }, { transaction, singletonKey: receiverId });
}
