import type { DrawPlanAnswer } from '../../contract/drawPlan.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import type { DrawPreference } from '../../domain/repayment/drawDays.ts';
import type { ReceiverView } from '../access/viewReceiver.ts';
import type { Deps } from '../deps.ts';
import { withLockedReceiver } from '../ledger/lockedReceiver.ts';
import { recordTimeline } from '../receiver/timeline.ts';
import { readDrawPlan } from './readDrawPlan.ts';

/** Stores on which day of the week a merchant wants the draws. May be repeated. */
export async function chooseDrawDays(deps: Deps, view: ReceiverView, { weekday }: DrawPreference): Promise<DrawPlanAnswer> {
  const { scope } = view;
  await withLockedReceiver(deps, scope, async (transaction) => {
    const chosen = { weekday, changed_at: deps.clock() };
    await databaseOf(transaction, scope).drawPreference.upsert({ where: {}, create: chosen, update: chosen });
    await recordTimeline(deps, scope, 'draw_days_chosen', { weekday }, transaction);
  });
  return readDrawPlan(deps, view);
}
