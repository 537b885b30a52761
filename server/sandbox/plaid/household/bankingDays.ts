import { dayMs, nthWeekday } from '../../core/measures.ts';

/** A day of the calendar, YYYY-MM-DD. */
export type Day = string;

export const dayOf = (instant: Date): Day => instant.toISOString().slice(0, 10);
export const daysAfter = (day: Day, days: number): Day => dayOf(new Date(Date.parse(day) + days * dayMs));
export const daysBetween = (from: Day, to: Day): number => Math.round((Date.parse(to) - Date.parse(from)) / dayMs);

const sunday = 0;
const monday = 1;
const thursday = 4;
const saturday = 6;

/** Returns the day of the week, Sunday is 0. */
export const weekdayOf = (day: Day): number => new Date(day).getUTCDay();

const dateIn = (year: number, month: number, date: number): Day => dayOf(new Date(Date.UTC(year, month - 1, date)));

/** Returns the `nth` weekday of a month, 1 to 12. */
const nthOf = (year: number, month: number, weekday: number, nth: number): Day => dayOf(nthWeekday(year, month - 1, weekday, nth));

function lastMonday(year: number, month: number): Day {
  const last = new Date(Date.UTC(year, month, 0));
  return dateIn(year, month, last.getUTCDate() - ((last.getUTCDay() - monday + 7) % 7));
}

/** Returns the holidays of the Federal Reserve: one on a Sunday is kept on the Monday after, one on a Saturday is not moved. Juneteenth is one of them since 2022. */
function holidaysOf(year: number): ReadonlySet<Day> {
  const fixed = [dateIn(year, 1, 1), dateIn(year, 6, 19), dateIn(year, 7, 4), dateIn(year, 11, 11), dateIn(year, 12, 25)];
  return new Set([
    ...fixed.map((day) => (weekdayOf(day) === sunday ? daysAfter(day, 1) : day)),
    nthOf(year, 1, monday, 3),
    nthOf(year, 2, monday, 3),
    lastMonday(year, 5),
    nthOf(year, 9, monday, 1),
    nthOf(year, 10, monday, 2),
    nthOf(year, 11, thursday, 4),
  ]);
}

const holidays = new Map<string, ReadonlySet<Day>>();

/** Decides whether banks move money on a day. */
export function isBankingDay(day: Day): boolean {
  const weekday = weekdayOf(day);
  if (weekday === sunday || weekday === saturday) return false;
  const year = day.slice(0, 4);
  const closed = holidays.get(year) ?? holidaysOf(Number(year));
  holidays.set(year, closed);
  return !closed.has(day);
}

/** Returns the day itself if banks work on it, else the next one on which they do. */
export function bankingDayFrom(day: Day): Day {
  return isBankingDay(day) ? day : bankingDayFrom(daysAfter(day, 1));
}

/** Returns the banking day that is `count` banking days after a day. */
export function bankingDaysAfter(day: Day, count: number): Day {
  return count === 0 ? day : bankingDaysAfter(bankingDayFrom(daysAfter(day, 1)), count - 1);
}
