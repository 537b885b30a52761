import { addCalendarDays, type IsHoliday, type IsoDate, repaymentDate, utcDate, weekday } from '../basics/dates.ts';
import { add, type Cents, equalParts, noMoney } from '../basics/money.ts';
import { isCash } from '../card/cash.ts';
import { isFixedPay } from './paymentPlan.ts';
import type { Due, RatedDue } from './schedule.ts';

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
  /** The weekday of the parts on the fixed plan, 0 for Sunday to 6; null for the default. */
  readonly weekly_draw_day: number | null;
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
  const { net_terms, net_terms_type, weekly_draw_day } = receiver;
  const isWeekly = isFixedPay(receiver.payment_plan);
  return {
    repayment_date: repaymentDate(created_at, net_terms, net_terms_type, program.isHoliday),
    instalments: isWeekly ? Math.max(1, Math.ceil(net_terms / 7)) : 1,
    first_instalment_date: isWeekly ? nextWeekday(utcDate(created_at), weekly_draw_day) : null,
    cashback_basis_points: isCash(purchase) ? 0 : program.cashbackBasisPoints,
  };
}

/** Returns the first day on which anything bought at an instant would be due. Nothing bought later is due earlier while the terms stay. */
export function earliestDueDate(instant: Date, { payment_plan, net_terms, net_terms_type, weekly_draw_day }: ReceiverTerms, isHoliday: IsHoliday): IsoDate {
  if (isFixedPay(payment_plan)) return nextWeekday(utcDate(instant), weekly_draw_day);
  return repaymentDate(instant, net_terms, net_terms_type, isHoliday);
}

/** The default draw day: Wednesday, which has the fewest bank holidays. */
const usualDrawDay = 3;

function nextWeekday(after: IsoDate, day: number | null): IsoDate {
  const days = ((day ?? usualDrawDay) - weekday(after) + 7) % 7;
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

/** Returns all that was bought by the day on which it is due. Installments of a day differ by a cent at most, the first ones are the larger. */
export function duesOf(days: readonly PurchaseDay[]): readonly RatedDue[] {
  const bought = Map.groupBy(days, ({ made_on, first_due_date, instalments, cashback_basis_points }) =>
    [made_on, first_due_date, instalments, cashback_basis_points].join(' '),
  );
  return [...bought.values()].flatMap((same) => {
    const [first] = same;
    if (first === undefined) return [];
    const { cashback_basis_points } = first;
    const amount = add(noMoney, ...same.map((day) => day.bought_cents));
    return partsOfPurchase(amount, first).map((part) => ({ ...part, cashback_basis_points }));
  });
}

/** Returns the weekly parts of what was bought, the first one first; one part where it is due as a whole. */
export function partsOfPurchase(amount: Cents, { first_due_date, instalments }: Pick<PurchaseDay, 'first_due_date' | 'instalments'>): readonly Due[] {
  return equalParts(amount, instalments)
    .map((amount_cents, week) => ({ due_date: addCalendarDays(first_due_date, 7 * week), amount_cents }))
    .filter((part) => part.amount_cents > 0);
}
