import { describe, expect, it } from 'vitest';
import { isoDate } from '../../../server/domain/basics/dates.ts';
import { cents } from '../../../server/domain/basics/money.ts';
import { expectedPurchases } from '../../../server/domain/cashFlow/recurringPurchases.ts';

const span = { today: isoDate('2026-11-16'), until: isoDate('2027-02-14') };
const purchases = (days: Readonly<Record<string, number>>, merchant = 'Mailer') =>
  Object.entries(days).map(([date, amount]) => ({ merchant, made_on: isoDate(date), amount_cents: cents(amount) }));
const expected = (days: Readonly<Record<string, number>>) => expectedPurchases(purchases(days), span).map(({ date, amount_cents }) => [date, amount_cents]);

describe('purchases that come again', () => {
  it('are those of three months in a row, at the newest amount, on the same day of the month', () => {
    expect(expected({ '2026-08-31': 2_000, '2026-09-30': 2_000, '2026-10-31': 2_200 })).toEqual([
      ['2026-11-30', 2_200],
      ['2026-12-31', 2_200],
      ['2027-01-31', 2_200],
    ]);
  });

  it('are those of three weeks in a row', () => {
    const weekly = expected({ '2026-10-28': 950, '2026-11-04': 1_000, '2026-11-11': 950 });
    expect(weekly).toHaveLength(13);
    expect([weekly[0], weekly.at(-1)]).toEqual([
      ['2026-11-18', 950],
      ['2027-02-10', 950],
    ]);
  });

  it('are those of three years', () => {
    expect(expected({ '2023-12-05': 10_000, '2024-12-05': 10_000, '2025-12-06': 11_000 })).toEqual([['2026-12-05', 11_000]]);
  });

  it.each([
    ['two months', { '2026-09-15': 2_000, '2026-10-15': 2_000 }],
    ['two weeks', { '2026-11-04': 900, '2026-11-11': 900 }],
    ['amounts that differ by more than a tenth', { '2026-08-15': 1_000, '2026-09-15': 1_200, '2026-10-15': 1_000 }],
    ['no even distances', { '2026-08-01': 2_000, '2026-09-15': 2_000, '2026-10-15': 2_000 }],
    ['a rhythm that ended', { '2026-06-01': 2_000, '2026-07-01': 2_000, '2026-08-01': 2_000 }],
  ])('are not found in %s', (_, days) => {
    expect(expected(days)).toEqual([]);
  });

  it('are expected today while they are overdue by a few days', () => {
    expect(expected({ '2026-08-12': 2_000, '2026-09-12': 2_000, '2026-10-12': 2_000 })[0]).toEqual(['2026-11-16', 2_000]);
  });

  it('are told apart by merchant', () => {
    const mixed = [...purchases({ '2026-08-20': 500, '2026-10-20': 500 }, 'One'), ...purchases({ '2026-09-20': 500 }, 'Other')];
    expect(expectedPurchases(mixed, span)).toEqual([]);
  });
});
