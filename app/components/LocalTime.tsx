import { formatMoment, formatMomentSpan, formatShortDate, otherUtcDay, type Zone } from '../../server/domain/basics/dateFormats.ts';
import { useHydrated } from '../useHydrated.ts';

/** Returns the reader's own time zone. The server, which does not know it, writes days in UTC first. */
export const useReadersZone = (): Zone => (useHydrated() ? 'local' : 'UTC');

/** Returns the day of an instant in tables and files, where it is another than the reader's own; null otherwise. */
export const useOtherUtcDay = (at: string): string | null => (useReadersZone() === 'local' ? otherUtcDay(at) : null);

/** The day of an instant in the reader's own time zone. */
export function LocalDay({ at }: { at: string }) {
  const zone = useReadersZone();
  return <time dateTime={at}>{formatShortDate(new Date(at), zone)}</time>;
}

/** An instant as `Nov 21, 2026, 2:02 PM` in the reader's own time zone. */
export function LocalMoment({ at }: { at: string }) {
  const zone = useReadersZone();
  return <time dateTime={at}>{formatMoment(at, zone)}</time>;
}

/** The time from one instant to another as `Nov 21, 2026, 2:02 – 2:11 PM` in the reader's own time zone. */
export function LocalSpan({ from, to }: { from: string; to: string }) {
  return useReadersZone() === 'local' ? formatMomentSpan(from, to) : formatMoment(from, 'UTC');
}
