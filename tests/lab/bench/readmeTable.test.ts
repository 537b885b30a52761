import { expect, it } from 'vitest';
import { sectionOf, withSection } from './readmeTable.ts';

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
  const section = sectionOf('a machine', 'November 25, 2026', measured);
  expect(section).toContain('on a machine, November 25, 2026, at a load of 0.3 to 1.0 when');
  expect(section).toContain('| `sends` | letters | 12.3 a second | 24.7 (bare sends) | 0.500 | at least 0.4 |');
  expect(section).toContain('| `insights` | a call | 60.0 ms | 1.0 (a key read) | 60.000 | at most 50 ms: **missed** |');
  expect(section).toContain('| `live` | streams | 0.500 ms | 1.0 (nothing) | 0.500 | told alone |');
});

it('its table takes the place of the one before, and leaves the rest of the README alone', () => {
  const before = '# A\n\n## Benchmarks\n\nold\n\n## Settings\n\nkept\n';
  expect(withSection(before, '## Benchmarks\n\nnew\n')).toBe('# A\n\n## Benchmarks\n\nnew\n\n## Settings\n\nkept\n');
  expect(withSection('## Benchmarks\n\nold\n', '## Benchmarks\n\nnew\n')).toBe('## Benchmarks\n\nnew\n');
  expect(() => withSection('# A\n', 'new')).toThrow('no section');
});
