import { dayMs, type IsoDate, startOfDay } from '../../../server/domain/basics/dates.ts';
import { madeOnce } from '../../../server/domain/basics/madeOnce.ts';

/** Returns the number of days from today to a date, below 0 for a past one. */
export function daysUntil(date: IsoDate, today: IsoDate): number {
  return Math.round((startOfDay(date).getTime() - startOfDay(today).getTime()) / dayMs);
}

const relative = madeOnce(() => new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' }));

/** Returns the distance of a day from today: `today`, `tomorrow`, `in 12 days`, `3 days ago`. */
export function describeDue(date: IsoDate, today: IsoDate): string {
  return relative().format(daysUntil(date, today), 'day');
}
