import { receiverScope } from '../db/scope.ts';
import { refreshBank } from '../services/bank/refreshBank.ts';
import { unlinkBank } from '../services/bank/unlinkBank.ts';
import type { Deps } from '../services/deps.ts';

/** Starts the jobs that refresh linked banks and remove the access to replaced ones. */
export async function workOnBanks(deps: Deps): Promise<void> {
  await deps.queue.work('refresh-bank', ({ receiver_id, link_id }) => refreshBank(deps, receiverScope(receiver_id), link_id));
  await deps.queue.work('unlink-bank', ({ receiver_id, link_id }) => unlinkBank(deps, receiverScope(receiver_id), link_id));
}
