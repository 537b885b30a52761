import { formatShortDate } from '../../server/domain/basics/dateFormats.ts';
import { isoDate, startOfDay } from '../../server/domain/basics/dates.ts';

/** A `YYYY-MM-DD` day as people read it: `Jul 6, 2026`. */
export function formatDay(day: string): string {
  return formatShortDate(startOfDay(isoDate(day)), 'UTC');
}
