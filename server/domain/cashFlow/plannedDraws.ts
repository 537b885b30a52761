import { addCalendarDays, daysBetween, epochSeconds, type IsHoliday, type IsoDate, laterDay, startOfDay } from '../basics/dates.ts';
import { add, type Cents, noMoney, subtract } from '../basics/money.ts';
import { isCanceledDraw, isFailedDraw, isInFlight } from '../repayment/draw.ts';
import { sumOfDraws } from '../repayment/drawChoices.ts';
import { duesOf, purchaseTerms, type ReceiverTerms } from '../repayment/purchaseTerms.ts';
import { fromUsualBank } from '../repayment/safeDraws.ts';
import { type Due, dueDateOf, maximumDrawCents, paymentDeadline, type ScheduleEntry } from '../repayment/schedule.ts';
import { type DebtFacts, drawsAhead, drawsOnDay } from '../repayment/upcomingDebits.ts';
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
  const after = withDues(debt, bought?.dues ?? []);
  const facts = { ...debt, made: drawsThatMatter(after) };
  const now = { debit_date: today, draws: drawsOnDay(facts, today) };
  const later = bought && { ...after, bought_on: bought.on };
  return [now, ...drawsAhead(facts, today, daysWithDraws(after, today), later)].map(({ debit_date, draws }) => {
    const amount_cents = sumOfDraws(fromUsualBank(draws));
    return { debit_date, amount_cents, elsewhere_cents: subtract(sumOfDraws(draws), amount_cents) };
  });
}

/** Returns the draws that what is drawn next depends on: those of dates that are still due, and those of amounts that failed. A year of settled ones only costs time. */
function drawsThatMatter({ schedule, made }: DebtFacts): DebtFacts['made'] {
  const due = new Set(schedule.map(dueDateOf));
  const amountOf = ({ id, retry_of }: DebtFacts['made'][number]) => retry_of ?? id;
  const failed = new Set(made.filter(isFailedDraw).map(amountOf));
  return made.filter((draw) => due.has(draw.due_date) || failed.has(amountOf(draw)));
}

/** Returns how many days after today can have draws: up to a fortnight past the last due date, or all where a failed draw, a lock or the largest draw puts some off. */
function daysWithDraws({ schedule, owed, made, unlockedOn }: DebtFacts, today: IsoDate): number {
  const last = schedule.at(-1);
  if (last === undefined) return 0;
  const isPutOff = unlockedOn !== null || owed > maximumDrawCents || made.some(isFailedDraw);
  const all = cashDays - 1;
  return isPutOff ? all : Math.min(all, Math.max(0, daysBetween(today, dueDateOf(last))) + lookedForDays);
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
