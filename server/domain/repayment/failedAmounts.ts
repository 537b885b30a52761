import { addBusinessDays, addCalendarDays, type IsHoliday, type IsoDate, laterDay } from '../basics/dates.ts';
import { add, type Cents, noMoney } from '../basics/money.ts';
import type { OpenDue } from './allocation.ts';
import { type DrawAttempt, isCanceledDraw, isFailedDraw, isInFlight, noticeDays } from './draw.ts';
import { meaningOfFailure } from './returnCodes.ts';

/**
 * Amounts whose debit failed. Such an amount is its own: it is set apart of its dues, holds the account until it is paid, and no other
 * draw carries it. For want of money it is debited once more: whole, marked as a retry, or what is left of it as a new debit that is
 * announced. After that only the merchant, a plan or staff collect it.
 */
export interface FailedAmount {
  /** The first draw of the amount. */
  readonly draw: DrawAttempt;
  /** What is neither paid nor on its way. */
  readonly left_cents: Cents;
  /** The banking day from which it is debited once more; null when it is not. */
  readonly collectOn: IsoDate | null;
  /** The last day on which it is. */
  readonly collectUntil: IsoDate;
  /** Whether it is presented again as a whole: the bank takes a retry of the same amount only. */
  readonly isRetry: boolean;
}

/** How often an amount is debited by our terms: the first draw and once more. Nacha allows two further presentments. */
const attempts = 2;

/** How many banking days after a debit came back it is presented again. */
const retryAfterDays = 2;

/** For how many days after the original debit the bank presents an amount again. */
const retryDays = 180;

interface FailureFacts {
  /** What is neither paid nor on its way. */
  readonly open: readonly OpenDue[];
  /** All draws, of whatever kind. */
  readonly draws: readonly DrawAttempt[];
  /** The day on which a part of each failed amount was paid last. */
  readonly paidOn: ReadonlyMap<string, IsoDate>;
  readonly isBankHoliday: IsHoliday;
}

/** Returns the failed amounts of which something is neither paid nor on its way, that of the first draw at the front. */
export function failedAmounts({ open, draws, paidOn, isBankHoliday }: FailureFacts): readonly FailedAmount[] {
  const sums = new Map<string, Cents>();
  for (const { failed_draw_id: id, amount_cents } of open) if (id !== null) sums.set(id, add(sums.get(id) ?? noMoney, amount_cents));
  return draws.flatMap((draw): readonly FailedAmount[] => {
    const left_cents = sums.get(draw.id) ?? noMoney;
    if (left_cents <= 0) return [];
    const isRetry = left_cents === draw.amount_cents;
    const presented = presentmentsOf(draw, draws);
    const isBeingPaid = draw.open_cents !== null && left_cents < draw.open_cents;
    const retryOn = isBeingPaid ? null : retryDay(presented, isBankHoliday);
    const since = paidOn.get(draw.id) ?? draw.failedOn;
    const noticed = since === null ? null : addBusinessDays(since, noticeDays, isBankHoliday);
    const day = retryOn === null || isRetry || noticed === null ? retryOn : laterDay(retryOn, noticed);
    const collectUntil = addCalendarDays(draw.debit_date, retryDays);
    return [{ draw, left_cents, isRetry, collectOn: day !== null && day <= collectUntil ? day : null, collectUntil }];
  });
}

/** Returns the draws of one amount that reached the bank, the first one at the front. */
function presentmentsOf(first: DrawAttempt, draws: readonly DrawAttempt[]): readonly DrawAttempt[] {
  const again = draws.filter((draw) => draw.retry_of === first.id && !isCanceledDraw(draw));
  return [first, ...again.toSorted((one, other) => one.attempt - other.attempt)];
}

/** Tells whether the amount of a draw was to be debited once more, when it was paid otherwise. */
export function wasToBeCollected(drawId: string, draws: readonly DrawAttempt[]): boolean {
  const first = draws.find(({ id }) => id === drawId);
  return first !== undefined && retryDay(presentmentsOf(first, draws), () => false) !== null;
}

function retryDay(presented: readonly DrawAttempt[], isBankHoliday: IsHoliday): IsoDate | null {
  const [first, latest] = [presented[0], presented.at(-1)];
  if (!first || !latest || !isFailedDraw(latest) || latest.failedOn === null || meaningOfFailure(latest.failure_code).action !== 'retry') return null;
  if (presented.filter(isFailedDraw).length >= attempts || presented.some(isInFlight)) return null;
  const day = addBusinessDays(latest.failedOn, retryAfterDays, isBankHoliday);
  return day <= addCalendarDays(first.debit_date, retryDays) ? day : null;
}

/**
 * Returns how a draw is marked at the bank: 1 for an amount that this account has not been debited for yet, then 2 and 3.
 * Only debits of the same amount that came back count as presented; another account begins again at 1.
 */
export function presentmentNumber(
  { retry_of, amount_cents }: Pick<DrawAttempt, 'retry_of' | 'amount_cents'>,
  made: readonly (Pick<DrawAttempt, 'id' | 'retry_of' | 'status' | 'amount_cents'> & { readonly bank_account_id: string | null })[],
  accountId: string,
): number {
  const earlier = made.filter((one) => retry_of !== null && (one.retry_of ?? one.id) === retry_of && one.amount_cents === amount_cents);
  return 1 + earlier.filter((one) => one.status === 'returned' && one.bank_account_id === accountId).length;
}

/** Returns the words on the bank statement. The bank recognizes a further presentment by them. */
export function debitDescription(presentment: number): string {
  return presentment === 1 ? 'REPAYMENT' : `Retry ${presentment - 1}`;
}
