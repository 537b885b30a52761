import { dayMs } from '../basics/dates.ts';
import { add, type Cents, cents, fraction } from '../basics/money.ts';
import { addMonths, type Month, monthOf, periodOfMonth } from '../basics/periods.ts';
import { monthDays, salesWindowDays } from './sales.ts';

/** A year of sales beside a year of spending, month by month. Amounts are US cents, months are UTC. */

export interface MonthFigures {
  readonly month: Month;
  /** Captured sales, before refunds and chargebacks. */
  readonly sales_cents: Cents;
  /** Card purchases minus refunds. */
  readonly spent_cents: Cents;
}

/** Returns the current month and the eleven before it, oldest first; a month without rows counts 0. */
export function lastYear(sales: ReadonlyMap<string, Cents>, spent: ReadonlyMap<string, Cents>, now: Date): readonly MonthFigures[] {
  const none = cents(0);
  return Array.from({ length: 12 }, (_, place) => addMonths(monthOf(now), place - 11)).map((month) => ({
    month,
    sales_cents: sales.get(month) ?? none,
    spent_cents: spent.get(month) ?? none,
  }));
}

/**
 * Returns the expected sales of the current month at the pace of the last 90 days (or of the existing days, at least
 * 30). Null without sales in that time, because there is no pace.
 */
export function expectedMonthSales(
  soFar: Cents,
  { gross_sales_cents, history_days }: { readonly gross_sales_cents: Cents; readonly history_days: number },
  now: Date,
): Cents | null {
  if (gross_sales_cents <= 0) return null;
  const days = Math.min(salesWindowDays, Math.max(monthDays, history_days));
  const leftMs = periodOfMonth(monthOf(now)).end.getTime() - now.getTime();
  return add(soFar, fraction(gross_sales_cents, leftMs, days * dayMs));
}
