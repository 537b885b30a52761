import type { Urgency } from './urgency.ts';

/** A limit on the calls of one kind that a provider takes in a window. */
export interface Quota {
  /** Names the calls that are counted together, such as `GET cards`. */
  resource: string;
  /** The owner whose calls are counted by themselves, such as a store; the calls of everybody together without it. */
  of?: string;
  requests: number;
  windowMs: number;
  /** Whether the provider refuses such a call also when one customer's own quota is used up: the others' calls go on then. */
  isRefusedForOne?: true;
}

/** A quota as it is spent: calls gather up to `burst`, and `perMs` come each millisecond. */
export interface Allowance {
  /** Of all processes together: see `allowanceName`. */
  name: string;
  burst: number;
  perMs: number;
  /** Calls that stay for more urgent work. */
  reserve: number;
}

/** The part of the calls at hand that work of less urgency leaves to what is more urgent. */
const reserved: Readonly<Record<Urgency, number>> = { card_state: 0, webhook: 0.1, person: 0.2, sweep: 0.5 };

/** Returns the name by which all processes spend a quota: the provider, the resource, and whose it is. */
export const allowanceName = (provider: string, { resource, of }: Quota): string => [provider, resource, ...(of === undefined ? [] : [of])].join(' ');

/**
 * Returns how a quota is spent by work of an urgency. What may come at once and what comes in a window are together no more than the
 * quota, so that it holds in every window, wherever the provider's begins.
 */
export function allowanceOf(provider: string, quota: Quota, urgency: Urgency): Allowance {
  const { requests, windowMs } = quota;
  const burst = Math.max(1, Math.floor(requests / 3));
  const reserve = Math.min(burst - 1, Math.floor(burst * reserved[urgency]));
  return { name: allowanceName(provider, quota), burst, perMs: (requests - burst) / windowMs, reserve };
}
