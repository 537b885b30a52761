import { receiverScope } from '../db/scope.ts';
import { planDueAlerts } from '../services/alerts/planDueAlerts.ts';
import { sendAlert, sendDueAlerts } from '../services/alerts/sendAlert.ts';
import type { Deps } from '../services/deps.ts';

/** Quiet hours and digests end at whole hours of any time zone, some of which are a quarter of an hour apart. */
const dueTimes = '*/15 * * * *';

/** Starts the jobs that send alerts, and those that send what has waited for its hour. */
export async function workOnAlerts(deps: Deps): Promise<void> {
  const { queue } = deps;
  await queue.work('send-alert', ({ receiver_id, alert_id }) => sendAlert(deps, receiverScope(receiver_id), alert_id), { concurrency: 2 });
  await queue.work('plan-due-alerts', (_data, run) => planDueAlerts(deps, run));
  await queue.work('send-due-alerts', ({ receiver_id }) => sendDueAlerts(deps, receiverScope(receiver_id)));
  await queue.schedule('plan-due-alerts', dueTimes, 'UTC', {});
}
