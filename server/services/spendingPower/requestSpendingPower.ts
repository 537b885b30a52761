import type { Transaction } from '../../db/database.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import type { Deps } from '../deps.ts';

/**
 * Queues the recomputation of a receiver's spending power, run after the transaction given commits. Call it wherever
 * something changes that spending power follows from: sales, ledger, overrides, flags. Several requests for one receiver
 * make one run. `cause` is kept with the run.
 */
export async function requestSpendingPower({ queue }: Pick<Deps, 'queue'>, transaction: Transaction, scope: ReceiverScope, cause: string): Promise<void> {
  const receiver_id = scope.receiverId;
  await queue.send('recompute-spending-power', { receiver_id, cause }, { transaction, singletonKey: receiver_id });
}
