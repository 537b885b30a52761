import type { Quota } from '../allowance.ts';

/** The share of a store's quota that is left to the store's other apps. */
const sharedPart = 1 / 5;

/** The requests of the smallest plan; each answer says what the store's own are, and what is left of them. */
const smallestPlan = { requests: 150, windowMs: 30_000 };

/** Returns the quota that calls about a store spend. */
export const quotaOfStore = (storeHash: string): Quota => ({
  ...smallestPlan,
  resource: 'store',
  of: storeHash,
  requests: Math.floor(smallestPlan.requests * (1 - sharedPart)),
});

/** Returns how long to wait before the next request, in ms: until the window ends once only the other apps' share is left. */
export function pauseAfter(headers: Headers): number {
  const [left, quota, resetMs] = ['requests-left', 'requests-quota', 'time-reset-ms'].map((name) => Number(headers.get(`x-rate-limit-${name}`) ?? Number.NaN));
  if (left === undefined || quota === undefined || resetMs === undefined || !(left < quota * sharedPart)) return 0;
  return Number.isFinite(resetMs) ? Math.max(0, resetMs) : 0;
}
