import { formatDay } from '../basics/dateFormats.ts';
import { type IsoDate, isoDate } from '../basics/dates.ts';
import { add, type Cents, compareAmounts, formatUsd, noMoney, share, smaller, subtract } from '../basics/money.ts';
import { compareDues, type Due, type RatedDue } from './schedule.ts';

/**
 * Cashback: a share of the repayments made in time, credited for each due date, as one net entry.
 *
 * It is credited when it is final: nothing more can be bought that is due on the date, no payment for it is on its way,
 * and either all of it is paid or nothing of it can be paid in time any more. Until then nothing is booked for the date,
 * so payments in parts, and events that arrive in any order, make one credit. After it only what changes the result makes
 * another entry: a repayment that comes back, or a purchase that is canceled or refunded, takes the difference back. What was
 * taken back is not earned again, because the repetition of a failed repayment is late.
 *
 * A payment pays what was unpaid when it was made, and keeps to it: when another payment comes back, only the dues of
 * that one are open again. So a due date never loses or gains cashback by what happens to the payments for other ones.
 *
 * A refund ends what its purchases owed. What had paid for them is free again, and pays what is due next; the rest of the refund is a
 * credit like any other.
 */

/** The part of a purchase that a refund gives back. */
export interface RefundedPart {
  /** The days on which the purchase is due, the last one first, and its rate. */
  readonly due_dates: readonly IsoDate[];
  readonly cashback_basis_points: number;
  /** Above 0. */
  readonly amount_cents: Cents;
}

/** A repayment, or a credit that the receiver did not pay, such as a refund or cashback. */
export interface Receipt {
  /** When it was asked for or credited: an earlier one pays first. */
  readonly at: Date;
  /** Above 0. */
  readonly amount_cents: Cents;
  /** Null for a credit, which pays the oldest dues and earns nothing. */
  readonly repayment: {
    /** See `plannedDay`. */
    readonly plannedDay: IsoDate;
    /** The due date that a scheduled draw pays before any other; null for a payment that the merchant asked for. */
    readonly dueDate: IsoDate | null;
    /** False while it is on its way, and when it failed. */
    readonly isSettled: boolean;
    /** When it failed; null for any other. */
    readonly failedAt: Date | null;
  } | null;
  /** The purchases that a refund gives back; left out for any other receipt. */
  readonly refunded?: readonly RefundedPart[];
  readonly isCashback?: boolean;
}

/** An amount that became due at an instant: the purchases of a day, or a credit that was taken back, which earns nothing. */
export interface DueSince extends RatedDue {
  readonly since: Date;
  /** It is a credit that was paid out: cashback does not pay it. */
  readonly isPayout?: boolean;
}

export interface EarnedCashback {
  readonly due_date: IsoDate;
  /** The cents paid in time of purchases that earn cashback. */
  readonly paid_in_time_cents: Cents;
  readonly cashback_cents: Cents;
  /** Nothing of it is left to pay. */
  readonly isPaid: boolean;
  /** Cashback can be credited or taken back: see above. */
  readonly isFinal: boolean;
}

export interface CashbackFacts {
  /** Above 0. */
  readonly dues: readonly DueSince[];
  readonly receipts: readonly Receipt[];
  /** The last day on which a due date is paid in time. */
  readonly deadlineOf: (dueDate: IsoDate) => IsoDate;
  /** Tells whether all that is due on a date was bought. */
  readonly isComplete: (dueDate: IsoDate) => boolean;
  /** Tells whether a payment that is not made yet could still be in time. */
  readonly canBePaidInTime: (dueDate: IsoDate) => boolean;
}

/** The amount due on one day with one rate. */
interface Part {
  readonly due_date: IsoDate;
  readonly cashback_basis_points: number;
  readonly isPayout: boolean;
  /** The payments of the part, in order. */
  readonly paidBy: Paid[];
  unpaid: Cents;
  /** The part of it that payments in time have paid, settled and on their way. */
  paidInTime: Cents;
  onItsWay: Cents;
}

/** The amount that one payment has paid of a part. */
interface Paid {
  readonly payment: Payment;
  readonly part: Part;
  amount: Cents;
}

