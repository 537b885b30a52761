import { formatDay, formatNearDay } from '../basics/dateFormats.ts';
import { type IsoDate, isoDate } from '../basics/dates.ts';
import { describeDue } from '../basics/describeDue.ts';
import { type Cents, cents, formatUsd, larger, noMoney, smaller } from '../basics/money.ts';
import { listInWords } from '../basics/words.ts';
import { onItsWayWords } from '../repayment/onItsWay.ts';
import { isFixedPay } from '../repayment/paymentPlan.ts';
import { nextPayment, type ScheduleEntry } from '../repayment/schedule.ts';
import { spendingPowerPercentage } from '../spendingPower/spendingPowerFigures.ts';

/** The figures of the four home tiles. Both frontends show them, each in its own platform's style. */

/** The receiver's figures as they cross the wire, amounts in plain cents. Null means not known yet. */
export interface TileFacts {
  readonly availableSpendPowerCents: number | null;
  readonly totalSpendPowerCents: number | null;
  readonly availableSpendPowerRatio: number | null;
  readonly totalOutstandingCents: number;
  readonly approvedCents: number;
  readonly heldBackCents: number;
  readonly freed_later: readonly { readonly on: string; readonly cents: number }[];
  readonly paymentSchedule: readonly WireScheduleEntry[];
  /** The next debit of the bank, with the sum of its day; null when none is to come. */
  readonly next_debit: { readonly debit_date: string; readonly amount_cents: number; readonly due_dates: readonly string[] } | null;
  readonly payment_plan: string | null;
}

interface WireScheduleEntry {
  readonly payment_due_date: { readonly seconds: number };
  readonly total_owed_cents: number;
  readonly potential_cashback: number;
}

/** Shown in place of a figure that is not known. */
export const noPowerWords = 'Please Refresh';
export const noOutstandingWords = 'Please refresh';
export const noPaymentWords = 'No payment due';

/** Returns the available and the total spending power, neither below zero; null when either is not known. */
export function availableTile({ availableSpendPowerCents, totalSpendPowerCents }: TileFacts): { available: Cents; total: Cents } | null {
  if (availableSpendPowerCents === null || totalSpendPowerCents === null) return null;
  return { available: larger(cents(availableSpendPowerCents), noMoney), total: larger(cents(totalSpendPowerCents), noMoney) };
}

/** Says what is neither available nor outstanding yet: the issuer has not reported the purchases. Null when nothing is. */
export function approvedWords({ approvedCents }: Pick<TileFacts, 'approvedCents'>): string | null {
  return approvedCents > 0 ? `${formatUsd(cents(approvedCents))} is set aside for purchases that are approved and not listed yet.` : null;
}

/** Says what repayments have freed and when it can be spent: the bank may still take it back. Null when there is nothing such. */
export function heldBackWords({
  totalSpendPowerCents,
  heldBackCents,
  freed_later,
}: Pick<TileFacts, 'totalSpendPowerCents' | 'heldBackCents' | 'freed_later'>): string | null {
  // Without a limit nothing can be spent on any day.
  if (heldBackCents === 0 || !totalSpendPowerCents) return null;
  const days = freed_later.map(({ on, cents: freed }, place) => `${formatUsd(cents(freed))}${place === 0 ? ' more' : ''} on ${formatDay(isoDate(on))}`);
  const when = days.length === 0 ? `${formatUsd(cents(heldBackCents))} more in a few days` : listInWords(days);
  return `${when}, when the bank can no longer take it back.`;
}

/** Returns the whole percentage of spending power that is left, 100 of a limit of nothing; null when the limit is not known. */
export function powerTile({ totalSpendPowerCents, availableSpendPowerRatio }: TileFacts): { percentage: number } | null {
  if (totalSpendPowerCents === null) return null;
  return { percentage: totalSpendPowerCents === 0 ? 100 : spendingPowerPercentage(availableSpendPowerRatio ?? 0) };
}

/**
 * Says what the merchant can do about the share of spending power that is left; null when the limit is not known. It
 * proposes to repay early only where something can be repaid and that raises the percentage that is shown.
 */
