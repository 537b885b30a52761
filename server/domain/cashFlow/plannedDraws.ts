import { addCalendarDays, epochSeconds, type IsHoliday, type IsoDate, startOfDay } from '../basics/dates.ts';
import { add, type Cents, noMoney, subtract } from '../basics/money.ts';
import { isFailedDraw, isInFlight } from '../repayment/draw.ts';
import { duesOf, purchaseTerms, type ReceiverTerms } from '../repayment/purchaseTerms.ts';
import { type Due, dueDateOf, type ScheduleEntry } from '../repayment/schedule.ts';
import { type DebtFacts, drawsOnDay, type UpcomingDebit, upcomingDebits } from '../repayment/upcomingDebits.ts';
import { type CashFlow, cashDays } from './cashLine.ts';
import { laterDay } from './days.ts';
import type { ExpectedPurchase } from './recurringPurchases.ts';

/** The draws of the 90 days, by the rules that make them: those begun, those planned, and those that purchases to come cause. */

/** A draw that was begun, of whatever kind. */
export interface BegunDraw {
  readonly status: string;
  readonly debit_date: IsoDate;
  readonly amount_cents: Cents;
}

/** The terms of purchases to come. */
export interface PurchaseRules {
  readonly receiver: ReceiverTerms;
  readonly isHoliday: IsHoliday;
}

/**
 * Returns the draws that the bank's balance does not show yet: those on their way, and those that settled since it was read. A debit
 * shows on the account on the day after it at the earliest.
 * @param readOn the day of the balance; null without one.
 */
export function drawsUnderway(begun: readonly BegunDraw[], { today, readOn }: { today: IsoDate; readOn: IsoDate | null }): readonly CashFlow[] {
  return begun
    .filter((draw) => !isFailedDraw(draw) && draw.status !== 'cancelled' && (readOn === null ? isInFlight(draw) : draw.debit_date >= readOn))
    .map(({ debit_date, amount_cents }) => drawFlow(laterDay(debit_date, today), amount_cents, 'Draw on its way'));
}

/** Returns the draws of today and of the 89 days after it if nothing is bought meanwhile. */
export function debitsAhead(facts: DebtFacts, today: IsoDate): readonly UpcomingDebit[] {
  const now = drawsOnDay(facts, today);
  const later = upcomingDebits(facts, today, cashDays - 1);
  if (now.length === 0) return later;
  return [{ debit_date: today, amount_cents: add(...now.map(({ amount_cents }) => amount_cents)), due_dates: now.map(({ due_date }) => due_date) }, ...later];
}

/** Returns debits as flows. */
export function drawFlows(debits: readonly UpcomingDebit[]): readonly CashFlow[] {
  return debits.map(({ debit_date, amount_cents }) => drawFlow(debit_date, amount_cents, 'Draw of what is due'));
}

const drawFlow = (date: IsoDate, amount: Cents, label: string): CashFlow => ({
  date,
  kind: 'draw',
  label,
  amount_cents: subtract(noMoney, amount),
  is_known: true,
});

/** Returns what a purchase on a day adds to the dues, by the receiver's terms. @throws DomainError as `repaymentDate`. */
export function duesOfPurchase(
  { date, amount_cents }: Pick<ExpectedPurchase, 'date' | 'amount_cents'>,
  { receiver, isHoliday }: PurchaseRules,
): readonly Due[] {
  const bought = { created_at: startOfDay(date), categoryCode: null, cash_cents: noMoney };
  const terms = purchaseTerms(bought, receiver, { cashbackBasisPoints: 0, isHoliday });
  const first_due_date = terms.first_instalment_date ?? terms.repayment_date;
  return duesOf([{ ...terms, made_on: date, first_due_date, bought_cents: amount_cents, returned_cents: noMoney }]);
}

/** Returns a debt with further dues in it. */
export function withDues(facts: DebtFacts, dues: readonly Due[]): DebtFacts {
  if (dues.length === 0) return facts;
  const sums = new Map<IsoDate, Cents>();
  const entries = facts.schedule.map((entry) => ({ due_date: dueDateOf(entry), amount_cents: entry.total_owed_cents }));
  for (const { due_date, amount_cents } of [...entries, ...dues]) sums.set(due_date, add(sums.get(due_date) ?? noMoney, amount_cents));
  const schedule = [...sums]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(
      ([due_date, total_owed_cents]): ScheduleEntry => ({
        payment_due_date: { seconds: epochSeconds(due_date) },
        total_owed_cents,
        potential_cashback: noMoney,
      }),
    );
  return { ...facts, schedule, owed: add(facts.owed, ...dues.map(({ amount_cents }) => amount_cents)) };
}

/** Returns a debt of which an amount is paid now: it pays what is due first. */
export function withPayment(facts: DebtFacts, amount: Cents): DebtFacts {
  const { credits } = facts;
  return { ...facts, inFlight: add(facts.inFlight, amount), credits: { ...credits, underway: add(credits.underway, amount) } };
}

interface Caused {
  readonly kind: 'recurring' | 'what_if';
  /** Returns the words for a debit that pays these due dates. */
  readonly label: (dueDates: readonly IsoDate[]) => string;
}

/** Returns what further dues change about the debits, as flows: one for each day on which more is drawn. */
export function flowsCaused(before: readonly UpcomingDebit[], after: readonly UpcomingDebit[], { kind, label }: Caused): readonly CashFlow[] {
  const amounts = new Map(before.map(({ debit_date, amount_cents }) => [debit_date, amount_cents]));
  return after
    .map(({ debit_date, amount_cents, due_dates }) => ({ debit_date, due_dates, more: subtract(amount_cents, amounts.get(debit_date) ?? noMoney) }))
    .filter(({ more }) => more !== 0)
    .map(({ debit_date, due_dates, more }) => ({
      date: debit_date,
      kind,
      label: label(due_dates),
      amount_cents: subtract(noMoney, more),
      is_known: kind === 'what_if',
    }));
}

/** Returns the first day after the 90 days. */
export function endOfLine(today: IsoDate): IsoDate {
  return addCalendarDays(today, cashDays);
}
