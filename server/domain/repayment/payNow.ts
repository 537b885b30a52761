import { formatDay } from '../basics/dateFormats.ts';
import { addBusinessDays, type IsHoliday, type IsoDate } from '../basics/dates.ts';
import { DomainError } from '../basics/errors.ts';
import { add, type Cents, cents, formatUsd, larger, noMoney, smaller, subtract } from '../basics/money.ts';
import { readTypedDollars } from '../basics/typedDollars.ts';
import type { Way } from '../basics/way.ts';
import { isLinked, type Receiver } from '../receiver/receiver.ts';
import { heldBackCents, type RepaymentTrust, type TrustRule } from '../spendingPower/heldBack.ts';
import { availableOf } from '../spendingPower/spendingPowerFigures.ts';
import { type OpenDue, oldestFirst, paidDues } from './allocation.ts';
import { limitToOneDraw } from './draw.ts';
import { drawWays } from './drawWords.ts';
import { expectedFinalDay, type FinalAfter } from './finalMoney.ts';
import type { Due, RatedDue } from './schedule.ts';

/** A payment that a merchant makes before it is drawn, and its effects. */

/** `amount` is any amount up to what can be paid. Payments pay the oldest dues first, but one for a purchase pays that before. */
export type PayNowChoice =
  | { readonly pay: 'all' }
  | { readonly pay: 'next_due' }
  | { readonly pay: 'purchase'; readonly unpaid_cents: Cents; readonly dues: readonly Omit<RatedDue, 'amount_cents'>[] }
  | { readonly pay: 'amount'; readonly amount_cents: Cents };

/** The most payments of an account in a day: each costs a debit, whatever its amount. */
export const maximumPaymentsADay = 20;

/** The amounts that can be paid now, and those that cannot be paid yet. */
export interface Payable {
  /** The most that one payment takes; 0 when there is nothing to pay that is not in flight already. */
  readonly most_cents: Cents;
  /** Purchases that have not settled. */
  readonly pending_cents: Cents;
  /** Debits that were started and have neither settled nor failed. */
  readonly in_flight_cents: Cents;
}

/** Returns what can be paid now: everything settled that no debit under way pays already. */
export function payable({ owed, pending, inFlight }: { readonly owed: Cents; readonly pending: Cents; readonly inFlight: Cents }): Payable {
  return { most_cents: limitToOneDraw(subtract(owed, inFlight)), pending_cents: larger(noMoney, pending), in_flight_cents: inFlight };
}

/**
 * Reads the amount that a merchant typed in dollars. Returns what is wrong with it, or neither an amount nor a problem while nothing
 * is typed.
 */
export function readPaidAmount(typed: string, most: Cents): { amount_cents: Cents | null; problem: string | null } {
  const amount = readTypedDollars(typed);
  if (amount === null) return { amount_cents: null, problem: null };
  if (amount === 'wrong') return { amount_cents: null, problem: 'Enter an amount in dollars and cents, such as 250.00.' };
  if (amount <= 0) return { amount_cents: null, problem: 'Enter an amount above $0.00.' };
  return amount > most ? { amount_cents: null, problem: `You can pay at most ${formatUsd(most)} now.` } : { amount_cents: amount, problem: null };
}

/** The obstacles that keep a merchant from paying although something is owed: see `whyNothingToPay`. */
export type PayNowObstacle = 'no_bank' | 'debits_stopped';

/** Returns the obstacle that keeps a merchant from paying now; null without one. */
export function payNowObstacle(
  { plaid_access_token }: Pick<Receiver, 'plaid_access_token'>,
  { areDebitsStopped }: { readonly areDebitsStopped: boolean },
): PayNowObstacle | null {
  if (!isLinked(plaid_access_token)) return 'no_bank';
  return areDebitsStopped ? 'debits_stopped' : null;
}

/** Returns the way to pay, or to what a merchant has to mend before: the page of the payments also says why nothing can be paid. */
export function wayToPay(obstacle: PayNowObstacle | null): Way {
  if (obstacle === null) return drawWays.pay_now;
  return obstacle === 'no_bank' ? drawWays.link_bank : drawWays.authorize_debits;
}

interface PayableOnTheWire {
  readonly most_cents: number;
  readonly pending_cents: number;
  readonly in_flight_cents: number;
  /** The part of it that the bank has not answered for, so that no transfer is known; none when left out. */
  readonly asked_cents?: number;
}

