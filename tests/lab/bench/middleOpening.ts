import { median } from '../../support/percentile.ts';
import type { Figure } from './figures.ts';

type Run<Key extends string> = Readonly<Record<Key, number>>;

/** Returns the median of the openings of a page. */
export function middleOf<Key extends string>(runs: readonly Run<Key>[], key: Key): number {
  return median(runs.map((run) => run[key]));
}

/** Returns a function that describes figures of a page opened several times: the median of the openings for each key, beside its limit. */
export function middleOpening<Key extends string>(runs: readonly Run<Key>[], limits: Run<Key>) {
  return (name: string, key: Key, unit: string): Figure => ({
    name,
    value: middleOf(runs, key),
    unit,
    beside: { name: 'the most it may be', value: limits[key] },
    ratioMost: 1,
  });
}
