import type { ShownTable } from '../../../server/domain/table/shownTable.ts';
import { searchTerm, tabs } from '../../../server/domain/table/table.ts';
import type { DownloadOrder } from '../downloads/downloads.ts';

/** The file of all rows that the table shows, search and sort included. `rows` is how many there are. */
export function tableDownload(token: string, { tab, q, sort }: ShownTable, rows: number): DownloadOrder {
  const query = new URLSearchParams({ tab, q: searchTerm(q), sort: sort.column, dir: sort.direction });
  return { label: tabs[tab].label, path: `/api/users/${encodeURIComponent(token)}/transactions_csv?${query}`, accept: 'text/csv', lines: rows };
}
