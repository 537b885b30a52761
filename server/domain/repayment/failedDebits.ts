import { addBusinessDays, addCalendarDays, type IsHoliday, type IsoDate } from '../basics/dates.ts';
import { add, type Cents, larger, noMoney, smaller, subtract } from '../basics/money.ts';
import { isSettledTransfer } from '../ledger/ledger.ts';
import { type DrawAttempt, dueBy, isCanceledDraw, isFailedDraw, isInFlight, isScheduled } from './draw.ts';
import { meaningOfFailure } from './returnCodes.ts';
import { type Due, dueDateOf, type ScheduleEntry } from './schedule.ts';

/**
 * Amounts whose debit failed. Such an amount is its own: no other scheduled draw carries it. It is presented once more
 * where its return code allows that; after that only the merchant, a plan or staff collect it. A payment that the merchant
 * started and that came back holds the account too, but what it had paid is drawn with its due dates.
 */

/** How often an amount is debited by our terms: the first draw and one retry. Nacha allows two further presentments. */
const attempts = 2;

/** For how many days after the original debit the bank presents an amount again. */
const retryDays = 180;

/** One amount: its first draw and the retries of it, oldest first, without draws that never reached the bank. */
interface Chain {
  readonly first: DrawAttempt;
  readonly latest: DrawAttempt;
  readonly draws: readonly DrawAttempt[];
}

/** A failed amount. */
interface FailedAmount {
  /** The draw that failed last. */
  readonly draw: DrawAttempt;
  readonly first: DrawAttempt;
  /** The banking day from which it is presented again; null when it never is. */
  readonly retryOn: IsoDate | null;
  /** The part still owed when it failed, the sum of other credits by then, and that of cashback when the draw was made. */
  readonly uncollected: Cents;
  readonly credits: Cents;
  readonly cashback: Cents;
}

/** Returns the id of the first draw of the same amount. */
const firstId = ({ id, retry_of }: Pick<DrawAttempt, 'id' | 'retry_of'>): string => retry_of ?? id;

function chainsOf(made: readonly DrawAttempt[]): readonly Chain[] {
  const byFirst = Map.groupBy(
    made.filter((one) => !isCanceledDraw(one)),
    firstId,
  );
  return [...byFirst.values()].flatMap((unsorted) => {
    const draws = unsorted.toSorted((one, other) => one.attempt - other.attempt);
    const [first, latest] = [draws[0], draws.at(-1)];
    return first === undefined || latest === undefined ? [] : [{ first, latest, draws }];
  });
}

function retryDateOf({ first, latest, draws }: Chain, isBankHoliday: IsHoliday): IsoDate | null {
  if (!isFailedDraw(latest) || latest.failedOn === null || meaningOfFailure(latest.failure_code).action !== 'retry') return null;
  if (draws.filter(isFailedDraw).length >= attempts) return null;
  const day = addBusinessDays(latest.failedOn, 2, isBankHoliday);
  return day <= addCalendarDays(first.debit_date, retryDays) ? day : null;
}

/**
 * Returns how a draw is marked at the bank: 1 for an amount that this account has not been debited for yet, then 2 and 3.
 * Only debits that came back count as presented; another account begins again at 1.
 */
export function presentmentNumber(
  draw: Pick<DrawAttempt, 'retry_of'>,
  made: readonly (Pick<DrawAttempt, 'id' | 'retry_of' | 'status'> & { readonly bank_account_id: string | null })[],
  accountId: string,
): number {
  const earlier = made.filter((one) => draw.retry_of !== null && firstId(one) === draw.retry_of);
  return 1 + earlier.filter((one) => one.status === 'returned' && one.bank_account_id === accountId).length;
}

/** Returns the words on the bank statement. The bank recognizes a further presentment by them. */
export function debitDescription(presentment: number): string {
  return presentment === 1 ? 'REPAYMENT' : `Retry ${presentment - 1}`;
}

/** Credits received so far other than scheduled draws: they pay the oldest debt first, so they pay failed amounts first. */
export interface OtherCredits {
  /** Payments that the merchant started, manual credits and refunds, as far as they have arrived, less what was paid out. */
  readonly received: Cents;
  /** The same with payments on their way. */
  readonly underway: Cents;
  readonly cashback: Cents;
}

type Failed = readonly FailedAmount[];

/** Returns the amounts whose latest draw failed, and on request those whose retry is on its way. */
function failedOf(chains: readonly Chain[], isBankHoliday: IsHoliday, withRetriesUnderway: boolean): Failed {
  return chains.flatMap((chain) => {
    const counts = isFailedDraw(chain.latest) || (withRetriesUnderway && isInFlight(chain.latest));
    const draw = counts ? chain.draws.findLast(isFailedDraw) : undefined;
    // The draw whose figures are being worked out has none yet.
    if (draw === undefined || draw.uncollected_cents === null || draw.credits_cents === null || draw.cashback_cents === null) return [];
    const { uncollected_cents: uncollected, credits_cents: credits, cashback_cents: cashback } = draw;
    return [{ draw, first: chain.first, retryOn: retryDateOf(chain, isBankHoliday), uncollected, credits, cashback }];
  });
}

