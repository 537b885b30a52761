import { addCalendarDays, daysBetween, type IsHoliday, type IsoDate, isBusinessDay } from '../basics/dates.ts';
import { add, type Cents, larger, noMoney, smaller, subtract } from '../basics/money.ts';
import { type OpenDue, paidDues, payingOrder, withoutPaid } from './allocation.ts';
import { isInArrears, mayDrawArrears } from './arrears.ts';
import { type DrawAttempt, isScheduled, limitToOneDraw, longestNoticeDays, mayBeDrawn, nextAttempt } from './draw.ts';
import { type DrawArrangement, partOnDay } from './drawArrangement.ts';
import { type DrawPreference, dueDatesToDraw } from './drawDays.ts';
import { type FailedAmount, failedAmounts } from './failedAmounts.ts';

/** The draws to make today, and those expected on the coming days if nothing else happens. */

export interface DueDraw {
  readonly due_date: IsoDate;
  readonly part: number;
  readonly attempt: number;
  readonly amount_cents: Cents;
  /** The failed draw whose amount is presented again; null for a first presentment. */
  readonly retry_of: string | null;
  /** The first day on which it may be made, of what was presented or put off before; null for the first draw of an amount. */
  readonly waits_from: IsoDate | null;
  /** The other bank that is debited; null for the usual one. */
  readonly bank_link_id: string | null;
}

export interface DebtFacts {
  /** What is unpaid of all dues and not on its way, held purchases with it; in order. */
  readonly open: readonly OpenDue[];
  /** Settled purchases not yet paid; held purchases are never drawn. */
  readonly owed: Cents;
  /** Sum of the draws that were started and have neither settled nor failed. */
  readonly inFlight: Cents;
  /** All draws so far, payments that the merchant started among them. */
  readonly draws: readonly DrawAttempt[];
  /** The day on which a part of each failed amount was paid last, by its draw. */
  readonly failedPaidOn: ReadonlyMap<string, IsoDate>;
  /** The day on which the account was last unlocked; null when it never was. */
  readonly unlockedOn: IsoDate | null;
  readonly preference: DrawPreference;
  readonly arrangements: readonly DrawArrangement[];
  readonly isBankHoliday: IsHoliday;
}

const sum = (amounts: readonly { readonly amount_cents: Cents }[]): Cents => add(noMoney, ...amounts.map(({ amount_cents }) => amount_cents));

/**
 * Returns the draws to make on a day: what failed before and is debited once more, then one draw for each due date that is drawn by then,
 * oldest first; of the due dates that passed while the account was locked, one a day. None while banks are closed.
 */
export function drawsOnDay(facts: DebtFacts, day: IsoDate): readonly DueDraw[] {
  const { open, owed, inFlight, draws, arrangements, isBankHoliday } = facts;
  if (!isBusinessDay(day, isBankHoliday)) return [];
  const made = draws.filter(isScheduled);
  const numbered = numbering(made);
  // What is settled pays what failed first. No other draw carries what failed.
  let left = subtract(owed, inFlight);
  const collected = failedOf(facts).flatMap((amount): readonly DueDraw[] => {
    const { collectOn, collectUntil, left_cents } = amount;
    const isCollected = collectOn !== null && collectOn <= day && day <= collectUntil && left_cents <= left;
    left = subtract(left, left_cents);
    return isCollected ? [collectionOf(amount, numbered)] : [];
  });
  left = larger(noMoney, left);
  let mayDrawOneInArrears = mayDrawArrears(day, { ...facts, made });
  const unpaid = Map.groupBy(
    open.filter(({ failed_draw_id }) => failed_draw_id === null),
    ({ due_date }) => due_date,
  );
  const first = datesOf(facts, [...unpaid.keys()], day).flatMap((due_date) => {
    const madeForIt = made.filter((draw) => draw.due_date === due_date);
    const inArrears = isInArrears(due_date, { ...facts, made });
    const { part, most_cents, waits_from, bank_link_id } = partOnDay(arrangements, { due_date, made: madeForIt, day });
    const most = limitToOneDraw(smaller(sum(unpaid.get(due_date) ?? []), left));
    const amount_cents = most_cents === null ? most : smaller(most, most_cents);
    if ((inArrears && !mayDrawOneInArrears) || !mayBeDrawn(madeForIt, day) || amount_cents === 0) return [];
    if (inArrears) mayDrawOneInArrears = false;
    left = subtract(left, amount_cents);
    return [{ due_date, part, attempt: numbered(due_date), amount_cents, retry_of: null, waits_from, bank_link_id }];
  });
  return [...collected, ...first];
}

/** Returns the failed amounts of a debt. */
export function failedOf({ open, draws, failedPaidOn, isBankHoliday }: Pick<DebtFacts, 'open' | 'draws' | 'failedPaidOn' | 'isBankHoliday'>) {
  return failedAmounts({ open, draws, paidOn: failedPaidOn, isBankHoliday });
}

