import { useQueryClient } from '@tanstack/react-query';
import type { DrawPlanAnswer, postDrawArrangement } from '../../../server/contract/drawPlan.ts';
import { type Intent, useIntent } from '../../forms/useIntent.ts';
import { useReceiver } from '../../session/receiver.ts';
import { useApi } from '../../session/session.ts';
import { drawPlanQuery } from '../queries.ts';

type Arrangement = { debit_date: string } & ({ choice: 'move' | 'split'; to: string } | { choice: 'other_bank' });

/** Arranges a coming draw, and reads anew what shows when it is made. */
export function useArranging(): Intent<Arrangement, DrawPlanAnswer> {
  const api = useApi();
  const queries = useQueryClient();
  const { token } = useReceiver().receiver;
  return useIntent(async (body: Arrangement) => {
    const plan = await api.call<typeof postDrawArrangement>('POST /api/users/:token/draw_arrangement', { params: { token }, body });
    queries.setQueryData(drawPlanQuery(api, token).queryKey, plan);
    await queries.invalidateQueries({ queryKey: ['dashboard', token] });
    return plan;
  });
}
