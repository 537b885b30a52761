import { formatDay } from '../basics/dateFormats.ts';
import { type IsoDate, startOfDay } from '../basics/dates.ts';
import { add, type Cents, cents, formatUsd, noMoney, subtract } from '../basics/money.ts';
import { type Month, periodOfMonth, readMonth } from '../basics/periods.ts';

/** A month of sales beside spending, as the dashboard draws and lists it. */
export interface YearMonth {
  readonly month: Month;
  /** Null for a month whose orders the store's platform does not show. */
  readonly sales_cents: Cents | null;
  readonly spent_cents: Cents;
  /** The sales that the running month is expected to end with; null for every other month. */
  readonly expected_cents: Cents | null;
}

interface YearAnswer {
  readonly months: readonly { readonly month: string; readonly sales_cents: number; readonly spent_cents: number }[];
  readonly expected_sales_cents: number | null;
  readonly sales_shown_since: string | null;
}

/** Returns the months of an answer, with the expected sales on the running one where more is expected than was sold. */
export function yearMonths({ months, expected_sales_cents, sales_shown_since }: YearAnswer): readonly YearMonth[] {
  return months.map((figures, place) => {
    const month = readMonth(figures.month);
    const sales_cents = cents(figures.sales_cents);
    const isRunning = place === months.length - 1;
    const expected = isRunning && expected_sales_cents !== null ? cents(expected_sales_cents) : noMoney;
    const expected_cents = subtract(expected, sales_cents) > 0 ? expected : null;
    const isHidden = sales_cents === 0 && isBefore(month, sales_shown_since);
    return { month, sales_cents: isHidden ? null : sales_cents, spent_cents: cents(figures.spent_cents), expected_cents };
  });
}

/** Decides whether a whole month is before the first day whose orders are shown. */
const isBefore = (month: Month, day: string | null): boolean => day !== null && periodOfMonth(month).end <= startOfDay(day as IsoDate);

/** Adds up the months of a year, in cents. Sales that are not shown are in no sum. */
export function yearTotals(months: readonly YearMonth[]): { readonly sales_cents: Cents; readonly spent_cents: Cents } {
  return {
    sales_cents: add(...months.map(({ sales_cents }) => sales_cents ?? noMoney)),
    spent_cents: add(...months.map(({ spent_cents }) => spent_cents)),
  };
}

/** Says what a year of sales and spending comes to, and since when its sales are known. */
export function yearInWords(months: readonly YearMonth[], { sales_shown_since }: Pick<YearAnswer, 'sales_shown_since'>): string {
  const { sales_cents, spent_cents } = yearTotals(months);
  const [sold, spent] = [formatUsd(sales_cents), formatUsd(spent_cents)];
  if (sales_shown_since === null) return `In these 12 months you sold ${sold} and spent ${spent}.`;
  return `Since ${formatDay(sales_shown_since)} you sold ${sold}; your store shows us no older orders. In these 12 months you spent ${spent}.`;
}

/** Writes a month's sales: the amount, with what is expected beside it, or that they are not shown. */
export function monthSalesInWords({ sales_cents, expected_cents }: YearMonth): string {
  if (sales_cents === null) return 'Not shown to us';
  return expected_cents === null ? formatUsd(sales_cents) : `${formatUsd(sales_cents)}, expected ${formatUsd(expected_cents)}`;
}
