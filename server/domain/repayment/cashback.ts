import { formatDay } from '../basics/dateFormats.ts';
import type { IsoDate } from '../basics/dates.ts';
import { add, type Cents, formatUsd, larger, noMoney, share, smaller, subtract } from '../basics/money.ts';
import type { AllocationPart, OpenDue } from './allocation.ts';
import type { RatedDue } from './schedule.ts';

/**
 * Cashback is for what was bought and kept: the purchases of a due date less their refunds, at the rate stored with them, as far as they
 * were repaid in time. It is one net entry for each due date, credited when the repayments are final, and all of the date is paid or
 * nothing more of it can be paid in time. A refund, or a repayment that comes back, takes its part back on the day on which it is booked.
 */

/** What was paid of a due, as it is stored. */
export type PaidPart = Pick<AllocationPart, 'counts_on' | 'due_date' | 'cashback_basis_points' | 'amount_cents'>;

export interface CashbackFacts {
  /** All that was bought. */
  readonly dues: readonly RatedDue[];
  /** What was given back of it. */
  readonly refunded: readonly RatedDue[];
  readonly paid: readonly PaidPart[];
  readonly open: readonly OpenDue[];
  /** The cashback that each due date was credited. */
  readonly booked: ReadonlyMap<IsoDate, Cents>;
  /** The last day on which a due date is paid in time. */
  readonly deadlineOf: (dueDate: IsoDate) => IsoDate;
  /** Tells whether a payment that is not made yet could still be in time. */
  readonly canBePaidInTime: (dueDate: IsoDate) => boolean;
}

export interface EarnedCashback {
  readonly due_date: IsoDate;
  /** The cents bought, kept and paid in time at a rate above 0. */
  readonly paid_in_time_cents: Cents;
  readonly cashback_cents: Cents;
}

const keyOf = ({ due_date, cashback_basis_points }: Omit<RatedDue, 'amount_cents'>): string => `${due_date} ${cashback_basis_points}`;

/** Tells whether a part was paid in time; credits, which nobody paid, never are. */
export function isPaidInTime({ counts_on, due_date }: PaidPart, deadlineOf: CashbackFacts['deadlineOf']): boolean {
  return counts_on !== null && due_date !== null && counts_on <= deadlineOf(due_date);
}

/**
 * Returns the cashback that each due date has earned.
 * @param further what is taken for paid in time besides.
 */
export function earnedCashback({ dues, refunded, paid, deadlineOf }: CashbackFacts, further: readonly RatedDue[] = []): readonly EarnedCashback[] {
  const kept = new Map<string, { due: RatedDue; amount: Cents; inTime: Cents }>();
  for (const due of dues) {
    const { amount = noMoney } = kept.get(keyOf(due)) ?? {};
    kept.set(keyOf(due), { due, amount: add(amount, due.amount_cents), inTime: noMoney });
  }
  for (const due of refunded) {
    const known = kept.get(keyOf(due));
    if (known) known.amount = subtract(known.amount, due.amount_cents);
  }
  const inTime = paid.flatMap((part) => (part.due_date !== null && isPaidInTime(part, deadlineOf) ? [{ ...part, due_date: part.due_date }] : []));
  for (const part of [...inTime, ...further]) {
    const known = kept.get(keyOf(part));
    if (known) known.inTime = add(known.inTime, part.amount_cents);
  }
  return [...Map.groupBy(kept.values(), ({ due }) => due.due_date)].map(([due_date, ofDate]) => {
    const earning = ofDate.map(({ due, amount, inTime }) => ({ rate: due.cashback_basis_points, amount: larger(noMoney, smaller(amount, inTime)) }));
    return {
      due_date,
      paid_in_time_cents: add(noMoney, ...earning.filter(({ rate }) => rate > 0).map(({ amount }) => amount)),
      cashback_cents: add(noMoney, ...earning.map(({ rate, amount }) => share(amount, rate))),
    };
  });
}

