import { useQueryClient } from '@tanstack/react-query';
import type { Intent } from '../../../server/browser/forms/intent.ts';
import type { DrawPlanAnswer, postDrawArrangement, putDrawPreference } from '../../../server/contract/drawPlan.ts';
import { useIntent } from '../../forms/useIntent.ts';
import { useReceiver } from '../../session/receiver.ts';
import { useApi } from '../../session/session.ts';
import { drawPlanQuery } from '../queries.ts';

/** The days on which repayments are drawn. */
export type ChosenDrawDays = DrawPlanAnswer['preference'];

type Arrangement = { debit_date: string } & ({ choice: 'move'; to: string } | { choice: 'other_bank' });

/** Shows the plan that an answer brings, and reads anew what says when something is drawn. */
function useShownPlan() {
  const api = useApi();
  const queries = useQueryClient();
  const { token } = useReceiver().receiver;
  return async (plan: DrawPlanAnswer) => {
    queries.setQueryData(drawPlanQuery(api, token).queryKey, plan);
    await queries.invalidateQueries({ queryKey: ['dashboard', token] });
    return plan;
  };
}

/** Arranges a coming draw. */
export function useArranging(): Intent<Arrangement, DrawPlanAnswer> {
  const api = useApi();
  const params = { token: useReceiver().receiver.token };
  const show = useShownPlan();
  return useIntent(async (body: Arrangement) => show(await api.call<typeof postDrawArrangement>('POST /api/users/:token/draw_arrangement', { params, body })));
}

/** Saves the days of all draws to come. */
export function useSavingDrawDays(): Intent<ChosenDrawDays, DrawPlanAnswer> {
  const api = useApi();
  const params = { token: useReceiver().receiver.token };
  const show = useShownPlan();
  return useIntent(async (body: ChosenDrawDays) => show(await api.call<typeof putDrawPreference>('PUT /api/users/:token/draw_preference', { params, body })));
}
