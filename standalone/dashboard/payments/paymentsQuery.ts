import { queryOptions, type UseQueryResult } from '@tanstack/react-query';
import type { getPayments, PaymentsAnswer } from '../../../server/contract/payments.ts';
import type { Api } from '../../api.ts';

export type Payments = Pick<UseQueryResult<PaymentsAnswer>, 'data' | 'error' | 'refetch' | 'isPlaceholderData'>;

/** Returns the query of a page of draws. */
export function paymentsQuery(api: Api, token: string, page: number) {
  return queryOptions({
    queryKey: ['dashboard', token, 'payments', page],
    queryFn: ({ signal }) => api.call<typeof getPayments>('GET /api/users/:token/payments', { params: { token }, query: { page: String(page) }, signal }),
  });
}
