import type { Deps } from '../services/deps.ts';
import { makePartitions } from '../services/upkeep/keepPartitions.ts';
import { purgeExpired, purgeOldRuns } from '../services/upkeep/purgeExpired.ts';

/** Starts the jobs that keep the database small. */
export async function workOnUpkeep(deps: Deps): Promise<void> {
  const { queue } = deps;
  await queue.work('make-partitions', (_, run) => makePartitions(deps, run));
  await queue.work('purge-expired', (_, run) => purgeExpired(deps, run));
  await queue.work('purge-old-runs', (_, run) => purgeOldRuns(deps, run));
  await queue.schedule('make-partitions', '2 * * * *', 'UTC', {});
  await queue.schedule('purge-expired', '11 * * * *', 'UTC', {});
  await queue.schedule('purge-old-runs', '40 9 * * *', 'UTC', {});
  // Under the key of its schedule, so that the two do not run side by side.
  await queue.send('make-partitions', {}, { singletonKey: 'default' });
}
