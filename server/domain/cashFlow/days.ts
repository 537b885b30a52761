import { daysBetween, type IsoDate, startOfDay } from '../basics/dates.ts';
import { madeOnce } from '../basics/madeOnce.ts';

/** Returns the later of two days. */
export function laterDay(one: IsoDate, other: IsoDate): IsoDate {
  return daysBetween(one, other) > 0 ? other : one;
}

const format = madeOnce(() => new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' }));

/** `Dec 12`, for days that are at most a quarter away. */
export function dayAndMonth(date: IsoDate): string {
  return format().format(startOfDay(date));
}
