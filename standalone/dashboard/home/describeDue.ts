import { dayInMs, type IsoDate, startOfDay } from '../../../server/domain/basics/dates.ts';

/** Days from one day to another, below 0 when it is past. */
export function daysUntil(date: IsoDate, today: IsoDate): number {
  return Math.round((startOfDay(date).getTime() - startOfDay(today).getTime()) / dayInMs);
}

const relative = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' });

/** How far off a day is: `today`, `tomorrow`, `in 12 days`, `3 days ago`. */
export function describeDue(date: IsoDate, today: IsoDate): string {
  return relative.format(daysUntil(date, today), 'day');
}
