import { queryOptions } from '@tanstack/react-query';
import type { getMoneyBack, getSpending, getSubscriptions } from '../../../../server/contract/insights.ts';
import type { Month } from '../../../../server/domain/basics/periods.ts';
import type { SpendingGrouping } from '../../../../server/domain/insights/spendingGroups.ts';
import type { Api } from '../../../api.ts';

export function spendingQuery(api: Api, token: string, query: { by: SpendingGrouping; month: Month }) {
  return queryOptions({
    queryKey: ['dashboard', token, 'spending', query],
    queryFn: ({ signal }) => api.call<typeof getSpending>('GET /api/users/:token/insights/spending', { params: { token }, query, signal }),
  });
}

export function subscriptionsQuery(api: Api, token: string) {
  return queryOptions({
    queryKey: ['dashboard', token, 'subscriptions'],
    queryFn: ({ signal }) => api.call<typeof getSubscriptions>('GET /api/users/:token/insights/subscriptions', { params: { token }, signal }),
  });
}

export function moneyBackQuery(api: Api, token: string) {
  return queryOptions({
    queryKey: ['dashboard', token, 'money-back'],
    queryFn: ({ signal }) => api.call<typeof getMoneyBack>('GET /api/users/:token/insights/money_back', { params: { token }, signal }),
  });
}
