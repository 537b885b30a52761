import { bankDebitDay, dateOfSeconds, epochSeconds, type IsHoliday, type IsoDate } from '../basics/dates.ts';
import { add, type Cents, cents, noMoney, smaller } from '../basics/money.ts';

/** The payment schedule of a receiver, and its next payment as the dashboard shows it. */

/** An amount and the day it is due. */
export interface Due {
  readonly due_date: IsoDate;
  readonly amount_cents: Cents;
}

export interface ScheduleEntry {
  /** Midnight UTC of the due date. */
  readonly payment_due_date: { readonly seconds: number };
  /** Above 0. */
  readonly total_owed_cents: Cents;
  /** The cents of cashback that paying all of it in time adds; 0 once it is late. */
  readonly potential_cashback: Cents;
}

/** A due and the rate of cashback that it earns. */
export interface RatedDue extends Due {
  readonly cashback_basis_points: number;
}

/** Sorts dues as they are paid: oldest first, and of one day what earns the most cashback first. */
export function compareDues(one: Omit<RatedDue, 'amount_cents'>, other: Omit<RatedDue, 'amount_cents'>): number {
  if (one.due_date !== other.due_date) return one.due_date < other.due_date ? -1 : 1;
  return other.cashback_basis_points - one.cashback_basis_points;
}

/**
 * Returns the payments still to be made, by due date; the entries sum to the outstanding amount.
 * @param open what is unpaid of each due, in order.
 * @param cashback what each due date will still be credited: see `potentialCashback`.
 */
export function paymentSchedule(open: readonly RatedDue[], cashback: ReadonlyMap<IsoDate, Cents>): readonly ScheduleEntry[] {
  return [...Map.groupBy(open, (due) => due.due_date)].map(([dueDate, parts]) => ({
    payment_due_date: { seconds: epochSeconds(dueDate) },
    total_owed_cents: add(noMoney, ...parts.map((part) => part.amount_cents)),
    potential_cashback: cashback.get(dueDate) ?? noMoney,
  }));
}

/** Returns the last day on which a due is paid in time: the day of its debit, which is after the due date when banks are closed. */
export function paymentDeadline(dueDate: IsoDate, isBankHoliday: IsHoliday): IsoDate {
  return bankDebitDay(dueDate, isBankHoliday);
}

/** Returns the due date of an entry. */
export function dueDateOf(entry: ScheduleEntry): IsoDate {
  return dateOfSeconds(entry.payment_due_date.seconds);
}

/** The largest amount of one draw, and of the next payment that is shown: $150,000. */
export const maximumDrawCents: Cents = cents(15_000_000);

export interface NextPayment {
  /** `YYYY-MM-DD`; null when nothing is due. */
  readonly date: IsoDate | null;
  readonly amount_cents: Cents;
  readonly expected_credit_cents: Cents;
}

/** Returns the first payment of a schedule, at most the largest draw. */
export function nextPayment(schedule: readonly ScheduleEntry[]): NextPayment {
  const first = schedule[0];
  if (!first) return { date: null, amount_cents: noMoney, expected_credit_cents: noMoney };
  return { date: dueDateOf(first), amount_cents: smaller(first.total_owed_cents, maximumDrawCents), expected_credit_cents: first.potential_cashback };
}
