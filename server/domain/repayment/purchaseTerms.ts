import { addCalendarDays, type IsHoliday, type IsoDate, repaymentDate, startOfDay, utcDate, weekday } from '../basics/dates.ts';
import { add, type Cents, equalParts, negate, noMoney } from '../basics/money.ts';
import { isCash } from '../card/cash.ts';
import { isFixedPay } from './paymentPlan.ts';
import { type Due, dueDateOf, type RatedDue, type ScheduleEntry } from './schedule.ts';

/**
 * The terms of a purchase: when it is due, and the cashback it earns. They are stored with the purchase when it is first
 * known and never change, so a new rate of the program or another plan of the receiver concerns later purchases only.
 */
export interface PurchaseTerms {
  readonly repayment_date: IsoDate;
  /** The number of equal weekly parts on the fixed plan; else 1. */
  readonly instalments: number;
  /** The day of the first part on the fixed plan; else null: the purchase is due as a whole on its repayment date. */
  readonly first_instalment_date: IsoDate | null;
  /** 0 for cash. */
  readonly cashback_basis_points: number;
}

/** A receiver's terms at present. */
export interface ReceiverTerms {
  readonly payment_plan: string;
  readonly net_terms: number;
  readonly net_terms_type: string;
  readonly next_payment_at: Date | null;
}

interface Purchase {
  readonly created_at: Date;
  readonly categoryCode: string | null;
  readonly cash_cents: Cents;
}

/**
 * Returns the terms of a purchase by the receiver's terms and the program's rate at present. On the fixed plan it is
 * repaid in one part for each begun week of the net terms, the first on the first draw day after the day of the purchase.
 * @throws DomainError as `repaymentDate`.
 */
export function purchaseTerms(purchase: Purchase, receiver: ReceiverTerms, program: { cashbackBasisPoints: number; isHoliday: IsHoliday }): PurchaseTerms {
  const { created_at } = purchase;
  const { net_terms, net_terms_type, next_payment_at } = receiver;
  const isWeekly = isFixedPay(receiver.payment_plan);
  return {
    repayment_date: repaymentDate(created_at, net_terms, net_terms_type, program.isHoliday),
    instalments: isWeekly ? Math.max(1, Math.ceil(net_terms / 7)) : 1,
    first_instalment_date: isWeekly ? nextWeekday(utcDate(created_at), weeklyDrawDay(next_payment_at)) : null,
    cashback_basis_points: isCash(purchase) ? 0 : program.cashbackBasisPoints,
  };
}

/** Returns the first day on which anything bought at an instant would be due. Nothing bought later is due earlier while the terms stay. */
export function earliestDueDate(instant: Date, { payment_plan, net_terms, net_terms_type, next_payment_at }: ReceiverTerms, isHoliday: IsHoliday): IsoDate {
  if (isFixedPay(payment_plan)) return nextWeekday(utcDate(instant), weeklyDrawDay(next_payment_at));
  return repaymentDate(instant, net_terms, net_terms_type, isHoliday);
}

/** The default draw day: Wednesday, which has the fewest bank holidays. */
const usualDrawDay = 3;

/** Returns the weekday of a receiver's weekly draws, 0 for Sunday to 6: that of the next payment, or the default while there is none. */
function weeklyDrawDay(nextPaymentAt: Date | null): number {
  return nextPaymentAt === null ? usualDrawDay : weekday(utcDate(nextPaymentAt));
}

/**
 * Returns the date of the next payment as the receiver's record keeps it; null for none. On the fixed plan it sets the weekday: there
 * what is due at once, on whatever day that is, does not count, and the date stays when nothing else is due.
 * @param schedule the payments still to be made.
 * @param atOnce what of them is due today because credits were taken back or paid out; of the amount 0 for none.
 */
export function recordedNextPayment(
  { payment_plan, next_payment_at }: Pick<ReceiverTerms, 'payment_plan' | 'next_payment_at'>,
  schedule: readonly ScheduleEntry[],
  atOnce: Due,
): Date | null {
  const isWeekly = isFixedPay(payment_plan);
  const isAtOnce = (entry: ScheduleEntry) => dueDateOf(entry) === atOnce.due_date && entry.total_owed_cents === atOnce.amount_cents;
  const next = schedule.find((entry) => !isWeekly || !isAtOnce(entry));
  if (next) return startOfDay(dueDateOf(next));
  return isWeekly ? next_payment_at : null;
}

function nextWeekday(after: IsoDate, day: number): IsoDate {
  const days = (day - weekday(after) + 7) % 7;
  return addCalendarDays(after, days === 0 ? 7 : days);
}

/** The sum of the purchases, and that of the refunds, of one day with the same terms; neither is below 0. */
export interface PurchaseDay {
  readonly made_on: IsoDate;
  /** The first installment's day, or the repayment date. */
  readonly first_due_date: IsoDate;
  readonly instalments: number;
  readonly cashback_basis_points: number;
  readonly bought_cents: Cents;
  readonly returned_cents: Cents;
}

/** Returns everything that was ever due, with the day it was bought. Installments of a day differ by a cent at most, the first ones are the larger. Refunds are negative. */
export function duesOf(days: readonly PurchaseDay[]): readonly (RatedDue & { readonly made_on: IsoDate })[] {
  const bought = Map.groupBy(days, ({ made_on, first_due_date, instalments, cashback_basis_points }) =>
    [made_on, first_due_date, instalments, cashback_basis_points].join(' '),
  );
  const dues = [...bought.values()].flatMap((same) => {
    const [first] = same;
    if (first === undefined) return [];
    const { made_on, first_due_date, instalments, cashback_basis_points } = first;
    const amount = add(noMoney, ...same.map((day) => day.bought_cents));
    return equalParts(amount, instalments)
      .filter((part) => part > 0)
      .map((amount_cents, week) => ({ due_date: addCalendarDays(first_due_date, 7 * week), amount_cents, cashback_basis_points, made_on }));
  });
  const refunds = days
    .filter((day) => day.returned_cents > 0)
    .map(({ made_on, first_due_date, returned_cents }) => ({
      due_date: first_due_date,
      amount_cents: negate(returned_cents),
      cashback_basis_points: 0,
      made_on,
    }));
  return [...dues, ...refunds];
}
