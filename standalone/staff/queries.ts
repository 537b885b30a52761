import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import type {
  CustomerAnswer,
  getAudit,
  getCustomer,
  getCustomerCards,
  getCustomers,
  getCustomerTeam,
  getDifferences,
  getSharedIdentities,
  getSpendingPowerOverride,
} from '../../server/contract/staff.ts';
import type { Api } from '../api.ts';

// The staff pages' queries about customers. The server records each read, so none of them polls or refetches by itself; only after
// an effect is its customer read again.

export type Customer = CustomerAnswer;

export function foundCustomersQuery(api: Api, q: string) {
  return queryOptions({
    queryKey: ['staff', 'found', q],
    queryFn: ({ signal }) => api.call<typeof getCustomers>('GET /api/staff/receivers', { query: { q }, signal }),
    refetchOnWindowFocus: false,
  });
}

export function differencesQuery(api: Api) {
  return queryOptions({
    queryKey: ['staff', 'differences'],
    queryFn: ({ signal }) => api.call<typeof getDifferences>('GET /api/staff/differences', { signal }),
    refetchOnWindowFocus: false,
  });
}

/** The customers whose EIN or store backs another account, for staff to look at. */
export function sharedIdentitiesQuery(api: Api) {
  return queryOptions({
    queryKey: ['staff', 'shared identities'],
    queryFn: ({ signal }) => api.call<typeof getSharedIdentities>('GET /api/staff/shared_identities', { signal }),
    refetchOnWindowFocus: false,
  });
}

/**
 * Returns the key under which everything about one customer is kept. An effect on the customer makes all of it stale, the audit
 * log too, which has each effect.
 */
export const customerKey = (token: string) => ['staff', 'customer', token] as const;

/** When what follows from an effect by jobs, such as spending power and the state of the cards, is there as a rule. */
const jobsAreDoneAfterMs = 3_000;

/** Reads all that is shown of a customer again after an effect, and once more when its jobs are done: each look is recorded. */
export function readAgain(queries: QueryClient, token: string): Promise<void> {
  const read = () => queries.invalidateQueries({ queryKey: customerKey(token) });
  setTimeout(() => void read(), jobsAreDoneAfterMs);
  return read();
}

export function customerQuery(api: Api, token: string) {
  return queryOptions({
    queryKey: [...customerKey(token), 'page'],
    queryFn: ({ signal }) => api.call<typeof getCustomer>('GET /api/staff/receivers/:token', { params: { token }, signal }),
    refetchOnWindowFocus: false,
  });
}

export function customerCardsQuery(api: Api, token: string) {
  return queryOptions({
    queryKey: [...customerKey(token), 'cards'],
    queryFn: ({ signal }) => api.call<typeof getCustomerCards>('GET /api/staff/receivers/:token/cards', { params: { token }, signal }),
    refetchOnWindowFocus: false,
  });
}

export function customerTeamQuery(api: Api, token: string) {
  return queryOptions({
    queryKey: [...customerKey(token), 'team'],
    queryFn: ({ signal }) => api.call<typeof getCustomerTeam>('GET /api/staff/receivers/:token/team', { params: { token }, signal }),
    refetchOnWindowFocus: false,
  });
}

export function auditQuery(api: Api, token: string) {
  return infiniteQueryOptions({
    queryKey: [...customerKey(token), 'audit'],
    queryFn: ({ signal, pageParam }) =>
      api.call<typeof getAudit>('GET /api/staff/receivers/:token/audit', {
        params: { token },
        query: pageParam === null ? {} : { before: pageParam },
        signal,
      }),
    // Each look of staff at the customer adds to it, on whichever page.
    staleTime: 0,
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_before }) => next_before,
    refetchOnWindowFocus: false,
  });
}

export function overrideQuery(api: Api, token: string) {
  return queryOptions({
    queryKey: [...customerKey(token), 'override'],
    queryFn: ({ signal }) =>
      api.call<typeof getSpendingPowerOverride>('GET /api/staff/receivers/:token/spending_power_override', { params: { token }, signal }),
    refetchOnWindowFocus: false,
  });
}
