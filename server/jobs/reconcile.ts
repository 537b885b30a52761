import { receiverScope } from '../db/scope.ts';
import type { Deps } from '../services/deps.ts';
import { reconcileReceiver } from '../services/reconciliation/reconcile.ts';
import { refreshSpendingPower, sweepAll, sweepSince } from '../services/reconciliation/sweep.ts';

const everyQuarterHour = '*/15 * * * *';
const everyNight = '20 7 * * *';

/** What is looked at by the clock, because no news come of it or news got lost. */
export async function workOnReconciliation(deps: Deps): Promise<void> {
  const { queue } = deps;
  await queue.work('reconcile-all', ({ depth }) => sweepAll(deps, depth), { concurrency: 2 });
  await queue.work(
    'reconcile-receiver',
    async ({ receiver_id, depth }) => {
      await reconcileReceiver(deps, receiverScope(receiver_id), sweepSince(deps, depth));
    },
    { concurrency: 2 },
  );
  await queue.work('refresh-spending-power', () => refreshSpendingPower(deps));
  await queue.schedule('reconcile-all', everyQuarterHour, 'UTC', { depth: 'quick' }, 'quick');
  await queue.schedule('reconcile-all', everyNight, 'UTC', { depth: 'deep' }, 'deep');
  await queue.schedule('refresh-spending-power', everyQuarterHour, 'UTC', {});
}
