import { addBusinessDays, type IsHoliday, type IsoDate } from '../basics/dates.ts';
import { isCanceledDraw, noticeDays } from './draw.ts';
import { paymentDeadline } from './schedule.ts';

/**
 * Arrears: due dates whose debit day came while the account was locked. Nothing is drawn while it is locked. Once it is
 * unlocked they are announced like every debit, and drawn one due date per banking day, the oldest first.
 */

interface DrawOfDueDate {
  readonly due_date: IsoDate;
  readonly status: string;
  readonly debit_date: IsoDate;
}

interface ArrearsFacts {
  /** The day on which the account was last unlocked; null when it never was. */
  readonly unlockedOn: IsoDate | null;
  /** The draws made so far for due dates. */
  readonly made: readonly DrawOfDueDate[];
  readonly isBankHoliday: IsHoliday;
}

/** Tells whether a due date is in arrears: its debit day had come when the account was unlocked, and it was not drawn before. */
export function isInArrears(dueDate: IsoDate, { unlockedOn, made, isBankHoliday }: ArrearsFacts): boolean {
  if (unlockedOn === null || paymentDeadline(dueDate, isBankHoliday) > unlockedOn) return false;
  return made.every((draw) => draw.due_date !== dueDate || isCanceledDraw(draw));
}

/** Tells whether one due date in arrears may be drawn on a day: after the notice, and when no other was drawn that day. */
export function mayDrawArrears(day: IsoDate, facts: ArrearsFacts): boolean {
  const { unlockedOn, made, isBankHoliday } = facts;
  if (unlockedOn === null || day < addBusinessDays(unlockedOn, noticeDays, isBankHoliday)) return false;
  const wasInArrears = ({ due_date }: DrawOfDueDate) => paymentDeadline(due_date, isBankHoliday) <= unlockedOn;
  return !made.some((draw) => draw.debit_date === day && !isCanceledDraw(draw) && wasInArrears(draw));
}
