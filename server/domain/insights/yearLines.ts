import { type Cents, formatUsd } from '../basics/money.ts';
import { formatMonth } from '../basics/periods.ts';
import { monthSalesInWords, type YearMonth, yearTotals } from '../spendingPower/yearMonths.ts';
import { daysOfMonths, type LinkedFigure, rowsBehind } from './rowsBehind.ts';

/** The table of a year of sales beside spending as both frontends show it: each figure opens its rows. */

export interface YearLine {
  readonly name: string;
  readonly sales: LinkedFigure;
  readonly spent: LinkedFigure;
}

export const yearTexts = {
  title: 'Sales and spending',
  table: 'Sales and spending by month',
  headings: ['Month', 'Sales', 'Spending'],
  details: 'As a table, with what each figure is made of',
} as const;

/** Returns a line for each month, and the one that sums them up. */
export function yearLines(months: readonly YearMonth[]): { readonly lines: readonly YearLine[]; readonly total: YearLine } {
  return {
    lines: months.map((figures) => lineOf(formatMonth(figures.month), [figures], monthSalesInWords(figures))),
    total: lineOf('Total', months, formatUsd(yearTotals(months).sales_cents)),
  };
}

function lineOf(name: string, months: readonly YearMonth[], sales: string): YearLine {
  const { sales_cents, spent_cents } = yearTotals(months);
  const days = daysOfMonths(months.map(({ month }) => month));
  return {
    name,
    // Sales count as they were captured, whether they were refunded later or not.
    sales: { text: sales, rows: rowsOf(sales_cents, rowsBehind('receivables', { type: 'sale', status: 'captured', ...days })) },
    spent: { text: formatUsd(spent_cents), rows: rowsOf(spent_cents, rowsBehind('card', days)) },
  };
}

const rowsOf = (amount: Cents, query: string): string | null => (amount === 0 ? null : query);
