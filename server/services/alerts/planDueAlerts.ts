import { receiversWithDueAlerts } from '../../db/queries/alerts.ts';
import type { JobRun } from '../../jobs/queue.ts';
import type { Deps } from '../deps.ts';
import { jobsOf, planInPages } from '../upkeep/planInPages.ts';

/** Queues one job per receiver with alerts that have waited until now. May be repeated at any time. */
export async function planDueAlerts(deps: Deps, run: JobRun): Promise<void> {
  const now = deps.clock();
  await planInPages(deps, run, {
    planner: 'plan-due-alerts',
    async queuePage(transaction, after) {
      const ids = await receiversWithDueAlerts(transaction, now, after);
      await deps.queue.sendMany('send-due-alerts', jobsOf(ids), transaction);
      return ids;
    },
  });
}
