import type { DrawPlanAnswer } from '../../contract/drawPlan.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import type { ReceiverView } from '../access/viewReceiver.ts';
import type { Deps } from '../deps.ts';
import { withLockedReceiver } from '../ledger/lockedReceiver.ts';
import { recordTimeline } from '../receiver/timeline.ts';
import { readDrawPlan } from './readDrawPlan.ts';

interface DrawDays {
  weekday: number | null;
  early_from_cents: number | null;
}

/** Stores on which days a merchant wants the draws. An early draw that was announced by another amount is given up. May be repeated. */
export async function chooseDrawDays(deps: Deps, view: ReceiverView, { weekday, early_from_cents }: DrawDays): Promise<DrawPlanAnswer> {
  const { scope } = view;
  await withLockedReceiver(deps, scope, async (transaction) => {
    const own = databaseOf(transaction, scope);
    const before = await own.drawPreference.findUnique({ where: {} });
    const amount = early_from_cents === null ? null : BigInt(early_from_cents);
    const early_on = before?.early_from_cents === amount ? before.early_on : null;
    const chosen = { weekday, early_from_cents: amount, early_on, changed_at: deps.clock() };
    await own.drawPreference.upsert({ where: {}, create: chosen, update: chosen });
    await recordTimeline(deps, scope, 'draw_days_chosen', { weekday, early_from_cents }, transaction);
  });
  return readDrawPlan(deps, view);
}
