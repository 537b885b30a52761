import { staleStores } from '../../db/queries/staleStores.ts';
import { hourMs } from '../../domain/basics/dates.ts';
import { linkedSource } from '../../domain/store/appPlatforms.ts';
import type { JobRun } from '../../jobs/queue.ts';
import type { Deps } from '../deps.ts';
import { planInPages } from '../upkeep/planInPages.ts';

/** How long, in milliseconds, a store waits for a webhook event: after that it is read without one. */
const staleMs = 6 * hourMs;

/** Queues a sync for every connected store that has not been read for hours. */
export async function syncStaleStores(deps: Deps, run: JobRun): Promise<void> {
  const since = new Date(deps.clock().getTime() - staleMs);
  await planInPages(deps, run, {
    planner: 'sync-stale-stores',
    async queuePage(transaction, after) {
      const stale = await staleStores(transaction, linkedSource, since, after);
      const jobs = stale.map(({ receiver_id, id }) => ({ data: { receiver_id, link_id: id }, singletonKey: id }));
      await deps.queue.sendMany('sync-store', jobs, transaction);
      return stale.map(({ receiver_id }) => receiver_id);
    },
  });
}
