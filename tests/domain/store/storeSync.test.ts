import { describe, expect, it } from 'vitest';
import { limitEstimate, limitOutlook } from '../../../server/domain/onboarding/limitEstimate.ts';
import { type StoreSyncFacts, storeSyncPercent, storeSyncWords } from '../../../server/domain/store/storeSync.ts';

const running: StoreSyncFacts = { store_name: 'Acme', sync_state: 'running', synced_count: 0, expected_count: null };
const reading = { months_read: 6, months_wanted: 12 };
const nothingYet = { months_read: 0, months_wanted: 12 };

describe('how far a store has been read', () => {
  it.each([
    [{ ...running, sync_state: 'waiting' }, null, 'We are about to read the sales of Acme. You need not wait for it.', null],
    [running, null, 'We are reading the sales of Acme. You need not wait for it.', null],
    [running, nothingYet, 'We are reading the sales of Acme. You need not wait for it.', null],
    [running, reading, 'Reading your store: 6 of 12 months. You need not wait for it.', 50],
    [{ ...running, synced_count: 1200 }, null, 'We are reading the sales of Acme: 1,200 so far. You need not wait for it.', null],
    [{ ...running, synced_count: 1200, expected_count: 4800 }, null, 'We are reading the sales of Acme: 1,200 of 4,800 so far. You need not wait for it.', 25],
    [{ ...running, synced_count: 5000, expected_count: 4800 }, null, 'We are reading the sales of Acme: 5,000 of 4,800 so far. You need not wait for it.', 100],
    [{ ...running, store_name: null, sync_state: 'failed' }, reading, 'The sales of your store could not be read just now. We try again by ourselves.', null],
    [{ ...running, sync_state: 'done' }, reading, null, null],
    [{ ...running, sync_state: null }, null, null, null],
  ] as const)('%o with %o is said as %j, %j percent', (store, months, words, percent) => {
    expect(storeSyncWords(store, months)).toBe(words);
    expect(storeSyncPercent(store, months)).toBe(percent);
  });
});

describe('what the steps after the store say of it', () => {
  const done = { ...running, sync_state: 'done', last_synced_at: '2026-07-06T12:00:00.000Z' } as const;
  const worked = { total_cents: 12_345_67, taken_at: '2026-07-06T12:00:01.000Z' };

  it('is the limit to come beside the months that have been read', () => {
    const store = { ...done, sync_state: 'running' } as const;
    expect(limitOutlook(store, limitEstimate({ ...store, ...worked }), reading)).toEqual({
      title: 'Your limit: being worked out',
      text: 'Reading your store: 6 of 12 months. You need not wait for it.',
      percent: 50,
    });
  });

  it('is an estimate once all is read', () => {
    expect(limitOutlook(done, limitEstimate({ ...done, ...worked }), null)).toMatchObject({ title: 'Your limit: about $12,300', percent: null });
  });

  it('is a failure without a limit, and nothing without a store', () => {
    const failed = { ...done, sync_state: 'failed' } as const;
    expect(limitOutlook(failed, limitEstimate({ ...failed, ...worked }), null)).toEqual({
      title: null,
      text: 'The sales of Acme could not be read just now. We try again by ourselves.',
      percent: null,
    });
    const none = { ...done, sync_state: null, last_synced_at: null };
    expect(limitOutlook(none, limitEstimate({ ...none, ...worked }), null)).toBeNull();
  });
});
