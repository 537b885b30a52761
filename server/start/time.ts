import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type Clock, systemClock } from '../clock.ts';
import type { Config } from '../config.ts';
import { dayInMs } from '../domain/dates.ts';

/** What happens when a day has passed. It gives up when told to. */
type LiveDay = (signal: AbortSignal) => Promise<void>;

/** The time that the product lives in. */
export interface Time {
  clock: Clock;
  /** From now on lives each day that passes faster than the machine's; the answer ends that. */
  follow: (log: Logger, liveDay?: LiveDay) => () => Promise<void>;
}

const look_ms = 500;
const answer_ms = 2_000;
/** A day whose work is not done by then goes on beside the next. */
const dayLimit_ms = 10_000;

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
  let ahead_days = await readDaysAhead(config);

  async function catchUp(liveDay: LiveDay | undefined, stopping: AbortSignal): Promise<void> {
    const theirs = await readDaysAhead(config);
    if (theirs === undefined) return;
    // Who has just come, or finds the sandbox begun anew, has no days to live after.
    ahead_days = Math.min(ahead_days ?? theirs, theirs);
    while (ahead_days < theirs && !stopping.aborted) {
      ahead_days += 1;
      await liveDay?.(AbortSignal.any([stopping, AbortSignal.timeout(dayLimit_ms)]));
    }
  }

  return {
    clock: () => new Date(systemClock().getTime() + (ahead_days ?? 0) * dayInMs),
    follow(log, liveDay) {
      const stopping = new AbortController();
      const following = (async () => {
        while (!stopping.signal.aborted) {
          await catchUp(liveDay, stopping.signal).catch((error: unknown) => log.warn({ err: error }, 'a day of the sandbox was not lived to its end'));
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
