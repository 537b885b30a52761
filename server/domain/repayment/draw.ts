import { type Account, isFrozen } from '../access/access.ts';
import { addBusinessDays, hourMs, type IsHoliday, type IsoDate } from '../basics/dates.ts';
import { type Cents, larger, noMoney, smaller } from '../basics/money.ts';
import { BLANK, type Receiver } from '../receiver/receiver.ts';
import { maximumDrawCents } from './schedule.ts';

/** Draws from the linked bank: their days and amounts. */

/** How long we rely on the key of a draw or payout, in milliseconds: the bank remembers it for 48 hours, and we stop an hour before that. */
export const keyLifeMs = 47 * hourMs;

/** Tells whether the bank may have forgotten the key of a draw or payout: a repeat might then be a second one. */
export function isKeyForgotten({ sent_at, created_at }: { sent_at: Date | null; created_at: Date }, now: Date): boolean {
  return now.getTime() - (sent_at ?? created_at).getTime() > keyLifeMs;
}

/** The reason that is stored with a draw or payout that ended because its key may be forgotten. */
export const keyForgottenReason = 'It did not reach the bank in time.';

/** The states of a draw or payout whose call to the bank was begun and has no known outcome. */
export const sendingStatuses: readonly string[] = ['sending', 'unknown'];

/** The states of a draw or payout without a known transfer. */
export const unsentStatuses: readonly string[] = ['planned', ...sendingStatuses];

/** The states of a draw or payout that has neither settled nor failed. */
export const inFlightStatuses: ReadonlySet<string> = new Set([...unsentStatuses, 'pending', 'posted']);

/** Tells whether a draw or payout is in flight: it has neither settled nor failed, so a draw does not lower what is owed yet. */
export function isInFlight(draw: { readonly status: string }): boolean {
  return inFlightStatuses.has(draw.status);
}

/** The states of a draw that the bank refused or returned. */
export const failedDrawStatuses: ReadonlySet<string> = new Set(['declined', 'failed', 'returned']);

/** Tells whether the bank refused or returned a draw. A draw that we abandoned ourselves does not count as failed. */
export function isFailedDraw(draw: { readonly status: string }): boolean {
  return failedDrawStatuses.has(draw.status);
}

/** Tells whether a draw never reached the bank, because we gave it up or took it back before. */
export function isCanceledDraw(draw: { readonly status: string }): boolean {
  return draw.status === 'cancelled';
}

/** Tells whether a draw was made by itself for a due date, and not started by the merchant. */
export function isScheduled({ kind }: { readonly kind: string }): boolean {
  return kind === 'scheduled';
}

/** The states of a transfer whose money was not drawn in the end. A draw that the bank declined has no transfer, so it is not among them. */
export const stoppedTransferStatuses: readonly string[] = ['cancelled', 'failed', 'returned'];

/** Tells whether a transfer's money was not drawn in the end: it failed, came back or was canceled. */
export function isStoppedTransfer(status: string): boolean {
  return stoppedTransferStatuses.includes(status);
}

/** The states that a transfer goes through, in order; from each of the first four it can go to the last. */
const transferStages: readonly (readonly string[])[] = [['pending'], ['posted'], ['settled'], ['funds_available'], stoppedTransferStatuses];

/**
 * Tells whether a transfer's state comes after another one. Webhook events of a transfer may arrive out of order, but its
 * states only go forward. An unknown state counts as later.
 */
export function isLaterTransferStatus(status: string, known: string): boolean {
  return stageOf(status) === -1 || stageOf(status) > stageOf(known);
}

const stageOf = (status: string): number => transferStages.findIndex((stage) => stage.includes(status));

/** Tells whether a told state can be taken for a transfer's present one: both are known, and it is the same as ours or comes after it. */
export function followsTransferStatus(told: string, ours: string): boolean {
  return stageOf(ours) !== -1 && (told === ours || stageOf(told) > stageOf(ours));
}

/** Tells whether dues are drawn automatically: not while staff have stopped the account, nor when staff skipped its bank. */
export function isDrawnByItself(account: Omit<Account, 'id'> & Pick<Receiver, 'plaid_access_token'>): boolean {
  return account.plaid_access_token !== BLANK && !isFrozen(account);
}

/** Returns the permanent key of a draw: unique by receiver, due date, part and attempt. */
export function drawKey(receiverId: string, { due_date, part, attempt }: Pick<DrawAttempt, 'due_date' | 'part' | 'attempt'>): string {
  return `draw:${receiverId}:${due_date}:${part}:${attempt}`;
}

/** Limits an amount to the range of one draw: from 0 to the largest draw. */
export function limitToOneDraw(amount: Cents): Cents {
  return larger(noMoney, smaller(amount, maximumDrawCents));
}

/** How many business days before a debit it is announced. The agreements promise only that it is announced before: the number is our own. */
export const noticeDays = 2;

/** How many calendar days these are at most: past a weekend and holidays next to it. A debit is announced, and the bank asked about it, no sooner. */
export const longestNoticeDays = 10;

/** Returns the day on which a merchant is notified of a draw. */
export function withdrawalNoticeDate(debitDate: IsoDate, isBankHoliday: IsHoliday): IsoDate {
  return addBusinessDays(debitDate, -noticeDays, isBankHoliday);
}

/** One draw: for a due date, or by the merchant. */
export interface DrawAttempt {
  readonly id: string;
  readonly kind: string;
  /** The first draw of the same amount; null for that one itself. */
  readonly retry_of: string | null;
  readonly due_date: IsoDate;
  /** 2 for the rest of an amount of which a part was drawn before, or that was put off as a whole; else 1. */
  readonly part: number;
  readonly attempt: number;
  readonly amount_cents: Cents;
  readonly status: string;
  readonly failure_code: string | null;
  readonly debit_date: IsoDate;
  /** The day it failed; null while it has not. */
  readonly failedOn: IsoDate | null;
  readonly finished_at: Date | null;
  /** What is unpaid of an amount that failed; null for any other draw. */
  readonly open_cents: Cents | null;
  /** Of a payment for one purchase, the dues that it pays before others. */
  readonly pays_first: readonly { readonly due_date: IsoDate; readonly cashback_basis_points: number }[];
}

/** Returns the number of the next draw of a due date. */
export function nextAttempt(made: readonly Pick<DrawAttempt, 'attempt'>[]): number {
  return Math.max(0, ...made.map(({ attempt }) => attempt)) + 1;
}

/**
 * Tells whether a due date may be drawn on a day, apart from retries of what failed: once a day. An amount above the largest
 * draw, or settled only after the draw, is drawn on a later day; a draw that never reached the bank is replaced at once.
 * @param made the draws of this due date so far.
 */
export function mayBeDrawn(made: readonly Pick<DrawAttempt, 'status' | 'retry_of' | 'debit_date'>[], day: IsoDate): boolean {
  return made.every((draw) => isCanceledDraw(draw) || draw.retry_of !== null || draw.debit_date < day);
}
