import { queryOptions } from '@tanstack/react-query';
import type { getCommerce } from '../../../server/contract/commerce.ts';
import type { getLimitHistory } from '../../../server/contract/spendingPower.ts';
import type { Api } from '../../api.ts';

export function limitHistoryQuery(api: Api, token: string) {
  return queryOptions({
    queryKey: ['dashboard', token, 'limit-history'],
    queryFn: ({ signal }) => api.call<typeof getLimitHistory>('GET /api/users/:token/limit_history', { params: { token }, signal }),
  });
}

export function commerceQuery(api: Api, token: string) {
  return queryOptions({
    queryKey: ['dashboard', token, 'commerce'],
    queryFn: ({ signal }) => api.call<typeof getCommerce>('GET /api/users/:token/commerce', { params: { token }, signal }),
  });
}
