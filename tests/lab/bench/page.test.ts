import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { benchmarksPage, resultsOf, storedResults } from './page.ts';

const measured = [
  {
    subject: 'sends',
    load: 0.25,
    figures: [{ name: 'letters', value: 12.34, unit: 'a second', beside: { name: 'bare sends', value: 24.68 }, ratioLeast: 0.4 }],
  },
  { subject: 'insights', load: 0.5, figures: [{ name: 'a call', value: 60, unit: 'ms', beside: { name: 'a key read', value: 1 }, valueMost: 50 }] },
  { subject: 'live', load: 1, figures: [{ name: 'streams', value: 0.5, unit: 'ms', beside: { name: 'nothing', value: 1 } }] },
];

it('a run of all benchmarks has a row for each figure with its ratio and limit, marks what was missed, and tells where, when and at what load it ran', () => {
  const page = benchmarksPage(resultsOf('a machine', 'November 25, 2026', measured));
  expect(page).toContain('on a machine, November 25, 2026, at a load of 0.3 to 1.0 when');
  expect(page).toContain('| `sends` | letters | 12.3 a second | 24.7 (bare sends) | 0.500 | at least 0.4 |');
  expect(page).toContain('| `insights` | a call | 60.0 ms | 1.0 (a key read) | 60.000 | at most 50 ms: **missed** |');
  expect(page).toContain('| `live` | streams | 0.500 ms | 1.0 (nothing) | 0.500 | told alone |');
});

it('the page of benchmarks is what `npm run docs` prints of the last run', () => {
  expect(readFileSync('server/docs/benchmarks.md', 'utf8')).toBe(benchmarksPage(storedResults()));
});
