import { receiversToRefresh } from '../../db/queries/activeReceivers.ts';
import { dayMs } from '../../domain/basics/dates.ts';
import type { Deps } from '../deps.ts';

/** Queues a recomputation for each receiver whose spending power changes by time alone: once a day, and when an override ends. */
export async function refreshSpendingPower({ database, queue, clock }: Deps): Promise<void> {
  const now = clock();
  for (const receiverId of await receiversToRefresh(database, new Date(now.getTime() - dayMs), now)) {
    await queue.send('recompute-spending-power', { receiver_id: receiverId, cause: 'time' }, { singletonKey: receiverId });
  }
}
