import { setTimeout as pause } from 'node:timers/promises';
import type { Quota } from './allowance.ts';
import { type Budget, heed, spend } from './budget.ts';
import { type Effect, type ProviderFailure, Refused, toFailure, Unavailable, Unknown } from './failure.ts';
import type { Outcome, ProviderMetrics } from './metrics.ts';

export interface CallLimits {
  /** Time limit of every call in ms; without it each call has its own. It is that of the whole call: connecting, both attempts, and reading the response to its end. */
  timeoutMs?: number;
  /** Pause in ms between a failed attempt and the second one. */
  pauseMs: number;
  /** The calls that all processes share; without it nobody counts. */
  budget?: Budget;
}

export const defaultLimits: CallLimits = { pauseMs: 250 };

/** Time limit of a call that has none of its own, in ms. */
export const usualTimeoutMs = 10_000;

/** Makes one call to a provider. `work` must pass the signal on, so that the signal aborts everything it started. */
export type Call = <T>(name: string, effect: Effect, work: (signal: AbortSignal) => Promise<T>) => Promise<T>;

export interface CallOptions {
  limits?: CallLimits | undefined;
  temporaryCodes?: ReadonlySet<string>;
  /** Returns the quota that a call spends; undefined for one that is not counted. */
  quotaOf?: (call: string) => Quota | undefined;
  /** The time limits in ms, by name, of the calls that this provider answers later than usual. */
  timeoutsMs?: Readonly<Record<string, number>>;
}

/**
 * Returns the function that makes every call to a provider. It ends within its limit even when a library ignores the
 * signal or a server stalls, counts and times the call, and throws `Refused`, `Unavailable` or `Unknown`. It tries a
 * repeatable call a second time when the first attempt failed quickly; it tries a call with the effect `once` only once.
 */
export function createCall(
  provider: string,
  metrics: ProviderMetrics,
  { limits = defaultLimits, temporaryCodes, quotaOf, timeoutsMs = {} }: CallOptions = {},
): Call {
  const { budget } = limits;
  return async (call, effect, work) => {
    const quota = budget && quotaOf?.(call);
    if (quota) await spend(budget, quota, { provider, call });
    const started = performance.now();
    const timeoutMs = limits.timeoutMs ?? timeoutsMs[call] ?? usualTimeoutMs;
    const signal = AbortSignal.timeout(timeoutMs);
    const timeLeftMs = () => timeoutMs - (performance.now() - started);
    const report = (outcome: Outcome) => metrics({ provider, call, outcome, seconds: (performance.now() - started) / 1000 });
    const attempt = () =>
      withinLimit(signal, work).catch((error: unknown) => {
        throw toFailure(signal.aborted ? signal.reason : error, { provider, call, effect, temporaryCodes });
      });

    try {
      const answer = await attempt().catch(async (failure: ProviderFailure) => {
        const waitMs = retryDelayMs(failure, effect, limits);
        if (waitMs === undefined || waitMs >= timeLeftMs()) throw failure;
        if (quota) await heed(budget, quota, failure);
        await pause(waitMs);
        if (quota) await spend(budget, quota, { provider, call });
        return attempt();
      });
      report('ok');
      return answer;
    } catch (failure) {
      if (quota) await heed(budget, quota, failure);
      report(outcomeOf(failure));
      throw failure;
    }
  };
}

/** Returns the wait before the single repeat, in ms; undefined when the call must not be repeated. */
function retryDelayMs(failure: ProviderFailure, effect: Effect, limits: CallLimits): number | undefined {
  if (effect === 'once' || !(failure instanceof Unavailable)) return undefined;
  if (failure.status === 429) return failure.retryAfterMs;
  return Math.max(limits.pauseMs, failure.retryAfterMs ?? 0);
}

/** Rejects when the signal aborts, even if `work` continues; drops its late result or late failure. */
function withinLimit<T>(signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) return stop();
    signal.addEventListener('abort', stop, { once: true });
    work(signal)
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', stop));
  });
}

function outcomeOf(failure: unknown): Outcome {
  if (failure instanceof Refused) return 'refused';
  return failure instanceof Unknown ? 'unknown' : 'unavailable';
}
