import { staleAppStores } from '../../db/queries/staleStores.ts';
import { hourMs } from '../../domain/basics/dates.ts';
import type { JobRun } from '../../jobs/queue.ts';
import type { Deps } from '../deps.ts';
import { planInPages } from '../upkeep/planInPages.ts';
import { queueReading } from './appAccounts.ts';

/** How long after its last reading a store with our app is read again, in milliseconds: not all that happens to its sales is told by an event. */
const staleMs = 3 * hourMs;

/** Queues a reading of every store with our app that has not been read for hours. */
export async function syncStaleAppStores(deps: Deps, run: JobRun): Promise<void> {
  const since = new Date(deps.clock().getTime() - staleMs);
  await planInPages(deps, run, {
    planner: 'sync-stale-shops',
    async queuePage(transaction, after) {
      const stale = await staleAppStores(transaction, since, after);
      for (const { receiver_id, source, connection_id } of stale)
        await queueReading(deps, { platform: source, receiver_id, external_id: connection_id }, transaction);
      return stale.map(({ receiver_id }) => receiver_id);
    },
  });
}
