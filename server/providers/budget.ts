import { setTimeout as pause } from 'node:timers/promises';
import { type Allowance, allowanceName, allowanceOf, type Quota } from './allowance.ts';
import { Unavailable } from './failure.ts';
import { currentUrgency, type Urgency } from './urgency.ts';

/** The calls that are left to all processes together. */
export interface Budget {
  /** Takes a call. Returns 0, or the milliseconds after which to ask again. */
  take(allowance: Allowance): Promise<number>;
  /** Makes every process wait, after the provider refused a call of this name for being too many. */
  block(name: string, forMs: number): Promise<void>;
  /** Learns which call was made or given up, and how long it waited. */
  spent(call: { provider: string; resource: string; urgency: Urgency; waitedMs: number; isMade: boolean }): void;
}

/** How long work waits for its turn before it fails and is tried again later, in milliseconds: less than the time of any job of its urgency. */
const patienceMs: Readonly<Record<Urgency, number>> = { card_state: 30_000, webhook: 45_000, person: 5_000, sweep: 100_000 };

/** For how long nobody calls after a provider refused a call without saying how long to wait, in milliseconds. */
const usualBlockMs = 2_000;

/** Waits until a call may be made. Throws Unavailable when that takes longer than work of this urgency waits. */
export async function spend(budget: Budget, quota: Quota, { provider, call }: { provider: string; call: string }): Promise<void> {
  const urgency = currentUrgency();
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

/** Makes every process wait when the provider refused a call for being too many, unless it may have refused it for one customer's sake. */
export async function heed(budget: Budget, quota: Quota, failure: unknown): Promise<void> {
  if (!(failure instanceof Unavailable) || failure.status !== 429 || quota.isRefusedForOne) return;
  await budget.block(allowanceName(failure.provider, quota), failure.retryAfterMs ?? usualBlockMs);
}