/** Returns the sum of credits when an amount failed; for null, the sum now. */
type CreditsAt = (amount: FailedAmount | null) => Cents;

/**
 * Returns what is left of failed amounts together: each adds what was owed of it when it failed; credits that came
 * afterward lower the sum, and those taken back raise it again.
 */
function leftTogether(failed: Failed, creditsAt: CreditsAt): Cents {
  let left = noMoney;
  let amounts = noMoney;
  let seen: Cents | null = null;
  const credit = (total: Cents) => {
    if (seen !== null) left = between(subtract(left, subtract(total, seen)), amounts);
    seen = total;
  };
  for (const amount of failed.toSorted(byFailure)) {
    credit(creditsAt(amount));
    left = add(left, amount.uncollected);
    amounts = add(amounts, amount.draw.amount_cents);
  }
  credit(creditsAt(null));
  return left;
}

const between = (amount: Cents, most: Cents): Cents => larger(noMoney, smaller(amount, most));

function byFailure({ draw: one }: FailedAmount, { draw: other }: FailedAmount): number {
  const instants = (one.finished_at?.getTime() ?? 0) - (other.finished_at?.getTime() ?? 0);
  return instants || one.due_date.localeCompare(other.due_date) || one.attempt - other.attempt;
}

/** Shares what is left among the failed amounts: the oldest due were paid first. */
function shareOut(failed: Failed, together: Cents): ReadonlyMap<FailedAmount, Cents> {
  let left = together;
  const newestFirst = failed.toSorted(({ first: one }, { first: other }) => other.due_date.localeCompare(one.due_date) || other.attempt - one.attempt);
  return new Map(
    newestFirst.map((amount) => {
      const share = smaller(left, amount.draw.amount_cents);
      left = subtract(left, share);
      return [amount, share];
    }),
  );
}

const withCashback =
  ({ underway, cashback }: OtherCredits): CreditsAt =>
  (amount) =>
    amount === null ? add(underway, cashback) : add(amount.credits, amount.cashback);

const withoutCashback =
  ({ underway }: OtherCredits): CreditsAt =>
  (amount) =>
    amount === null ? underway : amount.credits;

/** A failed amount that no other draw may carry. */
export interface ReservedAmount {
  readonly due_date: IsoDate;
  readonly amount_cents: Cents;
  /** The presentment that is still to come, of the whole amount; null when there is none. */
  readonly retry: { readonly of: string; readonly on: IsoDate } | null;
}

/**
 * Returns the failed amounts that other scheduled draws leave out. An amount that is presented again stays whole: cashback
 * then lowers the other draws, and a merchant who pays part of it pays the rest too, because only the same amount may be
 * presented again.
 * @param made all scheduled draws so far.
 */
export function reservedAmounts(made: readonly DrawAttempt[], credits: OtherCredits, isBankHoliday: IsHoliday): readonly ReservedAmount[] {
  const failed = failedOf(chainsOf(made), isBankHoliday, false);
  const shares = shareOut(failed, leftTogether(failed, withoutCashback(credits)));
  const isWhole = (amount: FailedAmount) => amount.retryOn !== null && shares.get(amount) === amount.draw.amount_cents;
  const others = failed.filter((amount) => !isWhole(amount));
  const left = shareOut(others, leftTogether(others, withCashback(credits)));
  return failed.flatMap((amount): readonly ReservedAmount[] => {
    const { draw, first, retryOn } = amount;
    if (retryOn !== null && isWhole(amount)) return [{ due_date: draw.due_date, amount_cents: draw.amount_cents, retry: { of: first.id, on: retryOn } }];
    const amount_cents = left.get(amount) ?? noMoney;
    return amount_cents > 0 ? [{ due_date: draw.due_date, amount_cents, retry: null }] : [];
  });
}

/** Returns the day on which the amount of a failed draw is presented again; null when it is not, or was already. */
export function retryDate(draw: Pick<DrawAttempt, 'id'>, made: readonly DrawAttempt[], credits: OtherCredits, isBankHoliday: IsHoliday): IsoDate | null {
  const first = chainsOf(made).find(({ latest }) => latest.id === draw.id)?.first;
  return reservedAmounts(made, credits, isBankHoliday).find(({ retry }) => retry !== null && retry.of === first?.id)?.retry?.on ?? null;
}

type AnyDraw = DrawAttempt & { readonly kind: string };

/**
 * Returns what is left of payments that the merchant started and that came back. All that is paid afterward pays them, scheduled draws
 * too: these carry the dues that are open again.
 * @param received the sum of all credits now, cashback among them.
 */
