import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addCalendarDays, isoDate } from '../../../server/domain/basics/dates.ts';
import { cents } from '../../../server/domain/basics/money.ts';
import { expectedSales } from '../../../server/domain/cashFlow/expectedSales.ts';
import { quantileOf } from '../../../server/domain/cashFlow/quantile.ts';
import { salesRecord, sameWeekdays } from '../../../server/domain/cashFlow/salesDays.ts';

const dollars = (amounts: readonly number[]) => amounts.map((amount) => cents(amount * 100));
// A Monday.
const today = isoDate('2026-11-16');

describe('a quantile of a few samples', () => {
  // Eight samples: position 1.8 is eight tenths of the way from the first to the second, 4.5 midway, 7.2 two tenths past the seventh.
  it.each([
    [20, 180],
    [50, 450],
    [80, 720],
  ])('at %i percent of 1 to 8 dollars is %i cents', (percent, expected) => {
    expect(quantileOf(dollars([5, 1, 8, 3, 2, 7, 4, 6]), percent)).toBe(expected);
  });

  it('stays between the least and the largest of very few', () => {
    // Of three samples the positions would be 0.8 and 3.2.
    expect([20, 50, 80].map((percent) => quantileOf(dollars([3, 1, 2]), percent))).toEqual([100, 200, 300]);
    expect(quantileOf(dollars([7]), 20)).toBe(700);
    expect(quantileOf([], 50)).toBe(0);
  });

  it('holds a further sample like the eight in three of five cases', () => {
    // Of nine different amounts in any order, each is the last one equally often.
    let held = 0;
    const lots = 20_000;
    const random = fc.sample(fc.uniqueArray(fc.integer({ min: 0, max: 1_000_000 }), { minLength: 9, maxLength: 9 }), { numRuns: lots, seed: 5 });
    for (const [further = 0, ...samples] of random) {
      const eight = samples.map(cents);
      if (further >= quantileOf(eight, 20) && further <= quantileOf(eight, 80)) held += 1;
    }
    expect(held / lots).toBeGreaterThan(0.58);
    expect(held / lots).toBeLessThan(0.62);
  });
});

/** Sales of the weeks before today, the last day last. */
const sold = (first: string, amounts: readonly number[]) =>
  salesRecord(
    amounts.map((amount, day) => ({ date: addCalendarDays(isoDate(first), day), sold_cents: cents(amount) })),
    isoDate(first),
    today,
  );

