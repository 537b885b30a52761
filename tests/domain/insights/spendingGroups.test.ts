import { describe, expect, it } from 'vitest';
import { cents } from '../../../server/domain/basics/money.ts';
import { readMonth } from '../../../server/domain/basics/periods.ts';
import { rowsBehind, rowsOfMonth } from '../../../server/domain/insights/rowsBehind.ts';
import { readSpendingChoice } from '../../../server/domain/insights/spendingChoice.ts';
import { changeInWords, shareInWords, spendingGroups, spendingTotal } from '../../../server/domain/insights/spendingGroups.ts';

const mia = '01930000-0000-7000-8000-000000000001';
const cards = [
  { token: 'c-1', name: 'Ads', last_four: '4242', holder: { id: null, name: 'Ana Lopez' } },
  { token: 'c-2', name: 'Ads', last_four: '1881', holder: { id: mia, name: 'Mia' } },
  { token: 'c-3', name: 'Travel', last_four: '0005', holder: { id: mia, name: 'Mia' } },
];
const sum = (value: string | null, spent: number, before: number, count: number) => ({
  value,
  spent_cents: cents(spent),
  before_cents: cents(before),
  count,
});
const seen = (by: 'category' | 'merchant' | 'card' | 'person', ...sums: ReturnType<typeof sum>[]) =>
  spendingGroups(by, sums, cards).map(({ name, filter, spent_cents, before_cents, change_cents, count }) => [
    name,
    filter,
    spent_cents,
    before_cents,
    change_cents,
    count,
  ]);

describe('spending in groups', () => {
  it('by category puts the codes of a group together, and unknown codes under everything else', () => {
    const sums = [sum('7311', 30_000, 10_000, 2), sum('5812', 1_500, 0, 1), sum('5411', 2_500, 4_500, 3), sum(null, 100, 0, 1), sum('0001', 50, 50, 1)];
    expect(seen('category', ...sums)).toEqual([
      ['Advertising', { category: 'advertising' }, 30_000, 10_000, 20_000, 2],
      ['Meals and groceries', { category: 'meals' }, 4_000, 4_500, -500, 4],
      ['Everything else', { category: 'other' }, 150, 50, 100, 2],
    ]);
  });

  it('by merchant writes names as card networks do, and keeps one that had spending in the month before alone', () => {
    expect(seen('merchant', sum('amzn', -700, 0, 1), sum('facebk ads', 900, 100, 4), sum('gone', 0, 5_000, 0))).toEqual([
      ['FACEBK ADS', { merchant: 'facebk ads' }, 900, 100, 800, 4],
      ['GONE', { merchant: 'gone' }, 0, 5_000, -5_000, 0],
      ['AMZN', { merchant: 'amzn' }, -700, 0, -700, 1],
    ]);
  });

  it('by card and by person counts with the person who holds the card now; cards that are not kept stand together', () => {
    const sums = [sum('c-1', 100, 0, 1), sum('c-2', 200, 50, 1), sum('c-3', 300, 0, 2), sum('x-1', 5, 0, 1), sum('x-2', 6, 0, 1)];
    expect(seen('card', ...sums)).toEqual([
      ['Travel (0005)', { card: 'c-3' }, 300, 0, 300, 2],
      ['Ads (1881)', { card: 'c-2' }, 200, 50, 150, 1],
      ['Ads (4242)', { card: 'c-1' }, 100, 0, 100, 1],
      ['A card that is no longer kept', { card: 'x-1,x-2' }, 11, 0, 11, 2],
    ]);
    expect(seen('person', ...sums)).toEqual([
      ['Mia', { holder: mia }, 500, 50, 450, 3],
      ['Ana Lopez', { holder: 'owner' }, 100, 0, 100, 1],
      ['A card that is no longer kept', { card: 'x-1,x-2' }, 11, 0, 11, 2],
    ]);
    expect(spendingTotal(sums)).toEqual({ spent_cents: 611, before_cents: 50, change_cents: 561, count: 6 });
  });

  it('have a share of the month only where it says something', () => {
    const share = (spent: number, total: number) => shareInWords(cents(spent), cents(total));
    expect([share(2_500, 10_000), share(49, 10_000), share(10_000, 10_000)]).toEqual(['25% of the month.', 'Less than 1% of the month.', '100% of the month.']);
    expect([share(0, 10_000), share(-5, 10_000), share(5, 0), share(11_000, 10_000)]).toEqual([null, null, null, null]);
  });
});

describe('a change in words', () => {
  it.each([
    [2_000, 8_000, false, '$20.00 more than in October 2026 (+25%)'],
    [-2_000, 8_000, false, '$20.00 less than in October 2026 (−25%)'],
    [-2_000, 8_000, true, 'So far, $20.00 less than in all of October 2026 (−25%)'],
    [10, 8_000, false, '$0.10 more than in October 2026'],
    [100_000, 1_000, false, '$1,000.00 more than in October 2026'],
    [3_000, -1_000, false, '$30.00 more than in October 2026'],
    [0, 8_000, false, 'As much as in October 2026'],
    [0, 8_000, true, 'So far, as much as in all of October 2026'],
    [500, 0, true, 'Nothing in October 2026'],
  ])('%d from %d, month running: %s', (change, before, isRunning, words) => {
    expect(changeInWords({ change_cents: cents(change), before_cents: cents(before) }, readMonth('2026-10'), isRunning)).toBe(words);
  });
});

describe('the address', () => {
  it('of the rows of a month has its first and its last day', () => {
    expect(rowsOfMonth(readMonth('2024-02'), { category: 'meals' })).toBe('?from=2024-02-01&to=2024-02-29&category=meals');
    expect(rowsOfMonth(readMonth('2025-12'), null)).toBe('?from=2025-12-01&to=2025-12-31');
    expect(rowsBehind('repayments', { type: 'cashback' })).toBe('?tab=repayments&type=cashback');
  });

  it('holds the month and the grouping; what cannot be read is the latest month by category', () => {
    const read = (query: string) => Object.values(readSpendingChoice(new URLSearchParams(query), readMonth('2026-11')));
    expect(read('month=2026-03&by=person')).toEqual(['2026-03', 'person']);
    for (const query of ['', 'month=2026-12&by=shop', 'month=2026-13', 'month=1999-12']) expect(read(query)).toEqual(['2026-11', 'category']);
  });
});
