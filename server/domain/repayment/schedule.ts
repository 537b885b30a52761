import { bankDebitDay, dateOfSeconds, epochSeconds, type IsHoliday, type IsoDate } from '../basics/dates.ts';
import { add, type Cents, cents, larger, negate, noMoney, share, smaller, subtract } from '../basics/money.ts';

/** The payment schedule of a receiver, and its next payment as the dashboard shows it. */

/** An amount and the day it is due. A refund is negative and pays toward the oldest due, regardless of its own day. */
export interface Due {
  readonly due_date: IsoDate;
  readonly amount_cents: Cents;
}

export interface ScheduleEntry {
  /** Midnight UTC of the due date. */
  readonly payment_due_date: { readonly seconds: number };
  /** Above 0. */
  readonly total_owed_cents: Cents;
  /** Cents earned when all of it is paid in time; 0 once it is late. */
  readonly potential_cashback: Cents;
}

/** A due and the rate of cashback that it earns. */
export interface RatedDue extends Due {
  readonly cashback_basis_points: number;
}

/** Returns the purchases summed by day and rate, in the order in which they are paid. */
function inOrder(dues: readonly RatedDue[]): readonly RatedDue[] {
  const sums = new Map<string, RatedDue>();
  for (const due of dues) {
    if (due.amount_cents <= 0) continue;
    const key = `${due.due_date} ${due.cashback_basis_points}`;
    sums.set(key, { ...due, amount_cents: add(sums.get(key)?.amount_cents ?? noMoney, due.amount_cents) });
  }
  return [...sums.values()].toSorted(compareDues);
}

/** Sorts dues as they are paid: oldest first, and of one day what earns the most cashback first. */
export function compareDues(one: Omit<RatedDue, 'amount_cents'>, other: Omit<RatedDue, 'amount_cents'>): number {
  if (one.due_date !== other.due_date) return one.due_date < other.due_date ? -1 : 1;
  return other.cashback_basis_points - one.cashback_basis_points;
}

/**
 * Returns what is left of each due, in the given order, after a credit has paid them one after the other. A remaining
 * credit is not returned: the receiver owes nothing and is in credit.
 */
export function unpaidDues<T extends Due>(oldestFirst: readonly T[], credit: Cents): readonly T[] {
  let left = credit;
  const unpaid: T[] = [];
  for (const due of oldestFirst) {
    const paid = smaller(due.amount_cents, left);
    left = subtract(left, paid);
    if (paid < due.amount_cents) unpaid.push({ ...due, amount_cents: subtract(due.amount_cents, paid) });
  }
  return unpaid;
}

interface PaidDues {
  /** All dues ever, in any order, single or summed by day (refunds apart from purchases). */
  readonly dues: readonly RatedDue[];
  /** Repayments, cashback and manual credits received so far. Negative when more was taken back than given. */
  readonly creditsReceived: Cents;
  readonly today: IsoDate;
}

/**
 * Returns what is left of all dues, by day and rate, in the order in which it is paid. Refunds and credits received pay the
 * oldest dues first. Credits taken back or paid out beyond what was received are due at once and earn nothing.
 */
export function unpaidOf(paid: PaidDues): readonly RatedDue[] {
  return unpaidDues(inOrder([...paid.dues, dueAtOnce(paid)]), larger(noMoney, creditOf(paid)));
}

/** Returns the credits that were taken back or paid out beyond what was received, due today; 0 when there are none. */
export function dueAtOnce(paid: PaidDues): RatedDue {
  return { due_date: paid.today, amount_cents: larger(noMoney, negate(creditOf(paid))), cashback_basis_points: 0 };
}

/** Returns refunds and credits received. */
function creditOf({ dues, creditsReceived }: PaidDues): Cents {
  const refunds = dues.filter((due) => due.amount_cents < 0);
  return subtract(creditsReceived, add(noMoney, ...refunds.map((due) => due.amount_cents)));
}

/**
 * Returns the payments still to be made, by due date; the entries sum to the outstanding amount.
 * @param unpaid as `unpaidOf` returns it.
 * @param isInTime tells whether a due date can still be paid in time.
 */
export function paymentSchedule(unpaid: readonly RatedDue[], isInTime: (dueDate: IsoDate) => boolean): readonly ScheduleEntry[] {
  return [...Map.groupBy(unpaid, (due) => due.due_date)].map(([dueDate, parts]) => ({
    payment_due_date: { seconds: epochSeconds(dueDate) },
    total_owed_cents: add(noMoney, ...parts.map((part) => part.amount_cents)),
    potential_cashback: isInTime(dueDate) ? add(noMoney, ...parts.map((part) => share(part.amount_cents, part.cashback_basis_points))) : noMoney,
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
