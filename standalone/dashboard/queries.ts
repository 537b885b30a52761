import { queryOptions } from '@tanstack/react-query';
import type { getFallbackBank, getPlaidAccount } from '../../server/contract/bank.ts';
import type { getCalendar } from '../../server/contract/calendar.ts';
import type { getDeclines } from '../../server/contract/declines.ts';
import type { getDrawPlan } from '../../server/contract/drawPlan.ts';
import type { getSpendingPower } from '../../server/contract/spendingPower.ts';
import type { Api } from '../api.ts';

// The dashboard's queries about the viewed receiver. Each key contains the receiver's token, so that one receiver's data is never shown to another.

/** The interval at which the dashboard polls for new purchases and declines. */
export const pollIntervalMs = 4_000;

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
  });
}

export function calendarQuery(api: Api, token: string) {
  return queryOptions({
    queryKey: ['dashboard', token, 'calendar'],
    queryFn: ({ signal }) => api.call<typeof getCalendar>('GET /api/users/:token/calendar', { params: { token }, signal }),
  });
}

export function drawPlanQuery(api: Api, token: string) {
  return queryOptions({
    queryKey: ['dashboard', token, 'draw-plan'],
    queryFn: ({ signal }) => api.call<typeof getDrawPlan>('GET /api/users/:token/draw_plan', { params: { token }, signal }),
  });
}

export function bankAccountQuery(api: Api, token: string) {
  return queryOptions({
    queryKey: ['dashboard', token, 'bank-account'],
    queryFn: ({ signal }) => api.call<typeof getPlaidAccount>('GET /api/users/:id/plaid_account', { params: { id: token }, query: {}, signal }),
    staleTime: 60_000,
  });
}

export function secondBankQuery(api: Api, token: string) {
  return queryOptions({
    queryKey: ['dashboard', token, 'second-bank'],
    queryFn: ({ signal }) => api.call<typeof getFallbackBank>('GET /api/users/:token/bank/fallback', { params: { token }, signal }),
    staleTime: 60_000,
  });
}
