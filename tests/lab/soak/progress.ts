import { keepDoing, type Load } from './load.ts';
import { inMebibytes } from './memory.ts';
import type { Memory } from './roles.ts';
import type { SentEvents } from './sentEvents.ts';

const everyMs = 30_000;

interface Seen {
  sentEvents: SentEvents;
  samples: readonly Memory[];
}

/** Prints a line of progress every half a minute. */
export const reportProgress =
  ({ sentEvents, samples }: Seen) =>
  async (load: Load): Promise<void> => {
    const beganMs = performance.now();
    let calls = 0;
    await keepDoing(load, everyMs, async () => {
      const more = load.record.count() - calls;
      calls += more;
      const done = ['days', 'spend', 'kills'].map((what) => `${load.tally.get(what) ?? 0} ${what}`).join(', ');
      const memory = inMebibytes(samples.at(-1)?.kept_bytes ?? 0);
      const passedSeconds = Math.round((performance.now() - beganMs) / 1_000);
      console.log(`${passedSeconds} s: ${(more / (everyMs / 1_000)).toFixed(1)} calls/s, ${sentEvents.count()} webhooks, ${done}, web keeps ${memory}`);
    });
  };
