import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type Clock, systemClock } from '../clock.ts';
import type { Config } from '../config.ts';
import { dayInMs } from '../domain/basics/dates.ts';

/** What some hours bring that have passed. It gives up when told to. */
type LiveHours = (signal: AbortSignal) => Promise<void>;

/** The time that the product lives in. */
export interface Time {
  clock: Clock;
  /** From now on lives each day that somebody skips; the answer ends that. */
  follow: (log: Logger, liveHours?: LiveHours) => () => Promise<void>;
}

const look_ms = 500;
const answer_ms = 2_000;
/** So far apart are the moments of a skipped day at which is done what its hours bring: one of the two is always in the twelve hours in which people are written to. */
const step_ms = dayInMs / 2;
/** Work that is not done by then goes on beside what comes next. */
const stepLimit_ms = 10_000;

/** Money moves in the sandbox's time when both who lend it and who repay it are played there. */
const isPlayed = ({ lithic, plaid }: Config) => lithic.mode === 'sandbox' && plaid.mode === 'sandbox';

/** By how many days somebody has moved the sandbox on; undefined while it does not answer. */
async function readDaysAhead({ lithic }: Config): Promise<number | undefined> {
  try {
    const answer = await fetch(`${new URL(lithic.baseUrl).origin}/control/clock`, { signal: AbortSignal.timeout(answer_ms) });
    return answer.ok ? ((await answer.json()) as { days_ahead: number }).days_ahead : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The machine's time, or, where the sandbox plays the world, the sandbox's: when somebody moves that on, so does what is
 * due. Days that were skipped at once are lived one after the other, so that what each of them brings is done on it.
 */
export async function openTime(config: Config): Promise<Time> {
  if (!isPlayed(config)) return { clock: systemClock, follow: () => async () => {} };
  const first = await readDaysAhead(config);
  let ahead_ms = first === undefined ? undefined : first * dayInMs;

  async function catchUp(liveHours: LiveHours | undefined, stopping: AbortSignal): Promise<void> {
    const days = await readDaysAhead(config);
    if (days === undefined) return;
    const theirs_ms = days * dayInMs;
    // Who has just come, or finds the sandbox begun anew, has no days to live after.
    ahead_ms = Math.min(ahead_ms ?? theirs_ms, theirs_ms);
    while (ahead_ms < theirs_ms && !stopping.aborted) {
      ahead_ms += step_ms;
      await liveHours?.(AbortSignal.any([stopping, AbortSignal.timeout(stepLimit_ms)]));
    }
  }

  return {
    clock: () => new Date(systemClock().getTime() + (ahead_ms ?? 0)),
    follow(log, liveHours) {
      const stopping = new AbortController();
      const following = (async () => {
        while (!stopping.signal.aborted) {
          await catchUp(liveHours, stopping.signal).catch((error: unknown) => log.warn({ err: error }, 'a day of the sandbox was not lived to its end'));
          await pause(look_ms, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
        }
      })();
      return async () => {
        stopping.abort();
        await following;
      };
    },
  };
}
