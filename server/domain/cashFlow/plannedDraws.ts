import { addCalendarDays, daysBetween, type IsHoliday, type IsoDate, laterDay, startOfDay } from '../basics/dates.ts';
import { add, type Cents, negate, noMoney, subtract } from '../basics/money.ts';
import { openDues, paidDues, withoutPaid } from '../repayment/allocation.ts';
import { isCanceledDraw, isFailedDraw, isInFlight } from '../repayment/draw.ts';
import { sumOfDraws } from '../repayment/drawChoices.ts';
import { duesOf, purchaseTerms, type ReceiverTerms } from '../repayment/purchaseTerms.ts';
import { fromUsualBank } from '../repayment/safeDraws.ts';
import { type Due, maximumDrawCents, paymentDeadline } from '../repayment/schedule.ts';
import { type DebtFacts, type DrawsOfDay, drawsFrom } from '../repayment/upcomingDebits.ts';
import { type CashFlow, cashDays } from './cashLine.ts';
import type { ExpectedPurchase } from './recurringPurchases.ts';

/** The draws of the 90 days, by the rules that make them: those begun, those planned, and those that purchases to come cause. */

/** A draw that was begun, of whatever kind. */
export interface BegunDraw {
  readonly status: string;
  readonly debit_date: IsoDate;
  readonly amount_cents: Cents;
  /** Whether it debits another bank than the one whose balance is foreseen. */
  readonly is_elsewhere: boolean;
  /** The day from which a settled one cannot come back; null while that is not known. */
  readonly final_on: IsoDate | null;
}

/** The draws planned for a day, by the bank whose balance is foreseen and by the other one. */
interface PlannedDebit {
  readonly debit_date: IsoDate;
  readonly amount_cents: Cents;
  readonly elsewhere_cents: Cents;
}

/** The terms of purchases to come. */
export interface PurchaseRules {
  readonly receiver: ReceiverTerms;
  readonly isHoliday: IsHoliday;
}

/** A settled draw is in the line only until the balance is read again. */
const settledLabel = 'Settled draw, not in the balance yet';

/**
 * Returns the draws that the bank's balance does not show yet: those on their way, and those that settled since it was read. A debit
 * shows on the account on the day after it at the earliest.
 * @param readOn the day of the balance; null without one.
 */
export function drawsUnderway(begun: readonly BegunDraw[], { today, readOn }: { today: IsoDate; readOn: IsoDate | null }): readonly CashFlow[] {
  return begun
    .filter((draw) => !isFailedDraw(draw) && !isCanceledDraw(draw) && (readOn === null ? isInFlight(draw) : draw.debit_date >= readOn))
    .map((draw) => drawFlow(laterDay(draw.debit_date, today), draw.amount_cents, isInFlight(draw) ? 'Draw on its way' : settledLabel));
}

/** A purchase on a day to come, with what it adds to the dues. */
interface BoughtAhead {
  readonly on: IsoDate;
  readonly dues: readonly Due[];
}

/** How long after the last due date draws are looked for, in days: past a weekend, holidays, and a draw moved by a week. */
const lookedForDays = 14;

/** Returns the draws of today and of the 89 days after it if nothing is bought meanwhile, except for one purchase. */
export function debitsAhead(debt: DebtFacts, today: IsoDate, bought: BoughtAhead | null = null): readonly PlannedDebit[] {
  const facts = { ...debt, draws: drawsThatMatter(debt, bought?.dues ?? []) };
  return [...drawsWithPurchase(facts, today, bought)].map(({ debit_date, draws }) => {
    const amount_cents = sumOfDraws(fromUsualBank(draws));
    return { debit_date, amount_cents, elsewhere_cents: subtract(sumOfDraws(draws), amount_cents) };
  });
}

/** Plans up to the day of the purchase, and goes on with the debt that it leads to: what is not bought yet is not drawn. */
function drawsWithPurchase(facts: DebtFacts, today: IsoDate, bought: BoughtAhead | null): readonly DrawsOfDay[] {
  if (bought === null || bought.on < today) return drawsFrom(withDues(facts, bought?.dues ?? []), today, daysWithDraws(facts, today)).days;
  const before = drawsFrom(facts, today, daysBetween(today, bought.on));
  const after = withDues(before.debt, bought.dues);
  const next = addCalendarDays(bought.on, 1);
  return [...before.days, ...drawsFrom(after, next, daysWithDraws(after, today) - daysBetween(today, next)).days];
}

