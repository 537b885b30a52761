import { setTimeout as pause } from 'node:timers/promises';
import { Unavailable } from './failure.ts';
import { presentUrgency, type Urgency } from './urgency.ts';

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

/** The calls that are left to all processes together. */
export interface Budget {
  /** Takes a call. Returns 0, or the milliseconds after which to ask again. */
  take(allowance: Allowance): Promise<number>;
  /** Has everybody wait, after the provider refused a call of this name for being too many. */
  block(name: string, forMs: number): Promise<void>;
  /** Learns which call was made or given up, and how long it waited. */
  spent(call: { provider: string; resource: string; urgency: Urgency; waitedMs: number; isMade: boolean }): void;
}

/** The part of the calls at hand that work of less urgency leaves to what is more urgent. */
const reserved: Readonly<Record<Urgency, number>> = { card_state: 0, webhook: 0.1, person: 0.2, sweep: 0.5 };

/** How long work waits for its turn before it fails and is tried again later, in milliseconds. */
const patienceMs: Readonly<Record<Urgency, number>> = { card_state: 30_000, webhook: 60_000, person: 5_000, sweep: 300_000 };

/** For how long nobody calls after a provider refused a call without saying how long to wait, in milliseconds. */
const usualBlockMs = 2_000;

/**
 * Returns how a quota is spent by work of an urgency. What may come at once and what comes in a window are together no more than the
 * quota, so that it holds in every window, wherever the provider's begins.
 */
export function allowanceOf(provider: string, { resource, requests, windowMs }: Quota, urgency: Urgency): Allowance {
  const burst = Math.max(1, Math.floor(requests / 3));
  const reserve = Math.min(burst - 1, Math.floor(burst * reserved[urgency]));
  return { name: `${provider} ${resource}`, burst, perMs: (requests - burst) / windowMs, reserve };
}

/** Waits until a call may be made. Throws Unavailable when that takes longer than work of this urgency waits. */
export async function spend(budget: Budget, quota: Quota, { provider, call }: { provider: string; call: string }): Promise<void> {
  const urgency = presentUrgency();
  const allowance = allowanceOf(provider, quota, urgency);
  const began = performance.now();
  const spent = (isMade: boolean) => budget.spent({ provider, resource: quota.resource, urgency, waitedMs: performance.now() - began, isMade });
  for (let waitMs = await budget.take(allowance); waitMs > 0; waitMs = await budget.take(allowance)) {
    if (performance.now() - began + waitMs > patienceMs[urgency]) {
      spent(false);
      throw new Unavailable({ provider, call, code: 'budget_spent', message: `the calls to ${provider} are used up for now` }, Math.ceil(waitMs));
    }
    await pause(waitMs);
  }
  spent(true);
}

/** Has everybody wait when the provider refused a call for being too many. */
export async function heed(budget: Budget, quota: Quota, failure: unknown): Promise<void> {
  if (!(failure instanceof Unavailable) || failure.status !== 429) return;
  await budget.block(`${failure.provider} ${quota.resource}`, failure.retryAfterMs ?? usualBlockMs);
}