function leftOfPayments(draws: readonly AnyDraw[], received: Cents, isBankHoliday: IsHoliday): Cents {
  const failed = failedOf(chainsOf(draws.filter((draw) => !isScheduled(draw) && draw.status === 'returned')), isBankHoliday, false);
  return leftTogether(failed, (amount) => (amount === null ? received : add(amount.credits, amount.cashback)));
}

/** Returns the sum of scheduled draws that have settled, or are on their way. */
export function scheduledCredits(draws: readonly AnyDraw[]): { readonly received: Cents; readonly underway: Cents } {
  const sum = (counts: (draw: AnyDraw) => boolean) =>
    add(noMoney, ...draws.filter((draw) => isScheduled(draw) && counts(draw)).map(({ amount_cents }) => amount_cents));
  const received = sum(({ status }) => isSettledTransfer(status));
  return { received, underway: add(received, sum(isInFlight)) };
}

interface FailureFacts {
  readonly schedule: readonly ScheduleEntry[];
  readonly owed: Cents;
  /** Sum of the other draws that were started and have neither settled nor failed. */
  readonly inFlight: Cents;
  /** The amount due at once on whatever day it is looked at: a draw of an earlier day carried it. */
  readonly atOnce: Due;
  /** All draws, the failed one among them, still without its own figures. */
  readonly draws: readonly AnyDraw[];
  readonly credits: OtherCredits;
  /** Cashback since the draw was made. */
  readonly cashbackSince: Cents;
  /** Whether it had settled: then it may have paid anything, also what was bought later and is due later. */
  readonly hadSettled: boolean;
  readonly isBankHoliday: IsHoliday;
}

/**
 * Returns how much of a draw that fails now is still owed: the refunds and payments of the meantime have paid their part, and
 * cashback has not, so that it is the same whether a failure or the cashback of the same day is read first. A scheduled draw that
 * had not settled has paid nothing: what is owed of it was drawn before, which counts a return after months as well as one of the next
 * day.
 */
export function uncollectedAmount(draw: Pick<AnyDraw, 'id' | 'retry_of' | 'amount_cents' | 'kind'>, facts: FailureFacts): Cents {
  const { owed, inFlight, draws, credits, cashbackSince, hadSettled, isBankHoliday } = facts;
  const scheduled = draws.filter(isScheduled);
  const others = reservedAmounts(
    scheduled.filter((other) => firstId(other) !== firstId(draw)),
    credits,
    isBankHoliday,
  );
  const received = add(credits.underway, scheduledCredits(draws).underway, credits.cashback);
  const ofPayments = isScheduled(draw) ? noMoney : leftOfPayments(draws, received, isBankHoliday);
  const owedOfAll = hadSettled || !isScheduled(draw) ? owed : smaller(owed, drawnBefore(facts, scheduled));
  const elsewhere = add(inFlight, ofPayments, ...others.map(({ amount_cents }) => amount_cents));
  return between(subtract(add(owedOfAll, cashbackSince), elsewhere), draw.amount_cents);
}

/** Returns what is due by days that were drawn. */
function drawnBefore({ schedule, atOnce }: FailureFacts, scheduled: readonly DrawAttempt[]): Cents {
  const drawn = scheduled.filter((one) => !isCanceledDraw(one)).map(({ due_date }) => due_date);
  const wasDrawn = (day: IsoDate) => drawn.some((dueDate) => day <= dueDate);
  const due = schedule.filter((entry) => wasDrawn(dueDateOf(entry))).map((entry) => entry.total_owed_cents);
  return add(wasDrawn(atOnce.due_date) ? noMoney : atOnce.amount_cents, ...due);
}

interface HoldFacts {
  readonly schedule: readonly ScheduleEntry[];
  readonly owed: Cents;
  readonly atOnce: Due;
  /** All draws so far, payments that the merchant started among them. */
  readonly draws: readonly AnyDraw[];
  readonly credits: OtherCredits;
  readonly isBankHoliday: IsHoliday;
}

/**
 * Tells whether a draw failed and its amount is still owed, whenever that is due. Payments count when they have arrived, and a retry
 * when it has settled. A payment of the merchant's that never reached the bank counts while something is owed that was due by its day
 * or belongs to no purchase.
 */
export function hasUnpaidDraw({ schedule, owed, atOnce, draws, credits, isBankHoliday }: HoldFacts): boolean {
  if (owed <= 0) return false;
  const withoutAmount = draws.filter((draw) => isFailedDraw(draw) && draw.uncollected_cents === null);
  if (withoutAmount.some(({ due_date }) => atOnce.amount_cents > 0 || dueBy(schedule, due_date) > 0)) return true;
  const failed = failedOf(chainsOf(draws.filter(isScheduled)), isBankHoliday, true);
  const arrived = withCashback({ ...credits, underway: credits.received });
  if (leftTogether(failed, arrived) > 0) return true;
  return leftOfPayments(draws, add(credits.received, scheduledCredits(draws).received, credits.cashback), isBankHoliday) > 0;
}
