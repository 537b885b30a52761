import { filterQuery } from '../../../server/domain/table/filters.ts';
import type { ShownTable } from '../../../server/domain/table/shownTable.ts';
import { searchTerm, tabs } from '../../../server/domain/table/table.ts';
import type { DownloadOrder } from '../downloads/downloads.ts';

/** Returns the download of all rows that match the table's search and filters, in its sort order. `rows` is their number. */
export function tableDownload(token: string, { tab, q, sort, filters }: ShownTable, rows: number): DownloadOrder {
  const query = new URLSearchParams({ tab, q: searchTerm(q), sort: sort.column, dir: sort.direction, ...filterQuery(filters) });
  return { label: tabs[tab].label, path: `/api/users/${encodeURIComponent(token)}/transactions_csv?${query}`, accept: 'text/csv', lines: rows };
}
