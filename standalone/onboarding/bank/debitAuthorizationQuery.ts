import { queryOptions } from '@tanstack/react-query';
import type { getDebitAuthorization } from '../../../server/contract/debitAuthorization.ts';
import type { Api } from '../../api.ts';

/** The authorization to debit the bank account: the text to accept, and the one that is given. */
export function debitAuthorizationQuery(api: Api, token: string) {
  return queryOptions({
    queryKey: ['debit-authorization', token],
    queryFn: ({ signal }) => api.call<typeof getDebitAuthorization>('GET /api/users/:token/debit_authorization', { params: { token }, signal }),
    staleTime: 60_000,
  });
}
