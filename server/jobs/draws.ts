import { receiverScope } from '../db/scope.ts';
import type { Deps } from '../services/deps.ts';
import { sendOpenPayouts } from '../services/payout/sendPayout.ts';
import { planDraws, planDueDraws } from '../services/repayment/planDraws.ts';
import { sendDraw, sendOpenDraws } from '../services/repayment/sendDraw.ts';

/** Hourly during banking hours. The first run of a day finds the day's dues; the later runs find new dues and interrupted draws. */
const bankingHours = '0 6-18 * * 1-5';

/** Starts the jobs that draw dues from the linked banks. */
export async function workOnDraws(deps: Deps): Promise<void> {
  const { queue, programs } = deps;
  await queue.work('plan-draws', ({ program }, run) => planDraws(deps, program, run), { concurrency: Object.keys(programs).length });
  await queue.work(
    'draw-repayments',
    async ({ receiver_id }) => {
      const scope = receiverScope(receiver_id);
      await planDueDraws(deps, scope);
      await sendOpenDraws(deps, scope);
      await sendOpenPayouts(deps, scope);
    },
    { concurrency: 4 },
  );
  await queue.work('send-draw', ({ receiver_id, draw_id }) => sendDraw(deps, receiverScope(receiver_id), draw_id), { concurrency: 2 });
  for (const { key, timeZone } of Object.values(programs)) await queue.schedule('plan-draws', bankingHours, timeZone, { program: key }, key);
}
