import { type Account, isFrozen } from '../access/access.ts';
import { addBusinessDays, type IsHoliday, type IsoDate } from '../basics/dates.ts';
import { add, type Cents, larger, noMoney, smaller, subtract } from '../basics/money.ts';
import { BLANK, type Receiver } from '../receiver/receiver.ts';
import { dueDateOf, maximumDrawCents, paymentDeadline, type ScheduleEntry } from './schedule.ts';

/** Draws from the linked bank: their days, amounts and retries. */

/** The states of a draw in flight: its amount does not lower what is owed yet, and has not failed either. */
const inFlightStatuses: ReadonlySet<string> = new Set(['planned', 'sending', 'unknown', 'pending', 'posted']);

export function isInFlight(draw: { readonly status: string }): boolean {
  return inFlightStatuses.has(draw.status);
}

const failedStatuses: ReadonlySet<string> = new Set(['declined', 'failed', 'returned']);

/** Tells whether the bank refused or returned a draw. A draw that we abandoned ourselves does not count as failed. */
export function isFailedDraw(draw: { readonly status: string }): boolean {
  return failedStatuses.has(draw.status);
}

/** The states that a transfer goes through, in order; from each of the first four it can go to the last. */
const transferStages: readonly (readonly string[])[] = [['pending'], ['posted'], ['settled'], ['funds_available'], ['cancelled', 'failed', 'returned']];

/**
 * Tells whether a transfer's state comes after another one. Webhook events of a transfer may arrive out of order, but its
 * states only go forward. An unknown state counts as later.
 */
export function isLaterTransferStatus(status: string, known: string): boolean {
  const stageOf = (one: string) => transferStages.findIndex((stage) => stage.includes(one));
  return stageOf(status) === -1 || stageOf(status) > stageOf(known);
}

/** Tells whether dues are drawn automatically: not while staff have stopped the account, nor when staff skipped its bank. */
export function isDrawnByItself(account: Omit<Account, 'id'> & Pick<Receiver, 'plaid_access_token'>): boolean {
  return account.plaid_access_token !== BLANK && !isFrozen(account);
}

/** Returns the permanent key of a draw: unique by receiver, due date and attempt. */
export function drawKey(receiverId: string, dueDate: IsoDate, attempt: number): string {
  return `draw:${receiverId}:${dueDate}:${attempt}`;
}

/** Returns the due dates of a schedule whose debit day has come by a day, oldest first. */
export function dueDatesToDebit(schedule: readonly ScheduleEntry[], day: IsoDate, isBankHoliday: IsHoliday): readonly IsoDate[] {
  return schedule.map(dueDateOf).filter((dueDate) => paymentDeadline(dueDate, isBankHoliday) <= day);
}

interface DrawFacts {
  readonly schedule: readonly ScheduleEntry[];
  readonly dueDate: IsoDate;
  /** Settled purchases not yet paid; held purchases are never drawn. */
  readonly owed: Cents;
  /** Sum of the draws that were started and have neither settled nor failed. */
  readonly inFlight: Cents;
}

/**
 * Returns the amount to draw for a due date: everything due by then that is owed and not in flight, at most the largest
 * draw. 0 when there is nothing to draw. The amount above the largest draw stays due and is part of the next one.
 */
export function drawAmount({ schedule, dueDate, owed, inFlight }: DrawFacts): Cents {
  const due = add(noMoney, ...schedule.filter((entry) => dueDateOf(entry) <= dueDate).map((entry) => entry.total_owed_cents));
  return limitToOneDraw(subtract(smaller(due, owed), inFlight));
}

/** Limits an amount to the range of one draw: from 0 to the largest draw. */
export function limitToOneDraw(amount: Cents): Cents {
  return larger(noMoney, smaller(amount, maximumDrawCents));
}

/** Returns the day on which a merchant is notified of a draw: two business days before it. */
export function withdrawalNoticeDate(debitDate: IsoDate, isBankHoliday: IsHoliday): IsoDate {
  return addBusinessDays(debitDate, -2, isBankHoliday);
}

const attempts = 2;

/** One draw that was made for a due date. */
export interface DrawAttempt {
  readonly attempt: number;
  readonly status: string;
  readonly debit_date: IsoDate;
  /** The day it failed; null while it has not. */
  readonly failedOn: IsoDate | null;
}

/** Returns the latest of the draws of one due date. */
function latestOf<Draw extends DrawAttempt>(made: readonly Draw[]): Draw | undefined {
  return made.toSorted((one, other) => other.attempt - one.attempt)[0];
}

/**
 * Returns the day on which a failed latest draw of a due date is tried again: once, two business days after it failed.
 * Null when it has not failed, and after the last attempt. `isDrawnByItself` decides whether the account is drawn from
 * at all.
 * @param made the draws of this due date so far.
 */
export function drawRetryDate(made: readonly DrawAttempt[], isBankHoliday: IsHoliday): IsoDate | null {
  const latest = latestOf(made);
  if (latest === undefined || !isFailedDraw(latest) || latest.failedOn === null) return null;
  return made.filter(isFailedDraw).length < attempts ? addBusinessDays(latest.failedOn, 2, isBankHoliday) : null;
}

/**
 * Returns the number of the draw that may be made for a due date on a day, or null when none may. A failed draw is
 * repeated once, on its retry day. An amount above the largest draw, or settled only after the draw, is drawn on a later
 * day than the previous draw; a draw that never reached the bank is replaced at once.
 * @param made the draws of this due date so far.
 */
export function nextAttempt(made: readonly DrawAttempt[], day: IsoDate, isBankHoliday: IsHoliday): number | null {
  const latest = latestOf(made);
  if (latest === undefined) return 1;
  const next = latest.attempt + 1;
  if (latest.status === 'cancelled') return next;
  if (!isFailedDraw(latest)) return latest.debit_date < day ? next : null;
  const retryOn = drawRetryDate(made, isBankHoliday);
  return retryOn !== null && retryOn <= day ? next : null;
}

/**
 * Tells whether a draw failed and its dues are still owed: something settled that was due by the failed draw's due date.
 * @param failedDueDates the due dates of all draws that ever failed.
 */
export function hasUnpaidDraw(failedDueDates: readonly IsoDate[], schedule: readonly ScheduleEntry[], owed: Cents): boolean {
  return failedDueDates.some((dueDate) => owed > 0 && schedule.some((entry) => dueDateOf(entry) <= dueDate));
}
