import { daysBetween, type IsoDate } from '../basics/dates.ts';

/** Returns the later of two days. */
export function laterDay(one: IsoDate, other: IsoDate): IsoDate {
  return daysBetween(one, other) > 0 ? other : one;
}
