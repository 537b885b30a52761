import { addCalendarDays, utcDate } from '../basics/dates.ts';
import { type Month, periodOfMonth } from '../basics/periods.ts';
import type { CategoryGroup } from '../card/controls/categories.ts';
import { noFilters, type TableFilters } from '../table/filters.ts';
import { openTab, withShownTable } from '../table/shownTable.ts';
import type { TabKey } from '../table/table.ts';

/** The filters that find the rows of one figure, beside its days. */
export type RowsFilter = { readonly category: CategoryGroup } | { readonly merchant: string } | { readonly card: string } | { readonly holder: string };

/** Returns the query of the transactions page that shows the rows behind a figure, and no others. */
export function rowsBehind(tab: TabKey, filters: Partial<TableFilters>): string {
  return `?${withShownTable(new URLSearchParams(), { ...openTab(tab), filters: { ...noFilters, ...filters } })}`;
}

/** Returns the query of the transactions page for the rows of a month (UTC), narrowed by a filter; all of them without one. */
export function rowsOfMonth(month: Month, filter: RowsFilter | null): string {
  const { start, end } = periodOfMonth(month);
  return rowsBehind('card', { ...filter, from: utcDate(start), to: addCalendarDays(utcDate(end), -1) });
}
