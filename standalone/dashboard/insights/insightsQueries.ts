import { queryOptions } from '@tanstack/react-query';
import type { getLimitHistory, getLimitLevers, getLimitWhatIf } from '../../../server/contract/spendingPower.ts';
import type { ImaginedSalesQuery } from '../../../server/domain/spendingPower/imaginedSales.ts';
import type { Api } from '../../api.ts';

export function limitHistoryQuery(api: Api, token: string) {
  return queryOptions({
    queryKey: ['dashboard', token, 'limit-history'],
    queryFn: ({ signal }) => api.call<typeof getLimitHistory>('GET /api/users/:token/limit_history', { params: { token }, signal }),
  });
}

export function limitLeversQuery(api: Api, token: string) {
  return queryOptions({
    queryKey: ['dashboard', token, 'limit-levers'],
    queryFn: ({ signal }) => api.call<typeof getLimitLevers>('GET /api/users/:token/limit_levers', { params: { token }, signal }),
  });
}

export function limitWhatIfQuery(api: Api, token: string, query: ImaginedSalesQuery) {
  return queryOptions({
    queryKey: ['dashboard', token, 'limit-what-if', query],
    queryFn: ({ signal }) => api.call<typeof getLimitWhatIf>('GET /api/users/:token/limit_what_if', { params: { token }, query, signal }),
  });
}