/** Returns the draws that what is drawn next depends on: those of dates that are still due, and those of amounts that failed. A year of settled ones only costs time. */
function drawsThatMatter({ open, draws }: DebtFacts, dues: readonly Due[]): DebtFacts['draws'] {
  const due = new Set([...open, ...dues].map(({ due_date }) => due_date));
  const amountOf = ({ id, retry_of }: DebtFacts['draws'][number]) => retry_of ?? id;
  const failed = new Set(draws.filter(isFailedDraw).map(amountOf));
  return draws.filter((draw) => due.has(draw.due_date) || failed.has(amountOf(draw)));
}

/** Returns how many days after today can have draws: up to a fortnight past the last due date, or all where a failed draw, a lock or the largest draw puts some off. */
function daysWithDraws({ open, owed, draws, unlockedOn }: DebtFacts, today: IsoDate): number {
  const last = open.at(-1);
  if (last === undefined) return 0;
  const isPutOff = unlockedOn !== null || owed > maximumDrawCents || draws.some(isFailedDraw);
  const all = cashDays - 1;
  return isPutOff ? all : Math.min(all, Math.max(0, daysBetween(today, last.due_date)) + lookedForDays);
}

/** Returns debits as flows. */
export function drawFlows(debits: readonly PlannedDebit[]): readonly CashFlow[] {
  return debits.filter(({ amount_cents }) => amount_cents > 0).map(({ debit_date, amount_cents }) => drawFlow(debit_date, amount_cents, 'Draw of what is due'));
}

/** Returns what the other bank pays of debits. */
export function otherBanksFlows(debits: readonly PlannedDebit[]): readonly CashFlow[] {
  return drawFlows(debits.map((debit) => ({ ...debit, amount_cents: debit.elsewhere_cents })));
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
function withDues(facts: DebtFacts, dues: readonly Due[]): DebtFacts {
  const rated = dues.map((due) => ({ ...due, cashback_basis_points: 0 }));
  const unpaid = facts.open.map((due) => ({ ...due, amount_cents: negate(due.amount_cents) }));
  const open = openDues(
    rated,
    unpaid,
    facts.draws.map(({ id }) => id),
  );
  return { ...facts, open, owed: add(facts.owed, ...dues.map(({ amount_cents }) => amount_cents)) };
}

/** Returns a debt of which an amount is paid now: it pays what is due first. */
export function withPayment(facts: DebtFacts, amount: Cents): DebtFacts {
  return { ...facts, inFlight: add(facts.inFlight, amount), open: withoutPaid(facts.open, paidDues(facts.open, amount)) };
}

/** Returns the draws that purchases to come cause: each due on the day on which the bank is debited for it. */
export function recurringDraws(purchases: readonly ExpectedPurchase[], rules: PurchaseRules, isBankHoliday: IsHoliday): readonly CashFlow[] {
  const parts = purchases.flatMap((purchase) =>
    duesOfPurchase(purchase, rules).map(({ due_date, amount_cents }) => ({
      merchant: purchase.merchant,
      date: paymentDeadline(due_date, isBankHoliday),
      amount_cents,
    })),
  );
  return [...Map.groupBy(parts, ({ date }) => date)].map(([date, ofDay]) => ({
    date,
    kind: 'recurring',
    label: recurringLabel([...new Set(ofDay.map(({ merchant }) => merchant))]),
    amount_cents: subtract(noMoney, add(noMoney, ...ofDay.map(({ amount_cents }) => amount_cents))),
    is_known: false,
  }));
}

function recurringLabel([first = '', second, ...others]: readonly string[]): string {
  if (second === undefined) return `Draw of a purchase at ${first} that comes again`;
  if (others.length === 0) return `Draw of purchases at ${first} and ${second} that come again`;
  return `Draw of purchases at ${first} and ${others.length + 1} others that come again`;
}

/** Returns what a purchase asked about changes about the draws, one flow for each day on which more or less is drawn. */
export function flowsOfWhatIf(before: readonly PlannedDebit[], after: readonly PlannedDebit[]): readonly CashFlow[] {
  const [amountsBefore, amountsAfter] = [before, after].map((debits) => new Map(debits.map(({ debit_date, amount_cents }) => [debit_date, amount_cents])));
  return [...new Set([...before, ...after].map(({ debit_date }) => debit_date))]
    .map((debit_date) => ({ debit_date, more: subtract(amountsAfter?.get(debit_date) ?? noMoney, amountsBefore?.get(debit_date) ?? noMoney) }))
    .filter(({ more }) => more !== 0)
    .map(({ debit_date, more }) => ({
      date: debit_date,
      kind: 'what_if',
      label: more > 0 ? 'Draw of the purchase you ask about' : 'Drawn earlier by the purchase you ask about',
      amount_cents: subtract(noMoney, more),
      is_known: true,
    }));
}

/** Returns the first day after the 90 days. */
export function endOfLine(today: IsoDate): IsoDate {
  return addCalendarDays(today, cashDays);
}
