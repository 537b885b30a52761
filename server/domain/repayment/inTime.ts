import type { IsHoliday, IsoDate } from '../basics/dates.ts';
import { isScheduled } from './draw.ts';
import { paymentDeadline } from './schedule.ts';

/**
 * "In time" is decided by planned days in the program's time zone. A debit that we send late, or the bank settles late, is not the
 * receiver's delay.
 */

interface PlannedDraw {
  readonly kind: string;
  readonly due_date: IsoDate;
  /** The program's day on which a payment was asked for, or a scheduled draw was made. */
  readonly debit_date: IsoDate;
  /** The program's day on which it failed; null when it has not. */
  readonly failedOn: IsoDate | null;
}

/**
 * Returns the day that decides whether a draw is in time: of a payment that the merchant asked for, the day they did; of a
 * scheduled draw, the debit day of its due date, on whatever day it was made. The draw of what has failed before counts by
 * its own day, so it is late.
 * @param draws all draws of the receiver.
 */
export function plannedDay(draw: PlannedDraw, draws: readonly PlannedDraw[], isBankHoliday: IsHoliday): IsoDate {
  if (!isScheduled(draw)) return draw.debit_date;
  const failures = failuresOf(draw.due_date, draws, isBankHoliday);
  return failures.some((failedOn) => failedOn <= draw.debit_date) ? draw.debit_date : paymentDeadline(draw.due_date, isBankHoliday);
}

interface OpenFacts {
  readonly draws: readonly PlannedDraw[];
  readonly today: IsoDate;
  /** See `isDrawnByItself`. */
  readonly isDrawnByItself: boolean;
  readonly isBankHoliday: IsHoliday;
}

/** Tells whether a due date can still be paid in time: until its debit day, and after it while we have not drawn it yet. */
export function canBePaidInTime(dueDate: IsoDate, { draws, today, isDrawnByItself, isBankHoliday }: OpenFacts): boolean {
  if (today <= paymentDeadline(dueDate, isBankHoliday)) return true;
  return isDrawnByItself && failuresOf(dueDate, draws, isBankHoliday).length === 0;
}

/** Returns the days on which payments failed that made a due date late: its own draws, and those asked for before its debit day that failed from then on. */
function failuresOf(dueDate: IsoDate, draws: readonly PlannedDraw[], isBankHoliday: IsHoliday): readonly IsoDate[] {
  const deadline = paymentDeadline(dueDate, isBankHoliday);
  return draws.flatMap((draw) => {
    const { due_date, debit_date, failedOn } = draw;
    if (failedOn === null) return [];
    const isForIt = isScheduled(draw) ? due_date === dueDate : debit_date <= deadline && deadline <= failedOn;
    return isForIt ? [failedOn] : [];
  });
}
