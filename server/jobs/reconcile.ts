import { Counter, type Registry } from 'prom-client';
import { receiverScope } from '../db/scope.ts';
import { followApprovals, planApprovals } from '../services/card/purchases/followApprovals.ts';
import type { Deps } from '../services/deps.ts';
import { compareSums } from '../services/reconciliation/compareSums.ts';
import { compareTransactions } from '../services/reconciliation/compareTransactions.ts';
import { followIssuer } from '../services/reconciliation/followIssuer.ts';
import { planComparisons, sweepSince } from '../services/reconciliation/planComparisons.ts';
import { reconcileReceiver } from '../services/reconciliation/reconcile.ts';
import { sweepTransfers } from '../services/transfers/sweepTransfers.ts';

const everyFiveMinutes = '*/5 * * * *';
const everyQuarterHour = '*/15 * * * *';
const everyHour = '35 * * * *';
const everyNight = '25 8 * * *';

/** Returns the figure `sum_differences_total`, which the first worker of a process registers. */
function differingSums(registry: Registry): Counter {
  const name = 'sum_differences_total';
  const known = registry.getSingleMetric(name);
  return known instanceof Counter ? known : new Counter({ name, help: 'sums that the nightly comparison found unlike their rows', registers: [registry] });
}

/** Starts the scheduled checks of data for which webhook events do not exist or may have been lost. */
export async function workOnReconciliation(deps: Deps): Promise<void> {
  const { queue } = deps;
  const differing = differingSums(deps.metrics);
  await queue.work('follow-issuer', () => followIssuer(deps));
  await queue.work('reconcile-all', (_, run) => planComparisons(deps, run));
  await queue.work('compare-sums', async (_, run) => differing.inc(await compareSums(deps, run)));
  await queue.work('compare-transactions', () => compareTransactions(deps));
  await queue.work('sweep-transfers', () => sweepTransfers(deps));
  await queue.work(
    'reconcile-receiver',
    async ({ receiver_id, depth }) => {
      await reconcileReceiver(deps, receiverScope(receiver_id), sweepSince(deps, depth));
    },
    { concurrency: 2 },
  );
  await queue.work('plan-approvals', (_, run) => planApprovals(deps, run));
  await queue.work('follow-approvals', ({ receiver_id }) => followApprovals(deps, receiverScope(receiver_id)), { concurrency: 2 });
  await queue.schedule('follow-issuer', everyFiveMinutes, 'UTC', {});
  await queue.schedule('reconcile-all', everyHour, 'UTC', {});
  await queue.schedule('compare-sums', everyNight, 'UTC', {});
  await queue.schedule('compare-transactions', everyHour, 'UTC', {});
  await queue.schedule('sweep-transfers', everyHour, 'UTC', {});
  await queue.schedule('plan-approvals', everyQuarterHour, 'UTC', {});
}
