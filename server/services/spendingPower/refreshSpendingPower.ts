import { receiversToRefresh } from '../../db/queries/activeReceivers.ts';
import { dayMs } from '../../domain/basics/dates.ts';
import type { Deps } from '../deps.ts';

/**
 * Queues a recomputation for each receiver whose spending power changes by time alone: once a day, when an override ends,
 * and when a payment becomes due, because an amount that failed before may then hold the account again.
 */
export async function refreshSpendingPower({ database, queue, clock, programs }: Deps): Promise<void> {
  const now = clock();
  const times = { runBefore: new Date(now.getTime() - dayMs), now };
  for (const receiverId of await receiversToRefresh(database, Object.values(programs), times)) {
    await queue.send('recompute-spending-power', { receiver_id: receiverId, cause: 'time' }, { singletonKey: receiverId });
  }
}
