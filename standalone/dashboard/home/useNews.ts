import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { openTab } from '../../../server/domain/table/shownTable.ts';
import { useReceiver } from '../../session/receiver.ts';
import { useApi } from '../../session/session.ts';
import { lookAgain_ms } from '../queries.ts';
import { tableKey, tableQuery } from '../transactions/tableQuery.ts';

/** What follows from a purchase is found out by the server within moments of it: the figures are loaded anew then, and once more. */
const followUps_ms = [0, 1_500, 4_000];

/**
 * Watches for the newest card transactions, whatever rows are shown, and loads what follows from them when there is
 * something new: the figures, the schedule, the reasons.
 */
export function useNews(): void {
  const api = useApi();
  const queries = useQueryClient();
  const { receiver, isMasquerading, reload } = useReceiver();
  const { token } = receiver;
  const { data } = useQuery({ ...tableQuery(api, token, openTab('card')), refetchInterval: isMasquerading ? false : lookAgain_ms });
  // An answer that says the same as the one before is the same object.
  const seen = useRef({ token, data });

  useEffect(() => {
    const isNews = seen.current.token === token && seen.current.data !== undefined && data !== undefined && data !== seen.current.data;
    seen.current = { token, data: data ?? seen.current.data };
    if (!isNews) return;
    void queries.invalidateQueries({ queryKey: tableKey(token) });
    const timers = followUps_ms.map((after_ms) =>
      setTimeout(() => {
        // A failed look shows nothing new; the next news may.
        reload().catch(() => undefined);
        for (const part of ['spending-power', 'calendar', 'card']) void queries.invalidateQueries({ queryKey: ['dashboard', token, part] });
      }, after_ms),
    );
    return () => timers.forEach(clearTimeout);
  }, [data, token, queries, reload]);
}