/** Returns the due dates that are drawn by a day: by the terms and the merchant's day of the week, and where another day was arranged by that. */
function datesOf(facts: DebtFacts, dates: readonly IsoDate[], day: IsoDate): readonly IsoDate[] {
  const arranged = facts.arrangements.filter(({ first_on }) => first_on <= day).map(({ due_date }) => due_date);
  const drawn = new Set([...dueDatesToDraw(dates, facts, day), ...arranged]);
  return dates.filter((date) => drawn.has(date));
}

/** Returns the draw that debits a failed amount once more, by the bank that is debited now. */
function collectionOf({ draw, left_cents, collectOn }: FailedAmount, numbered: (dueDate: IsoDate) => number): DueDraw {
  const { id, due_date, part } = draw;
  return { due_date, part, attempt: numbered(due_date), amount_cents: left_cents, retry_of: id, waits_from: collectOn, bank_link_id: null };
}

/** Returns a function that gives the next draws of a due date their numbers. */
function numbering(made: readonly DrawAttempt[]): (dueDate: IsoDate) => number {
  const given: { due_date: IsoDate; attempt: number }[] = [...made];
  return (due_date) => {
    const attempt = nextAttempt(given.filter((draw) => draw.due_date === due_date));
    given.push({ due_date, attempt });
    return attempt;
  };
}

export interface UpcomingDebit {
  readonly debit_date: IsoDate;
  readonly amount_cents: Cents;
  readonly due_dates: readonly IsoDate[];
  /** The banks that are debited, each once; null stands for the usual one. */
  readonly bank_link_ids: readonly (string | null)[];
}

/** Returns the draws of a day as one debit. */
export function debitOf(debit_date: IsoDate, draws: readonly DueDraw[]): UpcomingDebit {
  return {
    debit_date,
    amount_cents: sum(draws),
    due_dates: draws.map(({ due_date }) => due_date),
    bank_link_ids: [...new Set(draws.map(({ bank_link_id }) => bank_link_id))],
  };
}

export interface DrawsOfDay {
  readonly debit_date: IsoDate;
  readonly draws: readonly DueDraw[];
}

/**
 * Returns the draws of the `days` days after today if nothing is bought, returned or paid meanwhile. Purchases that are now held are
 * expected to have settled by then: `owed` must include them.
 */
export function drawsAhead(facts: DebtFacts, today: IsoDate, days: number): readonly DrawsOfDay[] {
  // Today's draws are not upcoming.
  return drawsFrom(facts, today, days).days.filter(({ debit_date }) => debit_date > today);
}

/**
 * Returns the next debit, from today on, if nothing is bought, returned or paid before it; null when none is to come around the first due
 * date. Purchases that are now held are expected to have settled by then: `owed` must include them.
 */
export function nextDebit(facts: DebtFacts, today: IsoDate): UpcomingDebit | null {
  const [first] = facts.open;
  if (first === undefined) return null;
  const [next] = drawsFrom(facts, today, Math.max(0, daysBetween(today, first.due_date)) + longestNoticeDays).days;
  return next === undefined ? null : debitOf(next.debit_date, next.draws);
}

/** Returns the day, from today on, of the first draw that is no retry for each due date of a debt that is drawn in the next days. */
export function firstDrawDays(facts: DebtFacts, today: IsoDate, days: number): ReadonlyMap<IsoDate, IsoDate> {
  const drawn = drawsFrom(facts, today, days).days.flatMap(({ debit_date, draws }) => {
    return draws.filter(({ retry_of }) => retry_of === null).map(({ due_date }) => [due_date, debit_date] as const);
  });
  return new Map(drawn.toReversed());
}

/** Returns the draws of a day and of the `days` days after it, and the debt once they are on their way. */
export function drawsFrom(facts: DebtFacts, from: IsoDate, days: number): { readonly days: readonly DrawsOfDay[]; readonly debt: DebtFacts } {
  let debt = facts;
  const drawn: DrawsOfDay[] = [];
  for (let day = from; day <= addCalendarDays(from, days); day = addCalendarDays(day, 1)) {
    const draws = drawsOnDay(debt, day);
    if (draws.length === 0) continue;
    const made = draws.map((draw) => underwayOn(draw, day));
    debt = withDraws(debt, made);
    drawn.push({ debit_date: day, draws });
  }
  return { days: drawn, debt };
}

/** Returns a debt with further draws on their way. */
function withDraws(facts: DebtFacts, draws: readonly DrawAttempt[]): DebtFacts {
  const open = draws.reduce((left, draw) => withoutPaid(left, paidDues(left, draw.amount_cents, payingOrder(draw))), facts.open);
  return { ...facts, open, inFlight: add(facts.inFlight, sum(draws)), draws: [...facts.draws, ...draws] };
}

/** Returns an expected draw as one that is on its way. */
function underwayOn({ due_date, part, attempt, amount_cents, retry_of }: DueDraw, day: IsoDate): DrawAttempt {
  const isOpen = { status: 'pending', failure_code: null, failedOn: null, finished_at: null, open_cents: null, pays_first: [] };
  return { kind: 'scheduled', due_date, part, attempt, amount_cents, retry_of, ...isOpen, id: `${due_date} ${attempt}`, debit_date: day };
}
