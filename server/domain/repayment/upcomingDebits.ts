import { addCalendarDays, type IsHoliday, type IsoDate, isBusinessDay } from '../basics/dates.ts';
import { add, type Cents, noMoney } from '../basics/money.ts';
import { type DrawAttempt, drawAmount, dueDatesToDebit, nextAttempt } from './draw.ts';
import type { ScheduleEntry } from './schedule.ts';

/** The draws to make today, and those expected on the coming days if nothing else happens. */

export interface DueDraw {
  readonly due_date: IsoDate;
  readonly attempt: number;
  readonly amount_cents: Cents;
}

export interface DebtFacts {
  readonly schedule: readonly ScheduleEntry[];
  /** Settled purchases not yet paid; held purchases are never drawn. */
  readonly owed: Cents;
  /** Sum of the draws that were started and have neither settled nor failed. */
  readonly inFlight: Cents;
  /** The draws made so far for due dates. */
  readonly made: readonly (DrawAttempt & { readonly due_date: IsoDate })[];
  readonly isBankHoliday: IsHoliday;
}

/** Returns the draws to make on a day, oldest due date first: one per due date whose debit day has come, none while banks are closed. */
export function drawsOnDay({ schedule, owed, inFlight, made, isBankHoliday }: DebtFacts, day: IsoDate): readonly DueDraw[] {
  if (!isBusinessDay(day, isBankHoliday)) return [];
  let underway = inFlight;
  return dueDatesToDebit(schedule, day, isBankHoliday).flatMap((due_date) => {
    const ofDueDate = made.filter((draw) => draw.due_date === due_date);
    const attempt = nextAttempt(ofDueDate, day, isBankHoliday);
    const amount_cents = drawAmount({ schedule, dueDate: due_date, owed, inFlight: underway });
    if (attempt === null || amount_cents === 0) return [];
    underway = add(underway, amount_cents);
    return [{ due_date, attempt, amount_cents }];
  });
}

export interface UpcomingDebit {
  readonly debit_date: IsoDate;
  readonly amount_cents: Cents;
  readonly due_dates: readonly IsoDate[];
}

/**
 * Returns the debits of the `days` days after today if nothing is bought, returned or paid meanwhile. Purchases that are
 * now held are expected to have settled by then: `owed` must include them.
 */
export function upcomingDebits(facts: DebtFacts, today: IsoDate, days: number): readonly UpcomingDebit[] {
  let { inFlight, made } = facts;
  const debits: UpcomingDebit[] = [];
  for (let day = today; day <= addCalendarDays(today, days); day = addCalendarDays(day, 1)) {
    const draws = drawsOnDay({ ...facts, inFlight, made }, day);
    if (draws.length === 0) continue;
    const amount_cents = add(noMoney, ...draws.map((draw) => draw.amount_cents));
    inFlight = add(inFlight, amount_cents);
    made = [...made, ...draws.map(({ due_date, attempt }) => ({ due_date, attempt, status: 'pending', debit_date: day, failedOn: null }))];
    // Today's draws are not upcoming.
    if (day > today) debits.push({ debit_date: day, amount_cents, due_dates: draws.map((draw) => draw.due_date) });
  }
  return debits;
}
