import { receiverScope } from '../db/scope.ts';
import { isoDate } from '../domain/basics/dates.ts';
import type { Deps } from '../services/deps.ts';
import { sendOpenPayouts } from '../services/payout/sendPayout.ts';
import { lookAtDraw, lookAtDrawsToday } from '../services/repayment/drawOutlook.ts';
import { planChangedDraws, planDraws, planDueDraws } from '../services/repayment/planDraws.ts';
import { reportReturn } from '../services/repayment/reportReturn.ts';
import { sendDraw, sendOpenDraws } from '../services/repayment/sendDraw.ts';

/**
 * Hourly during banking hours. Two runs go through everybody who owes something: the first of the day finds the day's dues, and the
 * one at noon makes sure. The others find new dues and interrupted draws, which only those have for whom something has changed.
 */
const bankingHours = { everybody: '0 6,12 * * 1-5', changed: '0 7-11,13-18 * * 1-5' };

/** Starts the jobs that draw dues from the linked banks. */
export async function workOnDraws(deps: Deps): Promise<void> {
  const { queue, programs } = deps;
  const concurrency = Object.keys(programs).length;
  await queue.work('plan-draws', ({ program }, run) => planDraws(deps, program, run), { concurrency });
  await queue.work('plan-changed-draws', ({ program }, run) => planChangedDraws(deps, program, run), { concurrency });
  await queue.work(
    'draw-repayments',
    async ({ receiver_id }) => {
      const scope = receiverScope(receiver_id);
      await lookAtDrawsToday(deps, scope);
      await planDueDraws(deps, scope);
      await sendOpenDraws(deps, scope);
      await sendOpenPayouts(deps, scope);
    },
    { concurrency: 4 },
  );
  await queue.work('send-draw', ({ receiver_id, draw_id }) => sendDraw(deps, receiverScope(receiver_id), draw_id), { concurrency: 2 });
  await queue.work('look-at-draw', ({ receiver_id, debit_date }) => lookAtDraw(deps, receiverScope(receiver_id), isoDate(debit_date)), { concurrency: 2 });
  await queue.work('report-return', ({ receiver_id, draw_id }) => reportReturn(deps, receiverScope(receiver_id), draw_id), { concurrency: 2 });
  for (const { key: program, timeZone } of Object.values(programs)) {
    await queue.schedule('plan-draws', bankingHours.everybody, timeZone, { program }, program);
    await queue.schedule('plan-changed-draws', bankingHours.changed, timeZone, { program }, program);
  }
}
