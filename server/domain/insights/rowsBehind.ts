import { addCalendarDays, utcDate } from '../basics/dates.ts';
import { type Month, periodOfMonth } from '../basics/periods.ts';
import type { CategoryGroup } from '../card/controls/categories.ts';
import { noFilters, type TableFilters } from '../table/filters.ts';
import { openTab, withShownTable } from '../table/shownTable.ts';
import type { TabKey } from '../table/table.ts';

/** The filters that find the rows of one figure, beside its days. */
export type RowsFilter = { readonly category: CategoryGroup } | { readonly merchant: string } | { readonly card: string } | { readonly holder: string };

/** A figure and the query of the rows behind it; null where there are none. */
export interface LinkedFigure {
  readonly text: string;
  readonly rows: string | null;
}

/** Returns the query of the transactions page that shows the rows behind a figure, and no others. */
export function rowsBehind(tab: TabKey, filters: Partial<TableFilters>): string {
  return `?${withShownTable(new URLSearchParams(), { ...openTab(tab), filters: { ...noFilters, ...filters } })}`;
}

/** Returns the query of the transactions page for the rows of a month (UTC), narrowed by a filter; all of them without one. */
export function rowsOfMonth(month: Month, filter: RowsFilter | null): string {
  return rowsBehind('card', { ...filter, ...daysOfMonths([month]) });
}

/** Returns the filter for the days from the first of these months to the last, in their order (UTC). */
export function daysOfMonths(months: readonly Month[]): Pick<TableFilters, 'from' | 'to'> {
  const [first, last] = [months.at(0), months.at(-1)];
  return { from: first ? utcDate(periodOfMonth(first).start) : null, to: last ? addCalendarDays(utcDate(periodOfMonth(last).end), -1) : null };
}
