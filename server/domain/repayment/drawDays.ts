import { addCalendarDays, bankDebitDay, type IsHoliday, type IsoDate, isBusinessDay, weekday } from '../basics/dates.ts';
import { paymentDeadline } from './schedule.ts';

/** The days on which due dates are drawn, as the merchant chose them within the terms. A due date never moves. */

/** The choice of a merchant about all draws. */
export interface DrawPreference {
  /** 1 for Monday to 5 for Friday: on that day is drawn what falls due before the same day of the next week. Null for no such day. */
  readonly weekday: number | null;
}

export const usualDraws: DrawPreference = { weekday: null };

interface DrawDayFacts {
  readonly preference: DrawPreference;
  readonly isBankHoliday: IsHoliday;
}

/**
 * Returns the due dates that are drawn by a day: those whose debit day has come, and on the chosen day of the week also those that fall
 * due before the next one.
 */
export function dueDatesToDraw(dates: readonly IsoDate[], facts: DrawDayFacts, day: IsoDate): readonly IsoDate[] {
  return dates.filter(drawnOn(facts, day));
}

/** Returns a function that tells whether a due date is drawn on a banking day, if it was not before. */
function drawnOn({ preference, isBankHoliday }: DrawDayFacts, day: IsoDate): (dueDate: IsoDate) => boolean {
  const next = nextWeeklyDraw(preference, day, isBankHoliday);
  return (dueDate) => {
    // No debit day is before its due date: most due dates of a schedule need no look at the calendar of banks.
    if (dueDate > day && (next === null || dueDate >= next)) return false;
    const deadline = paymentDeadline(dueDate, isBankHoliday);
    return deadline <= day || (next !== null && deadline < next);
  };
}

/** Returns the banking day on which a due date is drawn, from today on; its own debit day where nothing brings it earlier. */
export function expectedDrawDay(dueDate: IsoDate, today: IsoDate, facts: DrawDayFacts): IsoDate {
  const deadline = paymentDeadline(dueDate, facts.isBankHoliday);
  for (let day = today; day < deadline; day = addCalendarDays(day, 1)) {
    if (isBusinessDay(day, facts.isBankHoliday) && drawnOn(facts, day)(dueDate)) return day;
  }
  return deadline;
}

/** Returns the next weekly draw when a day is one, which is on the next banking day when banks are closed on the chosen one; null on any other day. */
function nextWeeklyDraw({ weekday: chosen }: DrawPreference, day: IsoDate, isBankHoliday: IsHoliday): IsoDate | null {
  if (chosen === null) return null;
  const latest = addCalendarDays(day, -((weekday(day) - chosen + 7) % 7));
  return bankDebitDay(latest, isBankHoliday) === day ? bankDebitDay(addCalendarDays(latest, 7), isBankHoliday) : null;
}
