/**
 * The calendar of the oracle, by whole numbers: a day is the number of days since 1 January 1970, in UTC. It shares
 * nothing with the product's, which compares texts and asks a library for the holidays.
 */
export type Day = number;

const msOfDay = 86_400_000;

interface Civil {
  year: number;
  /** 1 to 12. */
  month: number;
  /** 1 to 31. */
  date: number;
}

/** Returns the day of a civil date, by the days of the years since the one that begins on 1 March 0. */
export function dayOf(year: number, month: number, date: number): Day {
  const shifted = month <= 2 ? year - 1 : year;
  const era = Math.floor(shifted / 400);
  const yearOfEra = shifted - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + date - 1;
  return era * 146_097 + yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear - 719_468;
}

/** Returns the civil date of a day. */
function civilOf(day: Day): Civil {
  const shifted = day + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = Math.floor((dayOfEra - Math.floor(dayOfEra / 1_460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365);
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9;
  return { year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, date: dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1 };
}

/** Reads `2026-07-04`. */
export function readDay(text: string): Day {
  const [year = 0, month = 1, date = 1] = text.split('-').map(Number);
  return dayOf(year, month, date);
}

const twoDigits = (part: number) => String(part).padStart(2, '0');

/** Writes `2026-07-04`. */
export function writeDay(day: Day): string {
  const { year, month, date } = civilOf(day);
  return `${year}-${twoDigits(month)}-${twoDigits(date)}`;
}

/** Returns the UTC day of an instant in milliseconds. */
export const utcDay = (ms: number): Day => Math.floor(ms / msOfDay);

/** Returns the day of the week, 0 for Sunday: 1 January 1970 was a Thursday. */
export const weekdayOf = (day: Day): number => (((day + 4) % 7) + 7) % 7;

const [sunday, monday, thursday, saturday] = [0, 1, 4, 6] as const;

/** Returns the `count`-th of a weekday in a month. */
function nth(count: number, weekday: number, year: number, month: number): Day {
  const first = dayOf(year, month, 1);
  return first + ((weekday - weekdayOf(first) + 7) % 7) + 7 * (count - 1);
}

/** Returns the last Monday of a month. */
function lastMonday(year: number, month: number): Day {
  const last = dayOf(month === 12 ? year + 1 : year, month === 12 ? 1 : month + 1, 1) - 1;
  return last - ((weekdayOf(last) - monday + 7) % 7);
}

/** Returns the eleven federal holidays of a year as the law names them (5 U.S.C. 6103), before any of them is moved. */
function namedHolidays(year: number): Day[] {
  return [
    dayOf(year, 1, 1),
    nth(3, monday, year, 1),
    nth(3, monday, year, 2),
    lastMonday(year, 5),
    dayOf(year, 6, 19),
    dayOf(year, 7, 4),
    nth(1, monday, year, 9),
    nth(2, monday, year, 10),
    dayOf(year, 11, 11),
    nth(4, thursday, year, 11),
    dayOf(year, 12, 25),
  ];
}

type Shift = (holiday: Day) => Day;

/** The federal government closes on the Friday before a holiday on a Saturday, and on the Monday after one on a Sunday. */
const federal: Shift = (day) => (weekdayOf(day) === saturday ? day - 1 : weekdayOf(day) === sunday ? day + 1 : day);

/** The Federal Reserve closes on the Monday after a holiday on a Sunday; before one on a Saturday it is open as ever. */
const reserve: Shift = (day) => (weekdayOf(day) === sunday ? day + 1 : day);

const isWeekend = (day: Day) => weekdayOf(day) === sunday || weekdayOf(day) === saturday;

/** Returns whether a day is one of work by a calendar of holidays. */
function workdays(shift: Shift): (day: Day) => boolean {
  const closed = new Map<number, ReadonlySet<Day>>();
  const closedIn = (year: number) => {
    const known = closed.get(year);
    if (known) return known;
    // A holiday may be kept in the year before: New Year's Day on a Saturday.
    const days = new Set([...namedHolidays(year), ...namedHolidays(year + 1)].map(shift));
    closed.set(year, days);
    return days;
  };
  return (day) => !isWeekend(day) && !closedIn(civilOf(day).year).has(day);
}

/** Tells whether terms in business days count a day. */
export const isBusinessDay = workdays(federal);

/** Tells whether banks are open. */
export const isBankDay = workdays(reserve);

/** Returns the `count`-th day after a day, or before it when negative, of those that a calendar counts. */
export function countDays(from: Day, count: number, counts: (day: Day) => boolean): Day {
  const step = count < 0 ? -1 : 1;
  let day = from;
  for (let left = Math.abs(count); left > 0; left -= counts(day) ? 1 : 0) day += step;
  return day;
}

/** Returns the day on which the bank is debited for a due date. */
export function debitDay(due: Day): Day {
  let day = due;
  while (!isBankDay(day)) day += 1;
  return day;
}

const summers = new Map<number, { begins: number; ends: number }>();

/** Returns when summer time begins and ends in New York, in milliseconds: from the second Sunday of March to the first of November, at 2:00. */
function summerOf(year: number): { begins: number; ends: number } {
  const known = summers.get(year);
  if (known) return known;
  const summer = { begins: nth(2, sunday, year, 3) * msOfDay + 7 * 3_600_000, ends: nth(1, sunday, year, 11) * msOfDay + 6 * 3_600_000 };
  summers.set(year, summer);
  return summer;
}

/** Returns the day in New York at an instant in milliseconds. */
export function newYorkDay(ms: number): Day {
  const { begins, ends } = summerOf(civilOf(utcDay(ms)).year);
  return utcDay(ms - (begins <= ms && ms < ends ? 4 : 5) * 3_600_000);
}
