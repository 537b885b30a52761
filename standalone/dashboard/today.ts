import { useMemo, useState } from 'react';
import { readViewDate, type ViewDate } from '../../server/domain/access/viewDate.ts';
import { type IsoDate, utcDate } from '../../server/domain/basics/dates.ts';
import { present } from '../present.ts';
import { useGlobalQuery } from '../session/useGlobalQuery.ts';

/** Returns the instant that the dashboard shows as the present: the page's `now` parameter, or the time the page was opened. */
export function useViewDate(): ViewDate {
  const { now } = useGlobalQuery();
  const [openedAt] = useState(present);
  return useMemo(() => readViewDate(now, openedAt), [now, openedAt]);
}

/** Returns the UTC day that the dashboard shows as today. */
export function useToday(): IsoDate {
  return utcDate(useViewDate().shown_now);
}
