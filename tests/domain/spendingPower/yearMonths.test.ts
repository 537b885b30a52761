import { describe, expect, it } from 'vitest';
import { monthSalesInWords, yearInWords, yearMonths, yearTotals } from '../../../server/domain/spendingPower/yearMonths.ts';

const month = (name: string, sales_cents: number, spent_cents: number) => ({ month: name, sales_cents, spent_cents });
const year = (sales_shown_since: string | null) => ({
  months: [month('2026-06', 0, 100), month('2026-07', 0, 0), month('2026-08', 123_400, 5_600), month('2026-09', 50_000, 0)],
  expected_sales_cents: 80_000,
  sales_shown_since,
});

describe('a year of sales and spending', () => {
  it('does not call a month without shown orders a month without sales', () => {
    const months = yearMonths(year('2026-08-02'));
    expect(months.map(monthSalesInWords)).toEqual(['Not shown to us', 'Not shown to us', '$1,234.00', '$500.00, expected $800.00']);
    expect(yearInWords(months, year('2026-08-02'))).toBe(
      'Since Aug 2, 2026 you sold $1,734.00; your store shows us no older orders. In these 12 months you spent $57.00.',
    );
  });

  it('counts a month of which some orders are shown, and one that another store sold in', () => {
    expect(yearMonths(year('2026-07-31')).map(({ sales_cents }) => sales_cents)).toEqual([null, 0, 123_400, 50_000]);
    expect(yearMonths(year('2026-10-01')).map(({ sales_cents }) => sales_cents)).toEqual([null, null, 123_400, 50_000]);
  });

  it('has no hidden month where all orders are shown', () => {
    const months = yearMonths(year(null));
    expect(months.map(monthSalesInWords)).toEqual(['$0.00', '$0.00', '$1,234.00', '$500.00, expected $800.00']);
    expect(yearTotals(months)).toEqual({ sales_cents: 173_400, spent_cents: 5_700 });
    expect(yearInWords(months, year(null))).toBe('In these 12 months you sold $1,734.00 and spent $57.00.');
  });
});
