import { receiverScope } from '../db/scope.ts';
import type { Deps } from '../services/deps.ts';
import { sendPayout } from '../services/payout/sendPayout.ts';
import { settleClosing } from '../services/staff/settleClosing.ts';

/** Starts the jobs that pay credit balances out, and take accounts that are closing further. */
export async function workOnPayouts(deps: Deps): Promise<void> {
  const { queue } = deps;
  await queue.work('send-payout', ({ receiver_id, payout_id }) => sendPayout(deps, receiverScope(receiver_id), payout_id), { concurrency: 2 });
  await queue.work('settle-closing', ({ receiver_id }) => settleClosing(deps, receiverScope(receiver_id)), { concurrency: 2 });
}