/** Explains what is part of the debt and cannot be paid yet; empty when all of it can. */
export function explainUnpayable({ pending_cents, in_flight_cents, asked_cents = 0 }: Omit<PayableOnTheWire, 'most_cents'>): readonly string[] {
  const sentences: string[] = [];
  const atBank = subtract(cents(in_flight_cents), cents(asked_cents));
  if (atBank > 0) sentences.push(`${formatUsd(atBank)} is already on its way from your bank.`);
  if (asked_cents > 0) sentences.push(`We are asking your bank for ${formatUsd(cents(asked_cents))}, and try again until it answers.`);
  if (pending_cents > 0)
    sentences.push(`${formatUsd(cents(pending_cents))} of purchases is still pending. You can pay for a purchase once it has settled, usually in 1 to 3 days.`);
  return sentences;
}

/** Explains why nothing can be paid now, and what to do about it; null when something can be paid. */
export function whyNothingToPay({ obstacle, ...facts }: PayableOnTheWire & { readonly obstacle: PayNowObstacle | null }): string | null {
  if (facts.most_cents > 0 && obstacle === null) return null;
  if (facts.most_cents > 0 && obstacle === 'no_bank') return 'To pay now, link your bank account first.';
  if (facts.most_cents > 0) return 'To pay now, authorize debits of your bank account first.';
  const sentences = explainUnpayable(facts);
  return sentences.length > 0 ? sentences.join(' ') : 'There is nothing to pay.';
}

interface PurchasePayment {
  /** The amount that paying for the purchase now would pay. */
  readonly amount_cents: number;
  /** The part of the purchase that has not settled. */
  readonly pending_cents: number;
  readonly payable: Parameters<typeof whyNothingToPay>[0];
}

/** Explains why one purchase cannot be paid now; null when it can. */
export function whyPurchaseNotPayable({ amount_cents, pending_cents, payable }: PurchasePayment): string | null {
  if (amount_cents > 0) return payable.obstacle === null ? null : whyNothingToPay(payable);
  if (pending_cents > 0) return 'It is still pending. You can pay for it once it has settled, usually in 1 to 3 days.';
  if (payable.in_flight_cents > 0) return 'Nothing more is to be paid for it: a payment is on its way, or it is paid.';
  return 'It is paid.';
}

interface PayNowFacts {
  readonly choice: PayNowChoice;
  /** What is unpaid of all dues and not on its way. */
  readonly expected: readonly OpenDue[];
  /** Settled purchases not yet paid. */
  readonly owed: Cents;
  /** Sum of the payments that were started and have neither settled nor failed. */
  readonly inFlight: Cents;
  readonly power: PowerFacts;
  /** The day in UTC on which it is sent: see `settlementDay`. */
  readonly sentOn: IsoDate;
  /** The kind of holder of the debited account, and when its debits are final. */
  readonly holderCategory: string | null;
  readonly finalAfter: FinalAfter;
  readonly cashbackOf: (paid: readonly OpenDue[]) => Cents;
  readonly isBankHoliday: IsHoliday;
}

/** What can be spent, now and after a payment. */
export interface PowerFacts {
  /** Total spending power now; 0 while the account is held. */
  readonly total: Cents;
  /** What it is once a payment has settled that pays certain dues: such a payment may end a hold. */
  readonly totalAfter: (paid: readonly OpenDue[]) => Cents;
  /** The used part of it: owed, held on the card, and approved but not reported yet. */
  readonly used: Cents;
  readonly trust: RepaymentTrust;
  readonly rule: TrustRule;
}

export interface PayNowPreview {
  /** 0 when there is nothing to pay that is not in flight already. */
  readonly amount_cents: Cents;
  /** What it pays. */
  readonly paid: readonly OpenDue[];
  /** How much more can be spent once it has settled, and what can be spent then. */
  readonly frees_cents: Cents;
  readonly available_after_cents: Cents;
  /** How much more than then can be spent once the bank can no longer take it back. */
  readonly frees_later_cents: Cents;
  readonly cashback_cents: Cents;
  /** See `settlementDay`. */
  readonly settles_on: IsoDate;
  /** The day from which it is expected not to come back. */
  readonly final_on: IsoDate;
}

/** How many banking days after it was sent a debit is settled. */
const bankingDaysToSettle = 2;

