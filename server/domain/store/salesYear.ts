import { dayMs } from '../basics/dates.ts';
import { add, type Cents, cents, fraction } from '../basics/money.ts';
import { lastTwelveMonths, type Month, monthOf, periodOfMonth } from '../basics/periods.ts';
import { averagedDays, type SalesHistory } from './sales.ts';

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
  return lastTwelveMonths(now)
    .toReversed()
    .map((month) => ({ month, sales_cents: sales.get(month) ?? none, spent_cents: spent.get(month) ?? none }));
}

/**
 * Returns the expected sales of the current month at the pace of the last 90 days (or of the existing days, at least
 * 30). Null without sales in that time, because there is no pace.
 */
export function expectedMonthSales(soFar: Cents, sales: Pick<SalesHistory, 'gross_sales_cents' | 'history_days'>, now: Date): Cents | null {
  if (sales.gross_sales_cents <= 0) return null;
  const leftMs = periodOfMonth(monthOf(now)).end.getTime() - now.getTime();
  return add(soFar, fraction(sales.gross_sales_cents, leftMs, averagedDays(sales) * dayMs));
}
