import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';

interface Looking {
  /** The pause between two looks, in milliseconds. */
  everyMs: number;
  log: Logger;
  /** Says in the log that a look failed. The next one makes up for it. */
  failed: string;
}

/** Looks again and again until it is stopped. Returns the function that stops it, which waits for a look under way. */
export function lookRepeatedly(look: () => Promise<void>, { everyMs, log, failed }: Looking): () => Promise<void> {
  const stopping = new AbortController();
  const looking = (async () => {
    while (!stopping.signal.aborted) {
      await pause(everyMs, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
      if (!stopping.signal.aborted) await look().catch((error: unknown) => log.warn({ err: error }, failed));
    }
  })();
  return async () => {
    stopping.abort();
    await looking;
  };
}
