import { setTimeout as pause } from 'node:timers/promises';
import type { LithicState } from './state.ts';

/** Does work after one second, unless the stand-in is stopped before. `failed` says in the log that it failed. */
export function doSoon({ core, soon: { calledOff, underWay } }: LithicState, work: () => Promise<void>, failed: string): void {
  const running = pause(1_000, undefined, { signal: calledOff.signal, ref: false })
    .then(work)
    .catch((error: unknown) => {
      if (!calledOff.signal.aborted) core.log.warn({ err: error }, failed);
    })
    .finally(() => underWay.delete(running));
  underWay.add(running);
}

/** Calls off the work that has not begun, and waits for that in progress. */
export async function stopSoon({ soon: { calledOff, underWay } }: LithicState): Promise<void> {
  calledOff.abort();
  await Promise.all(underWay);
}
