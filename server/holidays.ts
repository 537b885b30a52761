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
  const calendar = new dateHolidays.default('US');
  const closedDays = new Map<string, ReadonlySet<string>>();
  return (date) => {
    const year = date.slice(0, 4);
    let closed = closedDays.get(year);
    if (!closed) {
      // The list of a year has its own days alone, such as the Friday on which the next year's first Saturday is observed.
      const days = calendar.getHolidays(Number(year)).filter(isFederal).map(observedDay);
      closed = new Set(days.filter(isKept).map((day) => day.date));
      closedDays.set(year, closed);
    }
    return closed.has(date);
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
