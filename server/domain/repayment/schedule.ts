import { addCalendarDays, bankDebitDate, dateOfSeconds, epochSeconds, type IsHoliday, type IsoDate, utcDate, weekday } from '../basics/dates.ts';
import { add, type Cents, cents, equalParts, larger, negate, noMoney, share, smaller, subtract } from '../basics/money.ts';
import { isCounted } from '../card/card.ts';

/** The payment schedule of a receiver, and its next payment as the dashboard shows it. */

/** An amount and the day it is due. A refund is negative and pays towards the oldest due, regardless of its own day. */
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

interface Purchase {
  readonly status: string;
  /** Purchases are positive, refunds negative. */
  readonly amount_cents: Cents;
  readonly created_at: Date;
}

/**
 * Returns the dues of card transactions on the fixed-pay plan: the purchases of one day are repaid in equal weekly draws,
 * one for each begun week of the receiver's net terms. Draws differ by a cent at most; the first ones are the larger.
 * @param drawDay the weekday of the draws, 0 for Sunday to 6 for Saturday. The first comes after the day of purchase.
 */
export function weeklyDues(purchases: readonly Purchase[], netTerms: number, drawDay: number): readonly Due[] {
  const draws = Math.max(1, Math.ceil(netTerms / 7));
  const counted = purchases.filter(isCounted).map((purchase) => ({ due_date: utcDate(purchase.created_at), amount_cents: purchase.amount_cents }));
  const { bought, refunds } = byDate(counted);
  const instalments = bought.flatMap(({ due_date: boughtOn, amount_cents }) =>
    equalParts(amount_cents, draws)
      .filter((part) => part > 0)
      .map((part, week) => ({ due_date: addCalendarDays(nextWeekday(boughtOn, drawDay), 7 * week), amount_cents: part })),
  );
  return [...instalments, ...refunds];
}

/** The default draw day: Wednesday, which has the fewest bank holidays. */
const usualDrawDay = 3;

/** Returns the weekday of a receiver's weekly draws: that of the next payment, or the default while there is none. */
export function weeklyDrawDay(nextPaymentAt: Date | null): number {
  return nextPaymentAt === null ? usualDrawDay : weekday(utcDate(nextPaymentAt));
}

function nextWeekday(after: IsoDate, day: number): IsoDate {
  const days = (day - weekday(after) + 7) % 7;
  return addCalendarDays(after, days === 0 ? 7 : days);
}

/** Returns the purchases summed by day, oldest first, and the refunds unchanged. */
function byDate(dues: readonly Due[]): { bought: readonly Due[]; refunds: readonly Due[] } {
  const amounts = new Map<IsoDate, Cents>();
  for (const { due_date, amount_cents } of dues) {
    if (amount_cents > 0) amounts.set(due_date, add(amounts.get(due_date) ?? noMoney, amount_cents));
  }
  const bought = [...amounts]
    .map(([due_date, amount_cents]) => ({ due_date, amount_cents }))
    .toSorted((one, other) => (one.due_date < other.due_date ? -1 : 1));
  return { bought, refunds: dues.filter((due) => due.amount_cents < 0) };
}

/**
 * Returns what is left of each due, in the given order, after a credit has paid them one after the other. Refunds among
 * them add to the credit. A remaining credit is not returned: the receiver owes nothing and is in credit.
 */
export function unpaidDues<T extends Due>(oldestFirst: readonly T[], credit: Cents): readonly T[] {
  let left = oldestFirst.reduce((credits, due) => (due.amount_cents < 0 ? subtract(credits, due.amount_cents) : credits), credit);
  const unpaid: T[] = [];
  for (const due of oldestFirst) {
    if (due.amount_cents <= 0) continue;
    const paid = smaller(due.amount_cents, larger(left, noMoney));
    left = subtract(left, paid);
    if (paid < due.amount_cents) unpaid.push({ ...due, amount_cents: subtract(due.amount_cents, paid) });
  }
  return unpaid;
}

interface ScheduleFacts {
  /** All dues ever, in any order, single or summed by day (refunds apart from purchases). */
  readonly dues: readonly Due[];
  /** Repayments, cashback and manual credits received so far. Negative when more was taken back than given. */
  readonly creditsReceived: Cents;
  readonly today: IsoDate;
  readonly cashbackBasisPoints: number;
  readonly isBankHoliday: IsHoliday;
}

/**
 * Returns the payments still to be made, by due date. Credits received pay the oldest dues first, so the entries sum to
 * the outstanding amount. Credits taken back beyond what was received are due at once.
 */
export function paymentSchedule({ dues, creditsReceived, today, cashbackBasisPoints, isBankHoliday }: ScheduleFacts): readonly ScheduleEntry[] {
  const takenBack: Due = { due_date: today, amount_cents: larger(noMoney, negate(creditsReceived)) };
  const { bought, refunds } = byDate([...dues, takenBack]);
  return unpaidDues([...bought, ...refunds], larger(noMoney, creditsReceived)).map(({ due_date, amount_cents }) => ({
    payment_due_date: { seconds: epochSeconds(due_date) },
    total_owed_cents: amount_cents,
    potential_cashback: today <= paymentDeadline(due_date, isBankHoliday) ? share(amount_cents, cashbackBasisPoints) : noMoney,
  }));
}

/** Returns the last day on which a due is paid in time: the day of its debit, which is after the due date when banks are closed. */
export function paymentDeadline(dueDate: IsoDate, isBankHoliday: IsHoliday): IsoDate {
  return bankDebitDate(dueDate, isBankHoliday).date;
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
