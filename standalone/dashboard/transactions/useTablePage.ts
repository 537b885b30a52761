import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ShownTable } from '../../../server/domain/table/shownTable.ts';
import { tablePage } from '../../../server/domain/table/table.ts';
import { usePollInterval } from '../../live/live.ts';
import { useReceiver } from '../../session/receiver.ts';
import { useApi } from '../../session/session.ts';
import { pollIntervalMs } from '../queries.ts';
import { tableQuery } from './tableQuery.ts';

/** Polls the shown page of the table, and prefetches the next one. */
export function useTablePage(shown: ShownTable) {
  const api = useApi();
  const queries = useQueryClient();
  const { receiver, isMasquerading } = useReceiver();
  const { token } = receiver;
  const interval = usePollInterval(pollIntervalMs);
  const page = useQuery({
    ...tableQuery(api, token, shown),
    // Keep the old rows, shown as busy, while other rows of the same tab load.
    placeholderData: (previous, query) => (query?.queryKey[1] === token && previous?.tab === shown.tab ? previous : undefined),
    // Do not poll for staff: each of their reads of a customer's account is recorded.
    refetchInterval: isMasquerading ? false : interval,
  });
  const { data, isPlaceholderData } = page;
  const hasNext = data !== undefined && !isPlaceholderData && tablePage(data.page, data.total).hasNext;
  const next = (data?.page ?? 0) + 1;
  const { tab, q, sort, filters } = shown;
  useEffect(() => {
    if (hasNext && !isMasquerading) void queries.prefetchQuery(tableQuery(api, token, { tab, q, sort, filters, page: next }));
  }, [queries, api, token, tab, q, sort, filters, next, hasNext, isMasquerading]);
  return page;
}