describe('the sales expected on a day', () => {
  it('are the median of the last eight same weekdays, with their 20 to 80 percent range', () => {
    // Ten weeks. The Tuesdays sold 1,000 to 10,000 cents, the other days nothing.
    const tuesdays = [1_000, 2_000, 3_000, 10_000, 8_000, 5_000, 9_000, 4_000, 6_000, 7_000];
    const record = sold(
      '2026-09-07',
      tuesdays.flatMap((amount) => [0, amount, 0, 0, 0, 0, 0]),
    );
    // The last eight are 3,000 to 10,000, of which the newer four sold as much as the older.
    expect(expectedSales(record, isoDate('2026-11-17'))).toEqual({
      date: '2026-11-17',
      low_cents: 3_800,
      expected_cents: 6_500,
      high_cents: 9_200,
      samples: 8,
    });
    expect(expectedSales(record, isoDate('2027-02-09'))).toMatchObject({ low_cents: 3_800, expected_cents: 6_500, high_cents: 9_200 });
    expect(expectedSales(record, isoDate('2026-11-18'))).toMatchObject({ low_cents: 0, expected_cents: 0, high_cents: 0 });
  });

  it('are taken from fewer days while there are no eight', () => {
    const record = sold(
      '2026-10-19',
      Array.from({ length: 28 }, (_, day) => day * 100),
    );
    // Mondays sold 0, 700, 1,400 and 2,100: positions 1 and 4 are the ends.
    expect(expectedSales(record, today)).toEqual({ date: today, low_cents: 0, expected_cents: 1_050, high_cents: 2_100, samples: 4 });
  });

  it('leave out the present day, which is not over', () => {
    expect(sameWeekdays({ first: isoDate('2026-11-01'), today }, today, 8)).toEqual(['2026-11-09', '2026-11-02']);
    expect(sameWeekdays({ first: isoDate('2026-11-01'), today }, isoDate('2026-11-22'), 8)).toEqual(['2026-11-15', '2026-11-08', '2026-11-01']);
  });

  describe('after eight weeks of which the last four sold', () => {
    const days = (count: number, amount: number) => Array.from({ length: count }, () => amount);
    const expected = (older: number, newer: number) => {
      const { low_cents, expected_cents, high_cents } = expectedSales(sold('2026-09-21', [...days(28, older), ...days(28, newer)]), addCalendarDays(today, 40));
      return [low_cents, expected_cents, high_cents];
    };

    it('clearly more, are at their level, in as wide a range as the eight', () => {
      // The eight are 1,000 and 3,000, four each, 2,000 on average: at the level of 3,000 they are one and a half times as much.
      expect(expected(1_000, 3_000)).toEqual([1_500, 3_000, 4_500]);
    });

    it('clearly less, are at their level', () => {
      expect(expected(3_000, 1_000)).toEqual([500, 1_000, 1_500]);
    });

    it('15 percent more or less, are those of all eight: such a move is chance', () => {
      expect(expected(1_000, 1_150)).toEqual([1_000, 1_075, 1_150]);
      expect(expected(1_150, 1_000)).toEqual([1_000, 1_075, 1_150]);
      // 2 × 1,151 of 2,151 parts, rounded toward zero: 1,070 and 1,231.
      expect(expected(1_000, 1_151)).toEqual([1_070, 1_150, 1_231]);
    });

    it('nothing, or the four before them nothing, are those of all eight: no level is known', () => {
      expect(expected(1_000, 0)).toEqual([0, 500, 1_000]);
      expect(expected(0, 1_000)).toEqual([0, 500, 1_000]);
    });
  });

  it('stay at the level of all there is in the first eight weeks', () => {
    // 27 days of 1,000 and 28 of 3,000: a day less than eight weeks.
    const record = sold(
      '2026-09-22',
      Array.from({ length: 55 }, (_, day) => (day < 27 ? 1_000 : 3_000)),
    );
    expect(expectedSales(record, addCalendarDays(today, 1)).expected_cents).toBe(2_000);
  });

  it('take a rise that the year before had too for the season, not for a new level', () => {
    // A year of 1,000 a day but for the four weeks up to this day of last year and the last four weeks, which sold 2,000.
    const first = addCalendarDays(today, -420);
    const isHigh = (day: number) => (day >= 28 && day < 56) || day >= 392;
    const record = sold(
      first,
      Array.from({ length: 420 }, (_, day) => (isHigh(day) ? 2_000 : 1_000)),
    );
    // Ten weeks from now last year sold 1,000: the samples of before are that, those of the last four weeks are carried down to it.
    expect(expectedSales(record, addCalendarDays(today, 70)).expected_cents).toBe(1_000);
  });

  it('follow the season of the year before', () => {
    // 1,000 a day until a year and a week ago, then 3,000 a day for twelve weeks, then 1,000 again.
    const first = isoDate('2025-06-30');
    const peak = [addCalendarDays(today, -364), addCalendarDays(today, -364 + 84)] as const;
    const amounts = Array.from({ length: 504 }, (_, day) => {
      const date = addCalendarDays(first, day);
      return date >= peak[0] && date < peak[1] ? 3_000 : 1_000;
    });
    const record = sold(first, amounts);
    // Four weeks from now last year's four weeks around it sold three times those around each sample eight to two weeks ago, and more
    // than those around last week's; the median is of a sample from before the peak.
    expect(expectedSales(record, addCalendarDays(today, 28)).expected_cents).toBe(3_000);
    expect(expectedSales(record, addCalendarDays(today, 28)).high_cents).toBe(3_000);
  });

  it('follow no season that is more than three times as strong', () => {
    const first = isoDate('2025-06-30');
    const peak = addCalendarDays(today, -364);
    const record = sold(
      first,
      Array.from({ length: 504 }, (_, day) =>
        addCalendarDays(first, day) >= peak && addCalendarDays(first, day) < addCalendarDays(peak, 84) ? 50_000 : 1_000,
      ),
    );
    expect(expectedSales(record, addCalendarDays(today, 28)).expected_cents).toBe(3_000);
  });
});
