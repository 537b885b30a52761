import type { Figure } from './figures.ts';

/** Returns a function that describes figures of a page opened several times: the median of the openings for each key, beside its limit. */
export function middleOpening<Key extends string>(runs: readonly Readonly<Record<Key, number>>[], limits: Readonly<Record<Key, number>>) {
  const middle = (key: Key) => runs.map((run) => run[key]).toSorted((one, other) => one - other)[Math.floor(runs.length / 2)] ?? Number.NaN;
  return (name: string, key: Key, unit: string): Figure => ({
    name,
    value: middle(key),
    unit,
    beside: { name: 'the most it may be', value: limits[key] },
    ratioMost: 1,
  });
}
