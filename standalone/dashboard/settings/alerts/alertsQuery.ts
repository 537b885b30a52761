import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { AlertsAnswer, getAlerts, putAlerts } from '../../../../server/contract/alerts.ts';
import type { Api, CallInput } from '../../../api.ts';
import { showAnswer } from '../../../live/showAnswer.ts';
import { useReceiver } from '../../../session/receiver.ts';
import { useApi } from '../../../session/session.ts';

const keyOf = (token: string) => ['dashboard', token, 'alerts'];

export function alertsQuery(api: Api, token: string) {
  return queryOptions({
    queryKey: keyOf(token),
    queryFn: ({ signal }) => api.call<typeof getAlerts>('GET /api/users/:token/alerts', { params: { token }, signal }),
  });
}

/** Returns what makes an answer the one that the page shows. */
export function useShowAlerts(): (answer: AlertsAnswer) => void {
  const queries = useQueryClient();
  const { token } = useReceiver().receiver;
  return (answer) => showAnswer(queries, keyOf(token), answer);
}

/** Returns what saves changes of the caller's alerts, and shows them. */
export function useChangeAlerts(): (body: CallInput<typeof putAlerts>['body']) => Promise<void> {
  const api = useApi();
  const { token } = useReceiver().receiver;
  const show = useShowAlerts();
  return async (body) => show(await api.call<typeof putAlerts>('PUT /api/users/:token/alerts', { params: { token }, body }));
}
