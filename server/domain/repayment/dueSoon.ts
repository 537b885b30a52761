import { addCalendarDays, bankDebitDay, type IsoDate } from '../basics/dates.ts';
import { add, type Cents, noMoney } from '../basics/money.ts';
import { dueDateOf, type ScheduleEntry } from './schedule.ts';

/** The amounts due in the next 30 days, as both frontends list and draw them. */

export const dueSoonDays = 30;

/** The days that "today" can mean to a reader. In the evening in America, UTC is already on the next day. */
export interface Today {
  /** The program's day, on which banks are debited. */
  readonly program: IsoDate;
  /** The day in UTC, from which the terms of a purchase count. */
  readonly utc: IsoDate;
}

/**
 * Returns the last of the next 30 days. It is the thirtieth day after the one in UTC, so that a purchase on 30-day terms
 * is due soon from its first moment, wherever it was made.
 */
function lastDueSoon({ utc }: Pick<Today, 'utc'>): IsoDate {
  return addCalendarDays(utc, dueSoonDays);
}

/** Returns the payments that are late or due in the next 30 days, oldest first. */
export function duesSoon(schedule: readonly ScheduleEntry[], today: Pick<Today, 'utc'>): readonly ScheduleEntry[] {
  const last = lastDueSoon(today);
  return schedule.filter((entry) => dueDateOf(entry) <= last);
}

export interface DueDay {
  readonly date: IsoDate;
  readonly amount_cents: Cents;
  /** Whether the amount is late, in whole or in part. */
  readonly is_late: boolean;
}

interface DatedDue {
  readonly due_date: IsoDate;
  /** The cashback that paying it now still earns. */
  readonly cashback_cents: number;
}

/**
 * Tells whether a due is late. A due that still earns cashback is in time, such as one whose draw was moved to a later day. What fell
 * due on a weekend is not late until the Monday after it is over; bank holidays are not known here.
 */
export function isLateDue({ due_date, cashback_cents }: DatedDue, today: IsoDate): boolean {
  return cashback_cents === 0 && bankDebitDay(due_date, () => false) < today;
}

/** Returns each day from today to the last of the next 30, with the amount due on it. Earlier dues count as due today. */
export function dueByDay(schedule: readonly ScheduleEntry[], today: Today): readonly DueDay[] {
  const amounts = new Map<IsoDate, Cents>();
  const soon = duesSoon(schedule, today);
  for (const entry of soon) {
    const dueDate = dueDateOf(entry);
    const fellDueBefore = dueDate < today.program;
    const date = fellDueBefore ? today.program : dueDate;
    amounts.set(date, add(amounts.get(date) ?? noMoney, entry.total_owed_cents));
  }
  const isLate = soon.some((entry) => isLateDue({ due_date: dueDateOf(entry), cashback_cents: entry.potential_cashback }, today.program));
  const days: DueDay[] = [];
  for (let date = today.program; date <= lastDueSoon(today); date = addCalendarDays(date, 1)) {
    days.push({ date, amount_cents: amounts.get(date) ?? noMoney, is_late: isLate && date === today.program });
  }
  return days;
}
