import { addBusinessDays, type IsHoliday, type IsoDate } from './dates.ts';
import { add, type Cents, larger, noMoney, smaller, subtract } from './money.ts';
import { dueDateOf, largestDrawCents, paymentDeadline, type ScheduleEntry } from './schedule.ts';

/** When the linked bank is debited and by how much. */

/** Names a draw for good: one for a receiver, due date and attempt, ever. */
export function drawKey(receiverId: string, dueDate: IsoDate, attempt: number): string {
  return `draw:${receiverId}:${dueDate}:${attempt}`;
}

/** The due dates of a schedule that are to be debited by a day, oldest first. */
export function dueDatesToDebit(schedule: readonly ScheduleEntry[], day: IsoDate, isBankHoliday: IsHoliday): readonly IsoDate[] {
  return schedule.map(dueDateOf).filter((dueDate) => paymentDeadline(dueDate, isBankHoliday) <= day);
}

interface DrawFacts {
  readonly schedule: readonly ScheduleEntry[];
  readonly dueDate: IsoDate;
  /** Settled purchases not yet paid; what is only held at the card is never drawn. */
  readonly owed: Cents;
  /** Draws that were started and have neither settled nor failed. */
  readonly inFlight: Cents;
}

/**
 * The amount to draw for a due date: everything due by then that is owed and not on its way already, at most the
 * largest draw. 0 when there is nothing to draw. What the largest draw leaves over stays due and goes with the next.
 */
export function drawAmount({ schedule, dueDate, owed, inFlight }: DrawFacts): Cents {
  const due = add(noMoney, ...schedule.filter((entry) => dueDateOf(entry) <= dueDate).map((entry) => entry.total_owed_cents));
  return largestPossible(subtract(smaller(due, owed), inFlight));
}

/** An amount within what one draw may take. */
export function largestPossible(amount: Cents): Cents {
  return larger(noMoney, smaller(amount, largestDrawCents));
}

/** The day a merchant is told of a draw: two business days before it. */
export function withdrawalNoticeDate(debitDate: IsoDate, isBankHoliday: IsHoliday): IsoDate {
  return addBusinessDays(debitDate, -2, isBankHoliday);
}

const attempts = 2;

/** The day a draw that failed is tried again: once, two business days later. Null after the last attempt. */
export function drawRetryDate(failedOn: IsoDate, attempt: number, isBankHoliday: IsHoliday): IsoDate | null {
  return attempt < attempts ? addBusinessDays(failedOn, 2, isBankHoliday) : null;
}
