import { queryOptions } from '@tanstack/react-query';
import type { getTransactions } from '../../../server/contract/transactions.ts';
import { filterQuery } from '../../../server/domain/table/filters.ts';
import type { ShownTable } from '../../../server/domain/table/shownTable.ts';
import { searchTerm } from '../../../server/domain/table/table.ts';
import type { Api } from '../../api.ts';

/** Returns the start of the query key that all cached table pages of a receiver share. */
export const tableKey = (token: string) => ['dashboard', token, 'table'] as const;

/** Returns the query of one table page. Its key holds every parameter, so that a late answer never replaces another page. */
export function tableQuery(api: Api, token: string, { tab, q, sort, filters, page }: Omit<ShownTable, 'row'>) {
  const query = { tab, q: searchTerm(q), sort: sort.column, dir: sort.direction, ...filterQuery(filters), page: String(page) };
  return queryOptions({
    queryKey: [...tableKey(token), query],
    queryFn: ({ signal }) => api.call<typeof getTransactions>('GET /api/users/:token/transactions', { params: { token }, query, signal }),
  });
}
