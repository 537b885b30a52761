import { describe, expect, it } from 'vitest';
import { cents } from '../../../server/domain/basics/money.ts';
import { expectedMonthSales, lastYear } from '../../../server/domain/store/salesYear.ts';

describe('a year of sales beside spending', () => {
  it('is the running month and the eleven before it, and 0 where there is nothing', () => {
    const months = lastYear(
      new Map([
        ['2026-02', cents(500)],
        ['2025-02', cents(9)],
      ]),
      new Map([['2025-03', cents(-200)]]),
      new Date('2026-02-28T23:59:59Z'),
    );
    expect(months.map(({ month }) => month).join(' ')).toBe('2025-03 2025-04 2025-05 2025-06 2025-07 2025-08 2025-09 2025-10 2025-11 2025-12 2026-01 2026-02');
    expect(months[0]).toEqual({ month: '2025-03', sales_cents: 0, spent_cents: -200 });
    expect(months.at(-1)).toEqual({ month: '2026-02', sales_cents: 500, spent_cents: 0 });
  });
});

describe('what a month is expected to sell', () => {
  it.each<[string, number, number, number, string, number | null]>([
    ['goes on at the pace of 90 days', 100_000, 900_000, 90, '2026-04-21T00:00:00Z', 200_000],
    ['is what was sold when the month is over but for an instant', 100_000, 900_000, 90, '2026-04-30T23:59:59.999Z', 100_000],
    ['is a whole month at its first instant', 0, 900_000, 90, '2026-04-01T00:00:00Z', 300_000],
    ['is no more than a month for a store that opened yesterday', 30_000, 30_000, 1, '2026-04-29T00:00:00Z', 32_000],
    ['counts a leap day', 0, 900_000, 90, '2028-02-01T00:00:00Z', 290_000],
    ['is not known without sales', 0, 0, 0, '2026-04-01T00:00:00Z', null],
  ])('%s', (_, soFar, gross, history_days, now, expected) => {
    expect(expectedMonthSales(cents(soFar), { gross_sales_cents: cents(gross), history_days }, new Date(now))).toBe(expected);
  });
});
