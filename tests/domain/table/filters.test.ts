import { describe, expect, it } from 'vitest';
import { isoDate } from '../../../server/domain/basics/dates.ts';
import { cents } from '../../../server/domain/basics/money.ts';
import { filtersInWords, hasFilters, noFilters, readFilters, statusLabel } from '../../../server/domain/table/filters.ts';
import { openTab, readShownTable, withShownTable } from '../../../server/domain/table/shownTable.ts';

const read = (query: string, tab: 'card' | 'repayments' | 'receivables' = 'card') => readFilters(new URLSearchParams(query), tab);

describe('filters in the address', () => {
  it('are days, a status and amounts in dollars', () => {
    expect(read('from=2026-11-01&to=2026-11-21&status=pending&min=40&max=1,250.50')).toEqual({
      from: '2026-11-01',
      to: '2026-11-21',
      type: null,
      status: 'pending',
      min_cents: 4_000,
      max_cents: 125_050,
      category: null,
      merchant: null,
      card: null,
      holder: null,
    });
  });

  it.each([
    ['from=2026-02-30&to=soon&min=-5&max=ten', noFilters],
    ['from=1999-12-31&to=3000-01-01', noFilters],
    ['status=returned', noFilters],
    ['card=a%20b&holder=mia', noFilters],
    ['type=repayment&category=bread&merchant=', noFilters],
    ['type=refund&category=meals&merchant=corner%20shop', { ...noFilters, type: 'refund', category: 'meals', merchant: 'corner shop' }],
    ['card=c-1,c-2&holder=owner', { ...noFilters, card: 'c-1,c-2', holder: 'owner' }],
    ['from=2026-02-02&to=2026-02-01', { ...noFilters, from: '2026-02-02' }],
    ['min=10&max=9.99', { ...noFilters, min_cents: 1_000 }],
  ])('that cannot be read count as absent: %s', (query, filters) => {
    expect(read(query)).toEqual(filters);
  });

  it('name a type of the tab, and no category or merchant where rows have none', () => {
    expect(read('type=cashback&category=meals&merchant=shop', 'repayments')).toEqual({ ...noFilters, type: 'cashback' });
    expect(read('type=cashback', 'receivables')).toEqual(noFilters);
  });

  it('are written as they are read, and go with the tab', () => {
    const query = 'tab=repayments&from=2026-11-01&status=returned&min=40.00&other=kept';
    const shown = readShownTable(new URLSearchParams(query));
    expect([...withShownTable(new URLSearchParams('other=kept'), shown)].toSorted()).toEqual([...new URLSearchParams(query)].toSorted());
    expect(withShownTable(new URLSearchParams(query), openTab('receivables')).toString()).toBe('tab=receivables&other=kept');
  });
});

describe('filters in words', () => {
  const mia = '01930000-0000-7000-8000-000000000001';
  const cards = [
    { token: 'c-1', name: 'Ads', last_four: '4242', holder: { id: null, name: 'Ana Lopez' } },
    { token: 'c-2', name: 'Ads', last_four: '1881', holder: { id: mia, name: 'Mia' } },
  ];
  const some = {
    from: isoDate('2026-11-01'),
    to: isoDate('2026-11-21'),
    type: 'statement_credit',
    status: 'cancelled',
    min_cents: cents(4_000),
    max_cents: cents(6_050),
    category: 'meals' as const,
    merchant: 'corner shop',
    card: 'c-1',
    holder: 'owner',
  };

  it('stand one beside the other, each with the filters that are left without it', () => {
    expect(filtersInWords(some, cards)).toEqual([
      { words: 'Nov 1, 2026 to Nov 21, 2026', without: { ...some, from: null, to: null } },
      { words: 'Statement credit', without: { ...some, type: null } },
      { words: 'Canceled', without: { ...some, status: null } },
      { words: '$40.00 to $60.50', without: { ...some, min_cents: null, max_cents: null } },
      { words: 'Meals and groceries', without: { ...some, category: null } },
      { words: 'CORNER SHOP', without: { ...some, merchant: null } },
      { words: 'Ads (4242)', without: { ...some, card: null } },
      { words: 'Ana Lopez', without: { ...some, holder: null } },
    ]);
    expect(filtersInWords(noFilters, cards)).toEqual([]);
    expect([hasFilters(some), hasFilters(noFilters), hasFilters({ ...noFilters, min_cents: cents(0) })]).toEqual([true, false, true]);
  });

  it.each([
    [{ from: isoDate('2026-11-01') }, 'From Nov 1, 2026'],
    [{ to: isoDate('2026-11-01') }, 'Until Nov 1, 2026'],
    [{ from: isoDate('2026-11-01'), to: isoDate('2026-11-01') }, 'Nov 1, 2026'],
    [{ min_cents: cents(0) }, '$0.00 or more'],
    [{ max_cents: cents(999) }, '$9.99 or less'],
    [{ min_cents: cents(999), max_cents: cents(999) }, '$9.99'],
    [{ card: 'c-2,c-1' }, 'Ads (4242), Ads (1881)'],
    [{ card: 'c-9' }, 'Another card'],
    [{ holder: mia }, 'Mia'],
    [{ holder: '01930000-0000-7000-8000-000000000009' }, 'Another person'],
  ])('with one bound: %o', (filters, words) => {
    expect(filtersInWords({ ...noFilters, ...filters }, cards).map((one) => one.words)).toEqual([words]);
  });

  it('name a status as the rows do', () => {
    expect(['pending', 'settled', 'success', 'cancelled'].map(statusLabel)).toEqual(['Pending', 'Settled', 'Success', 'Canceled']);
  });
});
