import { receiverScope } from '../db/scope.ts';
import type { Deps } from '../services/deps.ts';
import { sendPayout } from '../services/payout/sendPayout.ts';

/** Starts the job that pays credit balances out. */
export async function workOnPayouts(deps: Deps): Promise<void> {
  await deps.queue.work('send-payout', ({ receiver_id, payout_id }) => sendPayout(deps, receiverScope(receiver_id), payout_id), { concurrency: 2 });
}