interface Finality {
  /** Tells whether all that is due on a date was bought. */
  readonly isComplete: (dueDate: IsoDate) => boolean;
  /** The due dates that a repayment has paid in time which can still come back. */
  readonly notFinal: ReadonlySet<IsoDate>;
  /** The days that decide whether the debits under way are in time. */
  readonly awaited: readonly IsoDate[];
}

/**
 * Returns what the books must have for each due date of which they have another amount, the oldest first: once it is final what it has earned, before that
 * only less than they have.
 */
export function cashbackToBook(facts: CashbackFacts, { isComplete, notFinal, awaited }: Finality): readonly EarnedCashback[] {
  const open = new Set(facts.open.map(({ due_date }) => due_date));
  const earned = earnedCashback(facts);
  const known = new Set(earned.map(({ due_date }) => due_date));
  const canceled = [...facts.booked.keys()].filter((date) => !known.has(date));
  const all = [...earned, ...canceled.map((due_date) => ({ due_date, paid_in_time_cents: noMoney, cashback_cents: noMoney }))];
  const inOrder = all.toSorted((one, other) => (one.due_date < other.due_date ? -1 : 1));
  return inOrder.flatMap((one) => {
    const { due_date } = one;
    const booked = facts.booked.get(due_date) ?? noMoney;
    const isAwaited = () => facts.canBePaidInTime(due_date) || awaited.some((day) => day <= facts.deadlineOf(due_date));
    const isFinal = isComplete(due_date) && !notFinal.has(due_date) && (!open.has(due_date) || !isAwaited());
    const cashback_cents = isFinal ? one.cashback_cents : smaller(one.cashback_cents, booked);
    return cashback_cents === booked ? [] : [{ ...one, cashback_cents }];
  });
}

/** Returns the cashback that paying all that is unpaid of each due date in time still adds; none for one that is late. */
export function potentialCashback(facts: CashbackFacts): ReadonlyMap<IsoDate, Cents> {
  const before = new Map(earnedCashback(facts).map(({ due_date, cashback_cents }) => [due_date, cashback_cents]));
  const inTime = facts.open.filter(({ due_date }) => facts.canBePaidInTime(due_date));
  const after = earnedCashback(facts, inTime);
  return new Map(after.map(({ due_date, cashback_cents }) => [due_date, subtract(cashback_cents, before.get(due_date) ?? noMoney)]));
}

/**
 * Returns the cashback that a payment made today adds.
 * @param underway what the debits under way will have paid in time. @param paid what the payment then pays.
 */
export function cashbackOfPayment(
  facts: CashbackFacts,
  { underway, paid, today }: { underway: readonly RatedDue[]; paid: readonly RatedDue[]; today: IsoDate },
): Cents {
  const total = (further: readonly RatedDue[]) => add(noMoney, ...earnedCashback(facts, further).map(({ cashback_cents }) => cashback_cents));
  const inTime = paid.filter(({ due_date }) => today <= facts.deadlineOf(due_date));
  return subtract(total([...underway, ...inTime]), total(underway));
}

const cashbackSubject = 'cashback:';

/** Returns the ledger's subject id for the cashback of a due date. */
export function cashbackSubjectId(dueDate: IsoDate): string {
  return `${cashbackSubject}${dueDate}`;
}

/**
 * Explains to the merchant how a credit of cashback was computed, or why it is taken back.
 * @param change what is booked, in cents: below 0 for a reversal. @param isPaid nothing of the due date is left to pay.
 */
export function explainCashback({ due_date, paid_in_time_cents, cashback_cents }: EarnedCashback, change: Cents, isPaid: boolean): string {
  const due = `the payment due on ${formatDay(due_date)}`;
  if (change > 0) return `You paid ${formatUsd(paid_in_time_cents)} of ${due} in time, which earns ${formatUsd(cashback_cents)}.`;
  const reason = isPaid ? 'a purchase was canceled or refunded' : 'a repayment came back';
  if (cashback_cents === 0) return `Nothing of ${due} now counts as paid in time, because ${reason}.`;
  return `Because ${reason}, ${formatUsd(paid_in_time_cents)} of ${due} still counts as paid in time, which earns ${formatUsd(cashback_cents)}.`;
}
