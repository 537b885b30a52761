import { dayMs } from '../basics/dates.ts';
import { monthDays } from './sales.ts';

/** The first reading of a store's sales, while it lasts. */
export interface FirstReading {
  readonly months_read: number;
  readonly months_wanted: number;
}

/** The months of sales that pages show, and that the first reading counts at most. */
const maximumMonths = 12;

/** Returns the months that the first reading comes through: twelve, or those that the store's platform shows. */
export function monthsWanted(shownSince: Date | null, now: Date): number {
  if (shownSince === null) return maximumMonths;
  return Math.min(maximumMonths, Math.max(1, Math.round((now.getTime() - shownSince.getTime()) / (monthDays * dayMs))));
}

/**
 * Returns how many of the wanted months the sales that have been read so far reach over, the first and the last counted whole; 0
 * before there are any. Stores send theirs oldest or newest first, so the order does not matter.
 */
export function monthsRead(oldest: Date | null, newest: Date | null, wanted: number): number {
  if (oldest === null || newest === null) return 0;
  const months = (newest.getUTCFullYear() - oldest.getUTCFullYear()) * 12 + newest.getUTCMonth() - oldest.getUTCMonth() + 1;
  return Math.min(wanted, months);
}

/** Returns what pages say while a store is first read. Staff read of `the store`. */
export function readingWords({ months_read, months_wanted }: FirstReading, store = 'your store'): string {
  return months_read === 0 ? `Reading ${store}` : `Reading ${store}: ${months_read} of ${months_wanted} months`;
}
