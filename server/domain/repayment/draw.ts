import { type Account, isFrozen } from '../access/access.ts';
import { addBusinessDays, type IsHoliday, type IsoDate } from '../basics/dates.ts';
import { add, type Cents, larger, noMoney, smaller, subtract } from '../basics/money.ts';
import { BLANK, type Receiver } from '../receiver/receiver.ts';
import { dueDateOf, largestDrawCents, paymentDeadline, type ScheduleEntry } from './schedule.ts';

/** When the linked bank is debited and by how much. */

/** The states in which a draw's amount is on its way: it neither lowers what is owed yet nor is it lost. */
const inFlightStatuses: ReadonlySet<string> = new Set(['planned', 'sending', 'unknown', 'pending', 'posted']);

export function isInFlight(draw: { readonly status: string }): boolean {
  return inFlightStatuses.has(draw.status);
}

const failedStatuses: ReadonlySet<string> = new Set(['declined', 'failed', 'returned']);

/** Whether the bank refused a draw or sent it back. One that we gave up ourselves is none of that. */
export function isFailedDraw(draw: { readonly status: string }): boolean {
  return failedStatuses.has(draw.status);
}

/** The states that a transfer goes through, in order; from each of the first four it can go to the last. */
const transferStages: readonly (readonly string[])[] = [['pending'], ['posted'], ['settled'], ['funds_available'], ['cancelled', 'failed', 'returned']];

/**
 * Whether a transfer's state can only have come after another. News of one transfer may overtake one another, and its
 * states go one way. A state that is not known here is taken for later.
 */
export function isLaterTransferStatus(status: string, known: string): boolean {
  const stageOf = (one: string) => transferStages.findIndex((stage) => stage.includes(one));
  return stageOf(status) === -1 || stageOf(status) > stageOf(known);
}

/** Tells whether what falls due is drawn without anybody's doing: not while staff have stopped the account, nor when they left its bank out. */
export function isDrawnByItself(account: Omit<Account, 'id'> & Pick<Receiver, 'plaid_access_token'>): boolean {
  return account.plaid_access_token !== BLANK && !isFrozen(account);
}

/** Names a draw for good: one for a receiver, due date and attempt, ever. */
export function drawKey(receiverId: string, dueDate: IsoDate, attempt: number): string {
  return `draw:${receiverId}:${dueDate}:${attempt}`;
}

/** The due dates of a schedule that are to be debited by a day, oldest first. */
export function dueDatesToDebit(schedule: readonly ScheduleEntry[], day: IsoDate, isBankHoliday: IsHoliday): readonly IsoDate[] {
  return schedule.map(dueDateOf).filter((dueDate) => paymentDeadline(dueDate, isBankHoliday) <= day);
}

interface DrawFacts {
  readonly schedule: readonly ScheduleEntry[];
  readonly dueDate: IsoDate;
  /** Settled purchases not yet paid; what is only held at the card is never drawn. */
  readonly owed: Cents;
  /** Draws that were started and have neither settled nor failed. */
  readonly inFlight: Cents;
}

/**
 * The amount to draw for a due date: everything due by then that is owed and not on its way already, at most the
 * largest draw. 0 when there is nothing to draw. What the largest draw leaves over stays due and goes with the next.
 */
export function drawAmount({ schedule, dueDate, owed, inFlight }: DrawFacts): Cents {
  const due = add(noMoney, ...schedule.filter((entry) => dueDateOf(entry) <= dueDate).map((entry) => entry.total_owed_cents));
  return largestPossible(subtract(smaller(due, owed), inFlight));
}

/** An amount within what one draw may take. */
export function largestPossible(amount: Cents): Cents {
  return larger(noMoney, smaller(amount, largestDrawCents));
}

/** The day a merchant is told of a draw: two business days before it. */
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
 * Returns the day on which the latest draw of a due date, which failed, is tried again: once, two business days after
 * it failed. Null when it has not failed, and after the last attempt. Whether the account is drawn from at all is for
 * `isDrawnByItself`.
 * @param made the draws of this due date so far.
 */
export function drawRetryDate(made: readonly DrawAttempt[], isBankHoliday: IsHoliday): IsoDate | null {
  const latest = latestOf(made);
  if (latest === undefined || !isFailedDraw(latest) || latest.failedOn === null) return null;
  return made.filter(isFailedDraw).length < attempts ? addBusinessDays(latest.failedOn, 2, isBankHoliday) : null;
}

/**
 * The number of the draw that may be made for a due date on a day, or null when none may. After a failed one there is
 * a single repeat, on its day. What the largest draw left over, or what settled only after the draw, is drawn on a later
 * day than the one before; a draw that never reached the bank is made up for at once.
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
 * Whether a draw failed and what it should have paid is still owed: something that has settled, and was due by then.
 * @param failedDueDates the due dates of all draws that ever failed.
 */
export function hasUnpaidDraw(failedDueDates: readonly IsoDate[], schedule: readonly ScheduleEntry[], owed: Cents): boolean {
  return failedDueDates.some((dueDate) => owed > 0 && schedule.some((entry) => dueDateOf(entry) <= dueDate));
}