/** A receipt with the dues that it has paid. */
interface Payment {
  readonly receipt: Receipt;
  /** Not used yet: it pays what becomes due later. */
  left: Cents;
  readonly paid: Paid[];
  /** The amount by which a refund may still lower its purchases. */
  readonly refunded: { readonly parts: readonly Part[]; left: Cents }[];
}

/**
 * Returns the cashback that each due date has earned, oldest first. A scheduled draw pays its own due date first; all
 * else pays the oldest dues. The rate applies to the sum paid in time for a due date, so that paying in parts earns the same.
 */
export function earnedCashback({ dues, receipts, deadlineOf, isComplete, canBePaidInTime }: CashbackFacts): readonly EarnedCashback[] {
  const partOfDue = partsOf(dues);
  const parts = [...new Set(partOfDue.values())];
  for (const { receipt, paid } of paymentsOf(parts, partOfDue, receipts)) {
    for (const { part, amount } of paid) {
      if (receipt.repayment === null || receipt.repayment.plannedDay > deadlineOf(part.due_date)) continue;
      if (receipt.repayment.isSettled) part.paidInTime = add(part.paidInTime, amount);
      else part.onItsWay = add(part.onItsWay, amount);
    }
  }
  return [...Map.groupBy(parts, (part) => part.due_date)].map(([due_date, ofDate]) => {
    const isPaid = ofDate.every((part) => part.unpaid === 0);
    const isAwaited = ofDate.some((part) => part.onItsWay > 0);
    return {
      due_date,
      paid_in_time_cents: add(noMoney, ...ofDate.filter((part) => part.cashback_basis_points > 0).map((part) => part.paidInTime)),
      cashback_cents: add(noMoney, ...ofDate.map((part) => share(part.paidInTime, part.cashback_basis_points))),
      isPaid,
      isFinal: isComplete(due_date) && !isAwaited && (isPaid || !canBePaidInTime(due_date)),
    };
  });
}

/**
 * Returns the cashback of a due date that the ledger must have: once it is final, what it has earned. Before that nothing is added,
 * but what is no longer earned is taken back on the day on which a repayment came back or a purchase was refunded.
 * @param booked what the ledger has.
 */
export function cashbackToBook({ cashback_cents, isFinal }: Pick<EarnedCashback, 'cashback_cents' | 'isFinal'>, booked: Cents): Cents {
  return isFinal ? cashback_cents : smaller(cashback_cents, booked);
}

/** Returns the cashback that has paid nothing yet. A payout has not used it. */
export function unusedCashback({ dues, receipts }: Pick<CashbackFacts, 'dues' | 'receipts'>): Cents {
  const partOfDue = partsOf(dues);
  const payments = paymentsOf([...new Set(partOfDue.values())], partOfDue, receipts);
  return add(noMoney, ...payments.filter(({ receipt }) => receipt.isCashback).map(({ left }) => left));
}

/** A payment that the merchant asks for now. */
interface AskedPayment {
  readonly at: Date;
  /** The program's day on which it is asked for. */
  readonly day: IsoDate;
  readonly amount_cents: Cents;
}

/** Returns the cashback that a payment made now adds to what is credited, if it and all that is on its way settle. */
export function cashbackOfPayment(facts: CashbackFacts, { at, day, amount_cents }: AskedPayment): Cents {
  if (amount_cents === 0) return noMoney;
  const before = facts.receipts.map(asSettled);
  const payment: Receipt = { at, amount_cents, repayment: { plannedDay: day, dueDate: null, isSettled: true, failedAt: null } };
  return subtract(totalOf({ ...facts, receipts: [...before, payment] }), totalOf({ ...facts, receipts: before }));
}

