import type { Urgency } from './urgency.ts';

/** So many calls of one kind that a provider takes in a window. */
export interface Quota {
  /** Names the calls that are counted together, such as `GET cards`. */
  resource: string;
  requests: number;
  windowMs: number;
}

/** A quota as it is spent: calls gather up to `burst`, and `perMs` come each millisecond. */
export interface Allowance {
  /** Of all processes together: the provider and the resource. */
  name: string;
  burst: number;
  perMs: number;
  /** Calls that stay for more urgent work. */
  reserve: number;
}

/** The part of the calls at hand that work of less urgency leaves to what is more urgent. */
const reserved: Readonly<Record<Urgency, number>> = { card_state: 0, webhook: 0.1, person: 0.2, sweep: 0.5 };

/**
 * Returns how a quota is spent by work of an urgency. What may come at once and what comes in a window are together no more than the
 * quota, so that it holds in every window, wherever the provider's begins.
 */
export function allowanceOf(provider: string, { resource, requests, windowMs }: Quota, urgency: Urgency): Allowance {
  const burst = Math.max(1, Math.floor(requests / 3));
  const reserve = Math.min(burst - 1, Math.floor(burst * reserved[urgency]));
  return { name: `${provider} ${resource}`, burst, perMs: (requests - burst) / windowMs, reserve };
}
