import { keepDoing, type Load } from './load.ts';
import { inMebibytes } from './memory.ts';
import type { Memory } from './roles.ts';
import type { SentNews } from './sentNews.ts';

const every_ms = 30_000;

interface Seen {
  sentNews: SentNews;
  samples: readonly Memory[];
}

/** Prints a line of progress every half a minute. */
export const reportProgress =
  ({ sentNews, samples }: Seen) =>
  async (load: Load): Promise<void> => {
    const began_ms = performance.now();
    let calls = 0;
    await keepDoing(load, every_ms, async () => {
      const more = load.record.count() - calls;
      calls += more;
      const done = ['days', 'spend', 'kills'].map((what) => `${load.tally.get(what) ?? 0} ${what}`).join(', ');
      const memory = inMebibytes(samples.at(-1)?.kept_bytes ?? 0);
      const passed_s = Math.round((performance.now() - began_ms) / 1_000);
      console.log(`${passed_s} s: ${(more / (every_ms / 1_000)).toFixed(1)} calls/s, ${sentNews.count()} webhooks, ${done}, web keeps ${memory}`);
    });
  };
