import { formatShortDate } from '../../server/domain/basics/dateFormats.ts';
import { isoDate, startOfDay } from '../../server/domain/basics/dates.ts';

/** Formats a `YYYY-MM-DD` day as `Jul 6, 2026`. */
export function formatDay(day: string): string {
  return formatShortDate(startOfDay(isoDate(day)), 'UTC');
}
