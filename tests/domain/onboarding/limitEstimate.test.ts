import { describe, expect, it } from 'vitest';
import { type LimitEstimate, limitEstimate, limitOutlook } from '../../../server/domain/onboarding/limitEstimate.ts';

const read = { sync_state: 'done', last_synced_at: '2026-07-06T12:00:00.000Z' } as const;
const worked = { total_cents: 12_345_67, taken_at: '2026-07-06T12:00:01.000Z' };

/** The text of the steps after a store, once it is read. */
const wordsOf = (estimate: LimitEstimate, store_name: string | null) =>
  limitOutlook({ store_name, sync_state: 'done', synced_count: 0, expected_count: null }, estimate, null);

describe('the estimate of a limit', () => {
  it.each([
    [12_345_67, 12_300_00],
    [1_000_00, 1_000_00],
    [199_99, 100_00],
    [99_99, 99_99],
    [1_00, 1_00],
  ])('of %i cents is about %i', (total_cents, about) => {
    expect(limitEstimate({ ...read, ...worked, total_cents })).toEqual({ state: 'known', about });
  });

  it.each([
    ['waiting', { ...read, ...worked, sync_state: 'waiting' }],
    ['running, with a starting limit worked out before', { ...read, ...worked, sync_state: 'running' }],
    ['read, and nothing worked out', { ...read, total_cents: null, taken_at: null }],
    ['read after the last run', { ...read, ...worked, taken_at: '2026-07-06T11:59:59.999Z' }],
  ] as const)('is being worked out while the store is %s', (_state, facts) => {
    expect(limitEstimate(facts)).toEqual({ state: 'being_read' });
  });

  it.each([
    ['no store', { ...worked, sync_state: null, last_synced_at: null }],
    ['a store that cannot be read', { ...read, ...worked, sync_state: 'failed' }],
    ['a limit that would be told as $0', { ...read, ...worked, total_cents: 99 }],
    ['no limit', { ...read, ...worked, total_cents: 0 }],
  ] as const)('is none with %s', (_state, facts) => {
    expect(limitEstimate(facts)).toEqual({ state: 'none' });
    expect(wordsOf(limitEstimate(facts), 'Acme')).toBeNull();
  });

  it('says in which currencies sales do not count, also where there is nothing else to say', () => {
    const store = { store_name: 'Acme', sync_state: 'done', synced_count: 9, expected_count: 9, other_currencies: ['CAD'] } as const;
    const text = 'Sales in Canadian dollars (CAD) do not count toward your limit: it follows from sales in US dollars alone.';
    expect(limitOutlook(store, { state: 'none' }, null)).toEqual({ title: null, text, percent: null });
    expect(limitOutlook(store, { state: 'being_read' }, null)?.text).toBe(`We are reading the sales of Acme. You need not wait: go on here. ${text}`);
  });

  it('never promises, and says why home may differ', () => {
    const words = wordsOf(limitEstimate({ ...read, ...worked }), 'Acme Store');
    expect(words?.title).toBe('Your limit: about $12,300');
    expect(words?.text).toMatch(/An estimate from the sales of Acme Store, not a promise\..*your home page may show a little more or less\./);
    expect(wordsOf({ state: 'being_read' }, null)).toEqual({
      title: 'Your limit: being worked out',
      text: 'We are reading the sales of your store. You need not wait: go on here.',
      percent: null,
    });
  });
});
