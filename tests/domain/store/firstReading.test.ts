import { describe, expect, it } from 'vitest';
import { monthsRead, monthsWanted, readingWords } from '../../../server/domain/store/firstReading.ts';

describe('the first reading of a store', () => {
  it.each([
    ['2026-11-22', '2026-11-22', 1],
    ['2026-06-30', '2026-11-01', 6],
    ['2025-12-31', '2026-01-01', 2],
    ['2025-12-01', '2026-11-30', 12],
    ['2020-01-01', '2026-11-30', 12],
  ])('from %s to %s has come through %i of 12 months', (oldest, newest, months) => {
    expect(monthsRead(new Date(oldest), new Date(newest), 12)).toBe(months);
  });

  it('of no sales has come through none', () => {
    expect(monthsRead(null, null, 12)).toBe(0);
  });

  it('whose platform shows 60 days of orders wants two months, though they lie in three of the calendar', () => {
    const [since, now] = [new Date('2026-09-24T12:00:00Z'), new Date('2026-11-23T12:00:00Z')];
    expect(monthsWanted(since, now)).toBe(2);
    expect(monthsRead(since, now, monthsWanted(since, now))).toBe(2);
    expect(readingWords({ months_read: 2, months_wanted: 2 })).toBe('Reading your store: 2 of 2 months');
  });

  it('wants twelve months where all orders are shown, and never more', () => {
    const now = new Date('2026-11-23T12:00:00Z');
    expect(monthsWanted(null, now)).toBe(12);
    expect(monthsWanted(new Date('2020-01-01T00:00:00Z'), now)).toBe(12);
    expect(monthsWanted(now, now)).toBe(1);
  });

  it.each([
    [0, 'Reading your store'],
    [6, 'Reading your store: 6 of 12 months'],
  ])('of %i months says %s', (months_read, words) => {
    expect(readingWords({ months_read, months_wanted: 12 })).toBe(words);
  });
});
