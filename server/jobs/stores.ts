import { receiverScope } from '../db/scope.ts';
import type { Deps } from '../services/deps.ts';
import { syncStaleStores } from '../services/store/syncStaleStores.ts';
import { syncStore } from '../services/store/syncStore.ts';
import { unlinkStore } from '../services/store/unlinkStore.ts';

/** Starts the jobs that sync connected stores, after webhook events and hourly without them, and that remove the access to replaced stores. */
export async function workOnStores(deps: Deps): Promise<void> {
  const { queue } = deps;
  await queue.work('sync-store', ({ receiver_id, link_id }) => syncStore(deps, receiverScope(receiver_id), link_id), { concurrency: 2 });
  await queue.work('unlink-store', ({ receiver_id, link_id }) => unlinkStore(deps, receiverScope(receiver_id), link_id));
  await queue.work('sync-stale-stores', (_, run) => syncStaleStores(deps, run));
  await queue.schedule('sync-stale-stores', '17 * * * *', 'UTC', {});
}
