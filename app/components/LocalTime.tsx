import { formatMoment, formatMomentSpan, formatShortDate } from '../../server/domain/basics/dateFormats.ts';
import { useHydrated } from '../useHydrated.ts';

/** The day of an instant in the reader's own time zone. The server, which does not know it, writes the day in UTC first. */
export function LocalDay({ at }: { at: string }) {
  const zone = useHydrated() ? 'local' : 'UTC';
  return <time dateTime={at}>{formatShortDate(new Date(at), zone)}</time>;
}

/** An instant as `Nov 21, 2026, 2:02 PM` in the reader's own time zone; see `LocalDay`. */
export function LocalMoment({ at }: { at: string }) {
  const zone = useHydrated() ? 'local' : 'UTC';
  return <time dateTime={at}>{formatMoment(at, zone)}</time>;
}

/** The time from one instant to another as `Nov 21, 2026, 2:02 – 2:11 PM` in the reader's own time zone; see `LocalDay`. */
export function LocalSpan({ from, to }: { from: string; to: string }) {
  return useHydrated() ? formatMomentSpan(from, to) : formatMoment(from, 'UTC');
}