export function powerWords(facts: TileFacts & { readonly store_reading: object | null; readonly payable: PayableFacts }): string | null {
  const power = powerTile(facts);
  if (power === null) return null;
  if (facts.store_reading) return 'It grows with your store’s sales, as soon as they are read.';
  if (facts.totalSpendPowerCents === 0) return 'You have no limit to use at the moment.';
  if (power.percentage < 100) return freeingWords(facts.payable);
  return facts.totalOutstandingCents > 0 || facts.approvedCents > 0 ? 'Almost all of it is yours to use.' : 'All of it is yours to use.';
}

/** The amounts that can be paid now, and that are on their way from the bank. */
interface PayableFacts {
  readonly most_cents: number;
  readonly in_flight_cents: number;
}

function freeingWords({ most_cents, in_flight_cents }: PayableFacts): string {
  if (most_cents > 0) return 'Repay early to free more of it.';
  return in_flight_cents > 0 ? 'A payment on its way frees more of it.' : 'The rest is held for purchases that have not settled.';
}

/** Tells whether the next payment has a tile: not on the fixed-pay plan, whose weekly draws have no single next payment. */
export function showsNextPayment({ payment_plan }: Pick<TileFacts, 'payment_plan'>): boolean {
  return !isFixedPay(payment_plan);
}

/** Returns the next payment with its due date, or null when none is due. */
export function nextPaymentTile(facts: Pick<TileFacts, 'paymentSchedule'>): { date: IsoDate; amount: Cents; cashback: Cents } | null {
  const { date, amount_cents, expected_credit_cents } = nextPayment(scheduleOf(facts));
  return date === null || amount_cents <= 0 ? null : { date, amount: amount_cents, cashback: expected_credit_cents };
}

/** Of each payment of the schedule, the cents on their way, and of these the cents whose outcome is unknown; none when left out. */
interface PartsUnderway {
  readonly on_its_way_cents: readonly number[];
  readonly asked_parts_cents?: readonly number[];
}

/** Says what of the next payment is on its way from the bank; null when nothing is. */
export function nextPaymentUnderway({ payable, ...facts }: Pick<TileFacts, 'paymentSchedule'> & { readonly payable: PartsUnderway }): string | null {
  const next = nextPaymentTile(facts);
  if (next === null) return null;
  const [part, asked] = [payable.on_its_way_cents, payable.asked_parts_cents].map((parts) => smaller(cents(parts?.[0] ?? 0), next.amount));
  return onItsWayWords(part ?? noMoney, next.amount, asked);
}

/** Says on which day the bank is debited for the next payment, and the sum of that day where it is another; null when nothing is debited for it. */
export function nextPaymentDebit({ next_debit, ...facts }: Pick<TileFacts, 'paymentSchedule' | 'next_debit'>): string | null {
  const next = nextPaymentTile(facts);
  if (next === null || !next_debit?.due_dates.includes(next.date)) return null;
  const what = next_debit.amount_cents === next.amount ? 'it' : formatUsd(cents(next_debit.amount_cents));
  return `We take ${what} on ${formatNearDay(isoDate(next_debit.debit_date))}.`;
}

/**
 * Says of a due date how far off it is or, once it has passed, on which day the bank is debited for it; null when it is not: a due that waits
 * for banks to open is not late.
 */
export function dueInWords(dueDate: IsoDate, today: IsoDate, { next_debit }: Pick<TileFacts, 'next_debit'>): string | null {
  if (dueDate >= today) return describeDue(dueDate, today);
  return next_debit?.due_dates.includes(dueDate) ? `taken on ${formatNearDay(isoDate(next_debit.debit_date))}` : null;
}

/** Returns what is owed, below zero in credit; null when it is no number. */
export function outstandingTile({ totalOutstandingCents }: Pick<TileFacts, 'totalOutstandingCents'>): Cents | null {
  return Number.isFinite(totalOutstandingCents) ? cents(totalOutstandingCents) : null;
}

/** Says what nothing, or less than nothing, to repay means; null of a debt. */
export function outstandingWords(outstanding: Cents): string | null {
  if (outstanding > 0) return null;
  return outstanding === 0 ? 'You owe nothing.' : 'You are in credit.';
}

/** Returns the schedule as the rules take it: amounts cross the wire as plain numbers. */
export function scheduleOf({ paymentSchedule }: Pick<TileFacts, 'paymentSchedule'>): readonly ScheduleEntry[] {
  return paymentSchedule.map((entry) => ({ ...entry, total_owed_cents: cents(entry.total_owed_cents), potential_cashback: cents(entry.potential_cashback) }));
}