/**
 * Returns the banking day by which a debit has settled: the bank's settlement date, else two banking days on.
 * @param sentOn the day in UTC on which it is sent: the bank's day ends in the evening, when a new one begins in UTC.
 */
export function settlementDay(sentOn: IsoDate, isBankHoliday: IsHoliday, named: IsoDate | null = null): IsoDate {
  return named ?? addBusinessDays(sentOn, bankingDaysToSettle, isBankHoliday);
}

/**
 * Returns what paying now costs, frees and earns. Payments in flight count as paid; held purchases cannot be paid yet. What it frees can be
 * spent once it is final, and of a trusted account a part from its settlement on.
 */
export function payNowPreview(facts: PayNowFacts): PayNowPreview {
  const { power, expected, holderCategory, finalAfter, isBankHoliday } = facts;
  const amount = payNowAmount(facts);
  const paid = paidDues(expected, amount, facts.choice.pay === 'purchase' ? { first: 'dues', dues: facts.choice.dues } : oldestFirst);
  const total = power.totalAfter(paid);
  const spendable = (limit: Cents, used: Cents, notFinal: Cents) =>
    larger(noMoney, availableOf(limit, add(used, heldBackCents({ ...power.trust, notFinal }, limit, power.rule))));
  const before = spendable(power.total, power.used, power.trust.notFinal);
  const settled = spendable(total, subtract(power.used, amount), add(power.trust.notFinal, amount));
  const final = spendable(total, subtract(power.used, amount), power.trust.notFinal);
  const settles_on = settlementDay(facts.sentOn, isBankHoliday);
  return {
    amount_cents: amount,
    paid,
    frees_cents: subtract(settled, before),
    available_after_cents: settled,
    frees_later_cents: subtract(final, settled),
    cashback_cents: facts.cashbackOf(paid),
    settles_on,
    final_on: expectedFinalDay(settles_on, holderCategory, { finalAfter, isBankHoliday }),
  };
}

/** Returns the amount that a choice pays. Throws `more_than_payable` for an amount above what can be paid. */
function payNowAmount({ choice, expected, owed, inFlight }: PayNowFacts): Cents {
  const payable = subtract(owed, inFlight);
  switch (choice.pay) {
    case 'all':
      return limitToOneDraw(payable);
    case 'next_due': {
      const next = expected.filter(({ due_date }) => due_date === expected[0]?.due_date);
      return limitToOneDraw(smaller(payable, add(noMoney, ...next.map(({ amount_cents }) => amount_cents))));
    }
    case 'purchase':
      return limitToOneDraw(smaller(payable, choice.unpaid_cents));
    case 'amount':
      return amountWithin(choice.amount_cents, limitToOneDraw(payable));
  }
}

/** Returns the amount asked for, or 0 when nothing can be paid. Throws `more_than_payable` above the most that can be paid. */
function amountWithin(amount: Cents, most: Cents): Cents {
  if (most === 0) return noMoney;
  if (amount > most) throw new DomainError('more_than_payable', { reason: `You can pay at most ${formatUsd(most)} now. Enter that or less.` });
  return amount;
}

/** Returns the part of each due date that a payment pays, the oldest first. */
export function paidByDate(paid: readonly OpenDue[]): readonly Due[] {
  const sums = new Map<IsoDate, Cents>();
  for (const { due_date, amount_cents } of paid) sums.set(due_date, add(sums.get(due_date) ?? noMoney, amount_cents));
  return [...sums].map(([due_date, amount_cents]) => ({ due_date, amount_cents })).toSorted((one, other) => (one.due_date < other.due_date ? -1 : 1));
}

/** Says which due dates an amount pays, given the part of each that it pays: each of up to two, or the first and the last. */
export function describePaidDues(pays: readonly { readonly due_date: string; readonly amount_cents: number }[]): string {
  const [first, second] = pays;
  const last = pays.at(-1);
  if (first === undefined || last === undefined) return 'It pays what you owe, oldest due first.';
  const part = (due: typeof first) => `${formatUsd(cents(due.amount_cents))} due ${formatDay(due.due_date)}`;
  if (second === undefined) return `Pays ${part(first)}.`;
  if (pays.length === 2) return `Pays the oldest first: ${part(first)}, and ${part(second)}.`;
  return `Pays the oldest first: what is due from ${formatDay(first.due_date)} to ${formatDay(last.due_date)}.`;
}
