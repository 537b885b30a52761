import { receiverScope } from '../db/scope.ts';
import type { Deps } from '../services/deps.ts';
import { closeMonths, planMonthClosings } from '../services/reports/closeMonths.ts';

/** Starts the jobs that make the statements of months that are over: when a worker starts, and soon after midnight in UTC. */
export async function workOnStatements(deps: Deps): Promise<void> {
  const { queue } = deps;
  await queue.work('close-months', ({ receiver_id }) => closeMonths(deps, receiverScope(receiver_id)), { concurrency: 2 });
  await queue.work('plan-month-closings', (_, run) => planMonthClosings(deps, run));
  await queue.schedule('plan-month-closings', '5 0 * * *', 'UTC', {});
  await queue.send('plan-month-closings', {});
}
