import { daysBetween, type IsoDate } from './dates.ts';
import { madeOnce } from './madeOnce.ts';

const relative = madeOnce(() => new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' }));

/** Returns the distance of a day from today: `today`, `tomorrow`, `in 12 days`, `3 days ago`. */
export function describeDue(date: IsoDate, today: IsoDate): string {
  return relative().format(daysBetween(today, date), 'day');
}
