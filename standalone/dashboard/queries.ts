import { queryOptions } from '@tanstack/react-query';
import type { getPlaidAccount } from '../../server/contract/bank.ts';
import type { getCalendar } from '../../server/contract/calendar.ts';
import type { getDeclines } from '../../server/contract/declines.ts';
import type { getSpendingPower } from '../../server/contract/spendingPower.ts';
import type { Api } from '../api.ts';

/** What the dashboard asks the server about the viewed receiver. Everything of one receiver lies under its token, so that nobody else's is ever shown. */

/** News of purchases, and of those declined, is on the page this soon. */
export const lookAgain_ms = 4_000;

export function spendingPowerQuery(api: Api, token: string) {
  return queryOptions({
    queryKey: ['dashboard', token, 'spending-power'],
    queryFn: ({ signal }) => api.call<typeof getSpendingPower>('GET /api/users/:token/spending_power', { params: { token }, signal }),
  });
}

export function declinesQuery(api: Api, token: string) {
  return queryOptions({
    queryKey: ['dashboard', token, 'declines'],
    queryFn: ({ signal }) => api.call<typeof getDeclines>('GET /api/users/:token/declines', { params: { token }, signal }),
    refetchInterval: lookAgain_ms,
  });
}

export function calendarQuery(api: Api, token: string) {
  return queryOptions({
    queryKey: ['dashboard', token, 'calendar'],
    queryFn: ({ signal }) => api.call<typeof getCalendar>('GET /api/users/:token/calendar', { params: { token }, signal }),
  });
}

export function bankAccountQuery(api: Api, token: string) {
  return queryOptions({
    queryKey: ['dashboard', token, 'bank-account'],
    queryFn: ({ signal }) => api.call<typeof getPlaidAccount>('GET /api/users/:id/plaid_account', { params: { id: token }, query: {}, signal }),
    staleTime: 60_000,
  });
}