/** Returns the cashback that each payment of a schedule adds to what is credited when it is made in time; 0 for one that is late. */
export function cashbackOfSchedule(facts: CashbackFacts, schedule: readonly Due[], at: Date): ReadonlyMap<IsoDate, Cents> {
  // The schedule's amounts contain what is on its way.
  const settled = facts.receipts.filter((receipt) => !isOnItsWay(receipt));
  const inTime = schedule.filter(({ due_date }) => facts.canBePaidInTime(due_date));
  const draws = inTime.map(({ due_date, amount_cents }): Receipt => {
    return { at, amount_cents, repayment: { plannedDay: facts.deadlineOf(due_date), dueDate: due_date, isSettled: true, failedAt: null } };
  });
  const before = new Map(earnedCashback({ ...facts, receipts: settled }).map(({ due_date, cashback_cents }) => [due_date, cashback_cents]));
  const after = earnedCashback({ ...facts, receipts: [...settled, ...draws] });
  return new Map(after.map(({ due_date, cashback_cents }) => [due_date, subtract(cashback_cents, before.get(due_date) ?? noMoney)]));
}

const isOnItsWay = ({ repayment }: Receipt) => repayment !== null && !repayment.isSettled && repayment.failedAt === null;

const asSettled = (receipt: Receipt): Receipt =>
  receipt.repayment && isOnItsWay(receipt) ? { ...receipt, repayment: { ...receipt.repayment, isSettled: true } } : receipt;

const totalOf = (facts: CashbackFacts): Cents => add(noMoney, ...earnedCashback(facts).map(({ cashback_cents }) => cashback_cents));

/** Returns each due with its part, nothing of it due yet, in the order in which they are paid. */
function partsOf(dues: readonly DueSince[]): ReadonlyMap<DueSince, Part> {
  const parts = new Map<DueSince, Part>();
  let last: Part | null = null;
  for (const due of dues.toSorted((one, other) => compareDues(one, other) || Number(one.isPayout ?? false) - Number(other.isPayout ?? false))) {
    const { due_date, cashback_basis_points, isPayout = false } = due;
    if (last === null || compareDues(last, due) !== 0 || last.isPayout !== isPayout) {
      last = { due_date, cashback_basis_points, isPayout, paidBy: [], unpaid: noMoney, paidInTime: noMoney, onItsWay: noMoney };
    }
    parts.set(due, last);
  }
  return parts;
}

type Event = { readonly at: Date; readonly order: number } & (
  | { readonly kind: 'due'; readonly amount: Cents; readonly part: Part }
  | { readonly kind: 'failed' | 'paid'; readonly payment: Payment }
);

/** Lets dues, payments and failures happen one after the other. Returns the payments that have not failed. */
function paymentsOf(parts: readonly Part[], dues: ReadonlyMap<DueSince, Part>, receipts: readonly Receipt[]): readonly Payment[] {
  const payments = receipts.toSorted(compareReceipts).map((receipt): Payment => ({ receipt, left: noMoney, paid: [], refunded: refundedOf(parts, receipt) }));
  const made = new Set<Payment>();
  /** The payments that are not used up. */
  const open = new Set<Payment>();
  for (const event of eventsOf(dues, payments)) {
    if (event.kind === 'due') {
      event.part.unpaid = add(event.part.unpaid, event.amount);
    } else if (event.kind === 'failed') {
      made.delete(event.payment);
      open.delete(event.payment);
      for (const { part, amount } of event.payment.paid) part.unpaid = add(part.unpaid, amount);
    } else {
      made.add(event.payment);
      open.add(event.payment);
      event.payment.left = event.payment.receipt.amount_cents;
    }
    for (const payment of open) {
      for (const freed of endRefunded(payment, made)) open.add(freed);
      pay(parts, payment);
      if (payment.left === 0) open.delete(payment);
    }
  }
  return [...made];
}

function refundedOf(parts: readonly Part[], { refunded = [] }: Receipt): Payment['refunded'] {
  return refunded.map(({ due_dates, cashback_basis_points, amount_cents }) => ({
    parts: due_dates.flatMap((date) =>
      parts.filter((part) => part.due_date === date && part.cashback_basis_points === cashback_basis_points && !part.isPayout),
    ),
    left: amount_cents,
  }));
}

/**
 * Ends what was paid of the purchases of a refund, as far as it reaches. Returns the payments that are free again: first credits, which
 * earned nothing, then the newest repayment.
 */
