import { type Cents, cents, noMoney, subtract } from '../basics/money.ts';
import { type Month, readMonth } from '../basics/periods.ts';

/** A month of sales beside spending, as the dashboard draws and lists it. */
export interface YearMonth {
  readonly month: Month;
  readonly sales_cents: Cents;
  readonly spent_cents: Cents;
  /** The sales that the running month is expected to end with; null for every other month. */
  readonly expected_cents: Cents | null;
}

/** Returns the months of an answer, with the expected sales on the running one where more is expected than was sold. */
export function yearMonths(
  months: readonly { readonly month: string; readonly sales_cents: number; readonly spent_cents: number }[],
  expected_sales_cents: number | null,
): readonly YearMonth[] {
  return months.map((figures, place) => {
    const sales_cents = cents(figures.sales_cents);
    const isRunning = place === months.length - 1;
    const expected = isRunning && expected_sales_cents !== null ? cents(expected_sales_cents) : noMoney;
    const expected_cents = subtract(expected, sales_cents) > 0 ? expected : null;
    return { month: readMonth(figures.month), sales_cents, spent_cents: cents(figures.spent_cents), expected_cents };
  });
}
