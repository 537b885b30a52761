import { median } from '../../support/percentile.ts';
import { keepDoing, type Load } from './load.ts';
import type { Memory } from './roles.ts';

const betweenSamplesMs = 3_000;

/** Samples the web process's memory after a collection, repeatedly, and appends to a list. */
export const watchMemory =
  (samples: Memory[]) =>
  (load: Load): Promise<void> =>
    keepDoing(load, Math.min(betweenSamplesMs, load.lastsMs / 40), async () => void samples.push(await load.product.webMemory()));

const mebibyte = 2 ** 20;
export const inMebibytes = (bytes: number): string => `${(bytes / mebibyte).toFixed(1)} MiB`;

/** Returns a quarter of the samples; the first is number 1. */
function quarter(samples: readonly Memory[], number: 1 | 2 | 3 | 4): Memory[] {
  const size = samples.length / 4;
  return samples.slice(Math.floor((number - 1) * size), Math.floor(number * size));
}

export interface MemoryGrowth {
  kept: { second_bytes: number; last_bytes: number };
  rss: { second_bytes: number; last_bytes: number };
}

/** Returns the medians of the second and of the last quarter; the first quarter is the warm-up. */
export function memoryGrowth(samples: readonly Memory[]): MemoryGrowth {
  const [second, last] = [quarter(samples, 2), quarter(samples, 4)];
  const of = (name: keyof Memory) => ({ second_bytes: median(second.map((sample) => sample[name])), last_bytes: median(last.map((sample) => sample[name])) });
  return { kept: of('kept_bytes'), rss: of('rss_bytes') };
}

/** Allowed growth, relative or in bytes, for caches that still fill. A leak of one kilobyte per call exceeds either. */
const allowed = { kept: { share: 0.08, bytes: 6 * mebibyte }, rss: { share: 0.15, bytes: 24 * mebibyte } };

/** Returns the memory figures that grew more than allowed, and those of which there are too few samples to tell. */
export function memoryFailures(growth: MemoryGrowth): string[] {
  return (['kept', 'rss'] as const).flatMap((name) => {
    const { second_bytes, last_bytes } = growth[name];
    const most_bytes = second_bytes + Math.max(allowed[name].bytes, second_bytes * allowed[name].share);
    const what = name === 'kept' ? 'what the web process keeps after a collection' : 'the memory of the web process';
    if (Number.isNaN(most_bytes + last_bytes)) return [`${what} was sampled too seldom`];
    return last_bytes <= most_bytes ? [] : [`${what} grew from ${inMebibytes(second_bytes)} to ${inMebibytes(last_bytes)}`];
  });
}
