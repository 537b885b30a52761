import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addCalendarDays, isoDate } from '../../../server/domain/basics/dates.ts';
import { cents } from '../../../server/domain/basics/money.ts';
import { expectedSales } from '../../../server/domain/cashFlow/expectedSales.ts';
import { salesRecord, sameWeekdays } from '../../../server/domain/cashFlow/salesDays.ts';

// A Monday.
const today = isoDate('2026-11-16');

/** Sales of the weeks before today, the last day last. */
const sold = (first: string, amounts: readonly number[]) =>
  salesRecord(
    amounts.map((amount, day) => ({ date: addCalendarDays(isoDate(first), day), sold_cents: cents(amount) })),
    isoDate(first),
    today,
  );

const steady = (count: number, amount: number) => Array.from({ length: count }, () => amount);

describe('the sales expected on a day', () => {
  it('are the mean of the last four same weekdays, between the least and the most of them', () => {
    // Six weeks. The Tuesdays sold 1,000 to 10,000 cents, the other days nothing.
    const tuesdays = [1_000, 10_000, 9_000, 4_000, 6_000, 7_001];
    const record = sold(
      '2026-10-05',
      tuesdays.flatMap((amount) => [0, amount, 0, 0, 0, 0, 0]),
    );
    // 26,001 of four, rounded toward zero.
    const expected = { low_cents: 4_000, expected_cents: 6_500, high_cents: 9_000 };
    expect(expectedSales(record, isoDate('2026-11-17'))).toEqual({ date: '2026-11-17', ...expected });
    expect(expectedSales(record, isoDate('2027-02-09'))).toEqual({ date: '2027-02-09', ...expected });
    expect(expectedSales(record, isoDate('2026-11-18'))).toMatchObject({ low_cents: 0, expected_cents: 0, high_cents: 0 });
  });

  it('leave out the present day, which is not over', () => {
    expect(sameWeekdays({ first: isoDate('2026-11-01'), today }, today, 8)).toEqual(['2026-11-09', '2026-11-02']);
    expect(sameWeekdays({ first: isoDate('2026-11-01'), today }, isoDate('2026-11-22'), 8)).toEqual(['2026-11-15', '2026-11-08', '2026-11-01']);
  });

  it('lie in their range in three of five cases, when days are alike', () => {
    // Of five different amounts in any order, each is the last one equally often.
    const lots = 20_000;
    const random = fc.sample(fc.uniqueArray(fc.integer({ min: 0, max: 1_000_000 }), { minLength: 5, maxLength: 5 }), { numRuns: lots, seed: 5 });
    const held = random.filter(([further = 0, ...mondays]) => {
      const record = sold(
        '2026-10-19',
        mondays.flatMap((amount) => [amount, 0, 0, 0, 0, 0, 0]),
      );
      const { low_cents, high_cents } = expectedSales(record, today);
      return further >= low_cents && further <= high_cents;
    });
    expect(held.length / lots).toBeGreaterThan(0.58);
    expect(held.length / lots).toBeLessThan(0.62);
  });

  it('follow the season of the year before', () => {
    // 1,000 a day until 364 days ago, then 3,000 a day for sixteen weeks, then 2,000.
    const record = sold(addCalendarDays(today, -420), [...steady(56, 1_000), ...steady(112, 3_000), ...steady(252, 2_000)]);
    // The eight weeks around the day asked about sold 168,000 last year; those around the four Mondays before today 98,000, 84,000, 70,000
    // and 56,000, as 21, 14, 7 and none of their days are of the high weeks. So 2,000 becomes 3,428, 4,000, 4,800 and 6,000.
    const { low_cents, expected_cents, high_cents } = expectedSales(record, addCalendarDays(today, 56));
    expect([low_cents, expected_cents, high_cents]).toEqual([3_428, 4_557, 6_000]);
  });

  it('are as they were while less than a year is known', () => {
    const record = sold(addCalendarDays(today, -363), [...steady(56, 9_000), ...steady(307, 2_000)]);
    expect(expectedSales(record, addCalendarDays(today, 14))).toMatchObject({ low_cents: 2_000, expected_cents: 2_000, high_cents: 2_000 });
  });

  it('follow no season that is more than three times as strong, up or down, and none that sold nothing', () => {
    const expectedAfter = (year: readonly number[]) => expectedSales(sold(addCalendarDays(today, -420), year), addCalendarDays(today, 70)).expected_cents;
    expect(expectedAfter([...steady(90, 1_000), ...steady(120, 50_000), ...steady(210, 2_000)])).toBe(6_000);
    expect(expectedAfter([...steady(90, 50_000), ...steady(120, 1_000), ...steady(210, 2_000)])).toBe(666);
    expect(expectedAfter([...steady(90, 1_000), ...steady(120, 0), ...steady(210, 2_000)])).toBe(2_000);
  });
});
