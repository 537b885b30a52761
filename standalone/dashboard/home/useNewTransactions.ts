import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { openTab } from '../../../server/domain/table/shownTable.ts';
import { usePollInterval } from '../../live/live.ts';
import { useReceiver } from '../../session/receiver.ts';
import { useApi } from '../../session/session.ts';
import { pollIntervalMs } from '../queries.ts';
import { tableKey, tableQuery } from '../transactions/tableQuery.ts';

/** Delays of the reloads after a new transaction. The server updates the figures within seconds of it, so reload at once and twice more. */
const reloadDelaysMs = [0, 1_500, 4_000];

/**
 * Polls the newest card transactions, whatever rows are shown, while the page does not hear of changes by itself. When one is
 * new, reloads what depends on it: the figures, the schedule, the reasons.
 */
export function useNewTransactions(): void {
  const api = useApi();
  const queries = useQueryClient();
  const { receiver, isMasquerading, reload } = useReceiver();
  const { token } = receiver;
  const interval = usePollInterval(pollIntervalMs);
  const { data } = useQuery({ ...tableQuery(api, token, openTab('card')), refetchInterval: isMasquerading ? false : interval, enabled: interval !== false });
  // An answer equal to the previous one is the same object.
  const seen = useRef({ token, data });

  useEffect(() => {
    const isNew = seen.current.token === token && seen.current.data !== undefined && data !== undefined && data !== seen.current.data;
    seen.current = { token, data: data ?? seen.current.data };
    if (!isNew) return;
    void queries.invalidateQueries({ queryKey: tableKey(token) });
    const timers = reloadDelaysMs.map((delayMs) =>
      setTimeout(() => {
        // A failed reload leaves the page as it is; the next new transaction reloads again.
        reload().catch(() => undefined);
        for (const part of ['spending-power', 'calendar', 'card']) void queries.invalidateQueries({ queryKey: ['dashboard', token, part] });
      }, delayMs),
    );
    return () => timers.forEach(clearTimeout);
  }, [data, token, queries, reload]);
}
