import { receiverScope } from '../db/scope.ts';
import type { Deps } from '../services/deps.ts';
import { followTransfer } from '../services/repayment/followTransfer.ts';
import { syncTransferEvents } from '../services/repayment/syncTransferEvents.ts';

/** The schedule of the transfer sync. The bank sends a webhook about once a minute when there are events; the next run makes up for a lost one. */
const everyMinute = '* * * * *';

/** Starts the jobs that read the states of transfers at the bank. */
export async function workOnTransfers(deps: Deps): Promise<void> {
  const { queue } = deps;
  await queue.work('sync-transfer-events', () => syncTransferEvents(deps));
  await queue.work('sync-transfer', ({ receiver_id, transfer_id }) => followTransfer(deps, receiverScope(receiver_id), transfer_id), { concurrency: 4 });
  await queue.schedule('sync-transfer-events', everyMinute, 'UTC', {});
}
