import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type Clock, systemClock } from '../clock.ts';
import type { Config } from '../config.ts';
import { dayMs } from '../domain/basics/dates.ts';

/** Runs the scheduled work of the hours that have passed. Gives up when the signal aborts. */
type LiveHours = (signal: AbortSignal) => Promise<void>;

/** The time that the product lives in. */
export interface Time {
  clock: Clock;
  /** Follows the sandbox's clock and runs the work of each skipped day; returns the function that ends this. */
  follow: (log: Logger, liveHours?: LiveHours) => () => Promise<void>;
}

const pollIntervalMs = 500;
const answerMs = 2_000;
/** Skipped days are replayed in half-day steps, so that one step of each day falls in the twelve hours in which mail is sent. */
const stepMs = dayMs / 2;
/** A step's work that takes longer, as when a provider hangs, goes on beside the next step; what is to be told that day is then told late or never. */
const stepLimitMs = 60_000;

const askClock = ({ plaid }: Config, path: string, method: 'GET' | 'POST' = 'GET') =>
  fetch(new URL(`../control/${path}`, `${plaid.baseUrl}/`), { method, signal: AbortSignal.timeout(answerMs) });

/** Returns how many days the sandbox's clock was moved ahead; undefined while it does not answer. */
async function readDaysAhead(config: Config): Promise<number | undefined> {
  try {
    const answer = await askClock(config, 'clock');
    return answer.ok ? ((await answer.json()) as { days_ahead: number }).days_ahead : undefined;
  } catch {
    return undefined;
  }
}

/** Says that a step begins: the calls of the one before count no more, as a real half-day would have passed since. */
async function beginStep(config: Config): Promise<void> {
  const { ok, status } = await askClock(config, 'clock/beginning', 'POST');
  if (!ok) throw new Error(`the sandbox answered ${status} to the beginning of a half-day`);
}

/**
 * Returns the machine's time or, where both the issuer and the bank are the sandbox's, the sandbox's time: moving it on
 * makes due what falls due by then. Days skipped at once are replayed one after the other, so that each day's work is
 * done on that day.
 */
export async function openTime(config: Config): Promise<Time> {
  if (!config.sandbox.keepsTime) return { clock: systemClock, follow: () => async () => {} };
  const first = await readDaysAhead(config);
  let aheadMs = first === undefined ? undefined : first * dayMs;
  /** Up to where the work is done: behind `aheadMs` within a step, and until one that failed has been repeated. */
  let livedMs = aheadMs;

  async function catchUp(liveHours: LiveHours | undefined, stopping: AbortSignal): Promise<void> {
    const days = await readDaysAhead(config);
    if (days === undefined) return;
    const theirsMs = days * dayMs;
    // A process that has just started, or meets a sandbox that was reset, has no skipped days to replay.
    aheadMs = Math.min(aheadMs ?? theirsMs, theirsMs);
    livedMs = Math.min(livedMs ?? theirsMs, theirsMs);
    while (livedMs < theirsMs && !stopping.aborted) {
      if (liveHours) await beginStep(config);
      aheadMs = livedMs + stepMs;
      await liveHours?.(AbortSignal.any([stopping, AbortSignal.timeout(stepLimitMs)]));
      livedMs = aheadMs;
    }
  }

  return {
    clock: () => new Date(systemClock().getTime() + (aheadMs ?? 0)),
    follow(log, liveHours) {
      const stopping = new AbortController();
      const following = (async () => {
        while (!stopping.signal.aborted) {
          await catchUp(liveHours, stopping.signal).catch((error: unknown) => log.warn({ err: error }, 'replaying a skipped sandbox day failed'));
          await pause(pollIntervalMs, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
        }
      })();
      return async () => {
        stopping.abort();
        await following;
      };
    },
  };
}
