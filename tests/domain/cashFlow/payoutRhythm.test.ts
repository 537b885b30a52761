import { describe, expect, it } from 'vitest';
import { addCalendarDays, type IsoDate, isoDate } from '../../../server/domain/basics/dates.ts';
import { cents } from '../../../server/domain/basics/money.ts';
import { payoutDay, rhythmOf, usualRhythm } from '../../../server/domain/cashFlow/payoutRhythm.ts';
import { salesRecord } from '../../../server/domain/cashFlow/salesDays.ts';
import { bankHolidays } from '../../../server/holidays.ts';

const isBankHoliday = bankHolidays();
// A Monday.
const today = isoDate('2026-11-16');
const first = addCalendarDays(today, -84);
/** Days that differ: 10,000 cents and a hundred more for each day. */
const amount = (day: number) => 10_000 + ((day * 37) % 11) * 900;
const record = salesRecord(
  Array.from({ length: 84 }, (_, day) => ({ date: addCalendarDays(first, day), sold_cents: cents(amount(day)) })),
  first,
  today,
);

describe('the rhythm of payouts', () => {
  it('is read off daily payouts: three days after the sale, 95 % of it', () => {
    const payouts = Array.from({ length: 60 }, (_, place) => ({ date: addCalendarDays(first, place + 20), amount_cents: cents(amount(place + 17) * 0.95) }));
    expect(rhythmOf(payouts, record)).toEqual({ source: 'payouts', lag_days: 3, counts: 'calendar', weekdays: [0, 1, 2, 3, 4, 5, 6], share: 9_500 });
  });

  it('is read off weekly payouts: on Fridays, of the sales up to two days before', () => {
    const fridays = Array.from({ length: 8 }, (_, week) => addCalendarDays(isoDate('2026-09-25'), 7 * week));
    const soldUntil = (date: IsoDate) => record.soldBetween(addCalendarDays(date, -8), addCalendarDays(date, -1));
    const payouts = fridays.map((date) => ({ date, amount_cents: soldUntil(date) }));
    expect(rhythmOf(payouts, record)).toEqual({ source: 'payouts', lag_days: 2, counts: 'calendar', weekdays: [5], share: 10_000 });
  });

  it('is unknown from fewer than four payouts', () => {
    const payouts = [1, 2, 3].map((ago) => ({ date: addCalendarDays(today, -ago), amount_cents: cents(10_000) }));
    expect(rhythmOf(payouts, record)).toBeNull();
  });

  it('is the usual one of the platform, less 3 % and what went back to buyers; of several the slowest', () => {
    const sales = { sold: cents(100_000), returned: cents(4_000) };
    expect(usualRhythm(['SHOPIFY'], sales)).toEqual({ source: 'platform', lag_days: 2, counts: 'banking', weekdays: [0, 1, 2, 3, 4, 5, 6], share: 9_300 });
    expect(usualRhythm(['SHOPIFY', 'AMAZON'], sales).lag_days).toBe(10);
    expect(usualRhythm(['ODD_SHOP'], sales).lag_days).toBe(3);
    expect(usualRhythm(['SQUARE'], { sold: cents(0), returned: cents(0) })).toMatchObject({ lag_days: 1, share: 9_700 });
  });
});

describe('the day of a payout', () => {
  const usual = usualRhythm(['SHOPIFY'], { sold: cents(0), returned: cents(0) });

  it.each([
    // Thursday, November 26, 2026 is Thanksgiving.
    ['2026-11-24', '2026-11-27'],
    ['2026-11-25', '2026-11-30'],
    ['2026-11-28', '2026-12-01'],
  ])('of a sale on %s, two banking days later, is %s', (sale, paid) => {
    expect(payoutDay(isoDate(sale), usual, isBankHoliday)).toBe(paid);
  });

  it('is the next weekday of payouts, and the next banking day after it', () => {
    const fridays = { ...usual, counts: 'calendar', weekdays: [5] } as const;
    expect(payoutDay(isoDate('2026-11-18'), fridays, isBankHoliday)).toBe('2026-11-20');
    expect(payoutDay(isoDate('2026-11-19'), fridays, isBankHoliday)).toBe('2026-11-27');
    // Friday, December 25, 2026.
    expect(payoutDay(isoDate('2026-12-20'), fridays, isBankHoliday)).toBe('2026-12-28');
  });
});
