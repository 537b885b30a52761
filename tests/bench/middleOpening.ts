import type { Figure } from './figures.ts';

/**
 * Writes figures of a page that was opened several times: of each key the middle of what the openings came to, beside the
 * most that it may be.
 */
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
