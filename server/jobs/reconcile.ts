import { receiverScope } from '../db/scope.ts';
import { followApprovals, planApprovals } from '../services/card/followApprovals.ts';
import type { Deps } from '../services/deps.ts';
import { reconcileReceiver } from '../services/reconciliation/reconcile.ts';
import { sweepAll, sweepSince } from '../services/reconciliation/sweep.ts';
import { refreshSpendingPower } from '../services/spendingPower/refreshSpendingPower.ts';

const everyQuarterHour = '*/15 * * * *';
const everyNight = '20 7 * * *';

/** Starts the scheduled checks of data for which webhook events do not exist or may have been lost. */
export async function workOnReconciliation(deps: Deps): Promise<void> {
  const { queue } = deps;
  await queue.work('reconcile-all', ({ depth }, run) => sweepAll(deps, depth, run), { concurrency: 2 });
  await queue.work(
    'reconcile-receiver',
    async ({ receiver_id, depth }) => {
      await reconcileReceiver(deps, receiverScope(receiver_id), sweepSince(deps, depth));
    },
    { concurrency: 2 },
  );
  await queue.work('plan-approvals', (_, run) => planApprovals(deps, run));
  await queue.work('follow-approvals', ({ receiver_id }) => followApprovals(deps, receiverScope(receiver_id)), { concurrency: 2 });
  await queue.work('refresh-spending-power', (_, run) => refreshSpendingPower(deps, run));
  await queue.schedule('reconcile-all', everyQuarterHour, 'UTC', { depth: 'quick' }, 'quick');
  await queue.schedule('reconcile-all', everyNight, 'UTC', { depth: 'deep' }, 'deep');
  await queue.schedule('plan-approvals', everyQuarterHour, 'UTC', {});
  await queue.schedule('refresh-spending-power', everyQuarterHour, 'UTC', {});
}
