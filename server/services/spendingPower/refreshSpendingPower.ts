import { receiversToRefresh } from '../../db/queries/activeReceivers.ts';
import { dayMs } from '../../domain/basics/dates.ts';
import type { JobRun } from '../../jobs/queue.ts';
import type { Deps } from '../deps.ts';
import { planInPages } from '../upkeep/planInPages.ts';

/**
 * Queues a recomputation for each receiver whose spending power changes by time alone: once a day, when an override ends,
 * and when a repayment becomes final, so that what it freed can be spent.
 */
export async function refreshSpendingPower(deps: Deps, run: JobRun): Promise<void> {
  const { queue, clock, programs } = deps;
  const now = clock();
  const times = { runBefore: new Date(now.getTime() - dayMs), now };
  await planInPages(deps, run, {
    planner: 'refresh-spending-power',
    async queuePage(transaction, after) {
      const ids = await receiversToRefresh(transaction, Object.values(programs), times, after);
      const jobs = ids.map((receiver_id) => ({ data: { receiver_id, cause: 'time' }, singletonKey: receiver_id }));
      await queue.sendMany('recompute-spending-power', jobs, transaction);
      return ids;
    },
  });
}
