import type { IsHoliday, IsoDate } from '../basics/dates.ts';
import { isScheduled } from './draw.ts';
import { paymentDeadline } from './schedule.ts';

/**
 * "In time" is decided by planned days in the program's time zone. A debit that we send late, or the bank settles late, is not the
 * receiver's delay; one for which no bank could be debited on its day is.
 */

interface PlannedDraw {
  readonly kind: string;
  readonly due_date: IsoDate;
  /** The program's day on which a payment was asked for, or a scheduled draw was made. */
  readonly debit_date: IsoDate;
  /** The program's day on which it failed; null when it has not. */
  readonly failedOn: IsoDate | null;
  /** The first draw of the amount, of one that collects what failed. */
  readonly retry_of: string | null;
}

interface OpenFacts {
  readonly draws: readonly PlannedDraw[];
  readonly today: IsoDate;
  /** The day on which the debits that are authorized now were; null while none are. */
  readonly authorizedOn: IsoDate | null;
  readonly isBankHoliday: IsHoliday;
}

/** Tells whether a due date can still be paid in time: until its debit day, and after it while only we have not drawn it. */
export function canBePaidInTime(dueDate: IsoDate, { draws, today, authorizedOn, isBankHoliday }: OpenFacts): boolean {
  const deadline = paymentDeadline(dueDate, isBankHoliday);
  if (today <= deadline) return true;
  return authorizedOn !== null && authorizedOn <= deadline && !hasFailedFor(dueDate, draws, isBankHoliday);
}

/** Returns the day that decides whether a scheduled draw of a due date, made today, is in time; it is stored with the draw. */
export function countingDay(dueDate: IsoDate, facts: OpenFacts): IsoDate {
  const isInTime = !hasFailedFor(dueDate, facts.draws, facts.isBankHoliday) && canBePaidInTime(dueDate, facts);
  return isInTime ? paymentDeadline(dueDate, facts.isBankHoliday) : facts.today;
}

/** Tells whether a payment failed that made a due date late: its own draw, or one asked for by its debit day that failed from then on. */
function hasFailedFor(dueDate: IsoDate, draws: readonly PlannedDraw[], isBankHoliday: IsHoliday): boolean {
  const deadline = paymentDeadline(dueDate, isBankHoliday);
  return draws.some((draw) => {
    if (draw.failedOn === null || draw.retry_of !== null) return false;
    return isScheduled(draw) ? draw.due_date === dueDate : draw.debit_date <= deadline && deadline <= draw.failedOn;
  });
}
