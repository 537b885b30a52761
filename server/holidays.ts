import * as dateHolidays from 'date-holidays';
import { type IsHoliday, type IsoDate, isoDate, weekday } from './domain/basics/dates.ts';

/**
 * A holiday of the two United States calendars that payments follow. Days are compared as text, because the library's
 * own `isHoliday` uses New York days and would give the day before at midnight UTC.
 */
interface ObservedDay {
  readonly date: IsoDate;
  readonly isSubstitute: boolean;
}

type DaysOfYear = (year: number) => readonly ObservedDay[];

/**
 * Returns the calendar of federal holidays as the government observes them: one on a Saturday is observed on the Friday
 * before, one on a Sunday on the Monday after. Repayment dates in business days skip these.
 */
export function usHolidays(): IsHoliday {
  return holidaysWhere(() => true);
}

/**
 * Returns the calendar of Federal Reserve holidays, on which banks move no money: one on a Sunday is observed on the
 * Monday after; one on a Saturday is not moved, and the Friday before is an ordinary banking day. Debit days skip
 * these.
 */
export function bankHolidays(): IsHoliday {
  const friday = 5;
  return holidaysWhere((day) => !(day.isSubstitute && weekday(day.date) === friday));
}

function holidaysWhere(isKept: (day: ObservedDay) => boolean): IsHoliday {
  const daysOfYear = federalDays();
  const closedDays = new Map<number, ReadonlySet<string>>();
  return (date) => {
    const year = Number(date.slice(0, 4));
    let closed = closedDays.get(year);
    if (!closed) {
      // New Year's Day on a Saturday is observed in the year before, so a year needs its neighbours' lists too.
      const days = [year - 1, year, year + 1].flatMap(daysOfYear);
      closed = new Set(days.filter(isKept).map((day) => day.date));
      closedDays.set(year, closed);
    }
    return closed.has(date);
  };
}

function federalDays(): DaysOfYear {
  const calendar = new dateHolidays.default('US');
  const known = new Map<number, readonly ObservedDay[]>();
  return (year) => {
    const days = known.get(year) ?? calendar.getHolidays(year).filter(isFederal).map(observedDay);
    known.set(year, days);
    return days;
  };
}

type ListedDay = ReturnType<dateHolidays.default['getHolidays']>[number];

/** Returns whether a listed day is federal. The library lists the eleven as `public`, but the observed day of a weekend Veterans Day as `bank`. */
function isFederal(day: ListedDay): boolean {
  return day.type === 'public' || (day.type === 'bank' && day.substitute === true && day.name.startsWith('Veterans Day'));
}

function observedDay(day: ListedDay): ObservedDay {
  return { date: isoDate(day.date.slice(0, 10)), isSubstitute: day.substitute === true };
}
