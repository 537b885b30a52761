import { setTimeout as pause } from 'node:timers/promises';

/** Fails a test some time before its own limit when the expected never comes. A machine that does ten other things may take a minute for what takes a second. */
const patienceMs = 60_000;
const firstPauseMs = 40;
/** The pause grows up to this, because the asking takes time from the thing that is waited for. */
const longestPauseMs = 250;

/**
 * Polls until `look` returns something other than undefined, null or false, and returns that. For effects of jobs and
 * webhooks, which take their own time. `what` names the effect in the error when it never comes.
 */
export async function eventually<Seen>(what: string, look: () => Promise<Seen>): Promise<Exclude<NonNullable<Seen>, false>> {
  let pauseMs = firstPauseMs;
  for (let waitedMs = 0; waitedMs < patienceMs; waitedMs += pauseMs) {
    const seen = await look();
    if (seen !== undefined && seen !== null && seen !== false) return seen as Exclude<NonNullable<Seen>, false>;
    await pause(pauseMs);
    pauseMs = Math.min(pauseMs * 1.4, longestPauseMs);
  }
  throw new Error(`never came: ${what}`);
}
