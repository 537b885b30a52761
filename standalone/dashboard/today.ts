import { useMemo, useState } from 'react';
import { readViewDate, type ViewDate } from '../../server/domain/access/viewDate.ts';
import { dayIn, type IsoDate, utcDate } from '../../server/domain/basics/dates.ts';
import { useProgram } from '../brand/program.ts';
import { present } from '../present.ts';
import { useGlobalQuery } from '../session/useGlobalQuery.ts';

/** Returns the instant that the dashboard shows as the present: the page's `now` parameter, or the time the page was opened. */
export function useViewDate(): ViewDate {
  const { now } = useGlobalQuery();
  const [openedAt] = useState(present);
  return useMemo(() => readViewDate(now, openedAt), [now, openedAt]);
}

/** Returns the UTC day that the dashboard shows as today: the day of tables and files. */
export function useToday(): IsoDate {
  return utcDate(useViewDate().shown_now);
}

/** Returns the program's day that the dashboard shows as today: the day of debits, which decides what is late. */
export function useProgramDay(): IsoDate {
  return dayIn(useProgram().time_zone, useViewDate().shown_now);
}