function endRefunded(refund: Payment, made: ReadonlySet<Payment>): readonly Payment[] {
  const freed: Payment[] = [];
  for (const purchase of refund.refunded) {
    for (const part of purchase.parts) {
      const others = part.paidBy.filter(({ payment }) => payment !== refund && made.has(payment)).toReversed();
      for (const paid of others.toSorted((one, other) => Number(one.payment.receipt.repayment !== null) - Number(other.payment.receipt.repayment !== null))) {
        const amount = smaller(smaller(refund.left, purchase.left), paid.amount);
        if (amount === 0) continue;
        paid.amount = subtract(paid.amount, amount);
        paid.payment.left = add(paid.payment.left, amount);
        purchase.left = subtract(purchase.left, amount);
        refund.left = subtract(refund.left, amount);
        freed.push(paid.payment);
      }
    }
  }
  return freed;
}

/** Returns all events in order: of one instant dues first, the oldest first, then failures, then payments. */
function eventsOf(dues: ReadonlyMap<DueSince, Part>, payments: readonly Payment[]): readonly Event[] {
  const events: Event[] = [];
  for (const [{ since, amount_cents }, part] of dues) events.push({ kind: 'due', amount: amount_cents, part, at: since, order: 0 });
  for (const payment of payments) {
    const { at, repayment } = payment.receipt;
    const failedAt = repayment?.failedAt ?? null;
    events.push({ kind: 'paid', payment, at, order: 2 });
    if (failedAt !== null) events.push({ kind: 'failed', payment, at: failedAt, order: failedAt > at ? 1 : 3 });
  }
  return events.toSorted((one, other) => one.at.getTime() - other.at.getTime() || one.order - other.order);
}

/** Sorts receipts by their instants; those of one instant so that the order in which they became known does not matter. */
function compareReceipts(one: Receipt, other: Receipt): number {
  return (
    one.at.getTime() - other.at.getTime() ||
    Number(one.repayment !== null) - Number(other.repayment !== null) ||
    (one.repayment?.dueDate ?? '').localeCompare(other.repayment?.dueDate ?? '') ||
    compareAmounts(one.amount_cents, other.amount_cents)
  );
}

/** Pays dues with what is left of a payment: the due date that it is for, then the oldest. */
function pay(parts: readonly Part[], payment: Payment): void {
  const ownDate = payment.receipt.repayment?.dueDate ?? null;
  const own = ownDate === null ? [] : parts.filter((part) => part.due_date === ownDate);
  for (const part of [...own, ...parts]) {
    if (payment.left === 0) return;
    const amount = smaller(payment.left, part.unpaid);
    if (amount === 0 || (part.isPayout && payment.receipt.isCashback)) continue;
    payment.left = subtract(payment.left, amount);
    part.unpaid = subtract(part.unpaid, amount);
    const paid = { payment, part, amount };
    payment.paid.push(paid);
    part.paidBy.push(paid);
  }
}

const cashbackSubject = 'cashback:';

/** Returns the ledger's subject id for the cashback of a due date. */
export function cashbackSubjectId(dueDate: IsoDate): string {
  return `${cashbackSubject}${dueDate}`;
}

/** Returns the due date that a ledger's subject id of cashback names. */
export function cashbackDueDate(subjectId: string): IsoDate {
  return isoDate(subjectId.slice(cashbackSubject.length));
}

/**
 * Explains to the merchant how a credit of cashback was computed, or why it is taken back.
 * @param change what is booked, in cents: below 0 for a reversal.
 */
export function explainCashback({ due_date, paid_in_time_cents, cashback_cents, isPaid }: Omit<EarnedCashback, 'isFinal'>, change: Cents): string {
  const due = `the payment due on ${formatDay(due_date)}`;
  if (change > 0) return `You paid ${formatUsd(paid_in_time_cents)} of ${due} in time, which earns ${formatUsd(cashback_cents)}.`;
  const reason = isPaid ? 'a purchase was canceled or refunded' : 'a repayment came back';
  if (cashback_cents === 0) return `Nothing of ${due} now counts as paid in time, because ${reason}.`;
  return `Because ${reason}, ${formatUsd(paid_in_time_cents)} of ${due} still counts as paid in time, which earns ${formatUsd(cashback_cents)}.`;
}
