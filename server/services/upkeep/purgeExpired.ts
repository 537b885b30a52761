import { deleteExpired, deleteOldRuns, type PurgedTable, retentions } from '../../db/queries/expired.ts';
import { dayMs } from '../../domain/basics/dates.ts';
import type { JobRun } from '../../jobs/queue.ts';
import type { Deps } from '../deps.ts';
import { dropPartitions } from './keepPartitions.ts';
import { planInPages } from './planInPages.ts';

/** How long every run of the spending power rule is kept, in milliseconds. */
const allRunsMs = 90 * dayMs;
/** How long the last run of each day is kept, in milliseconds: the history of the limit shows twelve months. */
const dailyRunsMs = 400 * dayMs;

/** Deletes what has been over for as long as it is kept, by whole partitions or some rows at a time. May be repeated and interrupted. */
export async function purgeExpired(deps: Deps, run: JobRun): Promise<void> {
  const { database, clock, machineClock } = deps;
  const { signal } = run;
  await dropPartitions(deps, 'webhook_inbox', run);
  for (const table of Object.keys(retentions) as PurgedTable[]) {
    do signal.throwIfAborted();
    while (await deleteExpired(database, table, { now: clock(), machineNow: machineClock() }));
  }
}

/** Deletes old runs of the spending power rule, by whole partitions and receivers by pages. May be repeated and interrupted. */
export async function purgeOldRuns(deps: Deps, run: JobRun): Promise<void> {
  await dropPartitions(deps, 'spending_power_snapshot', run);
  const now = deps.clock().getTime();
  const kept = { allSince: new Date(now - allRunsMs), dailySince: new Date(now - dailyRunsMs) };
  await planInPages(deps, run, { planner: 'purge-old-runs', queuePage: (transaction, after) => deleteOldRuns(transaction, kept, after) });
}
