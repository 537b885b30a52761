import { addCalendarDays, daysBetween, type IsHoliday, type IsoDate, isBusinessDay } from '../basics/dates.ts';
import { add, type Cents, noMoney, smaller, subtract } from '../basics/money.ts';
import { isInArrears, mayDrawArrears } from './arrears.ts';
import { type DrawAttempt, drawAmount, dueBy, isCanceledDraw, longestNoticeDays, mayBeDrawn, nextAttempt } from './draw.ts';
import { type DrawArrangement, partOnDay } from './drawArrangement.ts';
import { type DrawPreference, dueDatesToDraw } from './drawDays.ts';
import { type OtherCredits, type ReservedAmount, reservedAmounts } from './failedDebits.ts';
import { dueDateOf, type ScheduleEntry } from './schedule.ts';

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
  readonly schedule: readonly ScheduleEntry[];
  /** Settled purchases not yet paid; held purchases are never drawn. */
  readonly owed: Cents;
  /** Sum of the draws that were started and have neither settled nor failed. */
  readonly inFlight: Cents;
  /** The draws made so far for due dates. */
  readonly made: readonly DrawAttempt[];
  readonly credits: OtherCredits;
  /** The day on which the account was last unlocked; null when it never was. */
  readonly unlockedOn: IsoDate | null;
  readonly preference: DrawPreference;
  readonly arrangements: readonly DrawArrangement[];
  readonly isBankHoliday: IsHoliday;
}

const sum = (amounts: readonly { readonly amount_cents: Cents }[]): Cents => add(noMoney, ...amounts.map(({ amount_cents }) => amount_cents));

/**
 * Returns the draws to make on a day: the retries whose day has come, then one draw for each due date that is drawn by then, oldest
 * first; of the due dates that passed while the account was locked, one a day. Draws arranged to come later are left out, and
 * no other draw carries it. None while banks are closed.
 */
export function drawsOnDay(facts: DebtFacts, day: IsoDate): readonly DueDraw[] {
  const { schedule, owed, inFlight, made, credits, arrangements, isBankHoliday } = facts;
  if (!isBusinessDay(day, isBankHoliday)) return [];
  const reserved = reservedAmounts(made, credits, isBankHoliday);
  const numbered = numbering(made);
  const retried = retriesOnDay(facts, reserved, day);
  const retries = retried.map((amount) => retryOf(amount, made, numbered));
  const left = reserved.filter((amount) => !retried.includes(amount));
  let underway = add(inFlight, sum(retries));
  let mayDrawOneInArrears = mayDrawArrears(day, facts);
  let drawable = schedule;
  let putOff = noMoney;
  const first = datesOf(facts, day).flatMap((due_date) => {
    const inArrears = isInArrears(due_date, facts);
    if (inArrears && !mayDrawOneInArrears) {
      // No other draw of the day carries it.
      drawable = drawable.filter((entry) => dueDateOf(entry) !== due_date);
      return [];
    }
    const madeForIt = made.filter((draw) => draw.due_date === due_date);
    const kept = sum(left.filter((amount) => amount.due_date <= due_date));
    const most = drawAmount({ schedule: drawable, dueDate: due_date, owed, inFlight: underway, reserved: add(kept, putOff) });
    const { part, most_cents, waits_from, bank_link_id } = partOnDay(arrangements, { due_date, made: madeForIt, day, isBankHoliday });
    const isLeft = hasEarlierToCome(arrangements, due_date, day) && madeForIt.some(isFirstPresentment);
    const amount_cents = isLeft ? noMoney : most_cents === null ? most : smaller(most, most_cents);
    putOff = add(putOff, subtract(most, amount_cents));
    if (!mayBeDrawn(madeForIt, day) || amount_cents === 0) return [];
    if (inArrears) mayDrawOneInArrears = false;
    underway = add(underway, amount_cents);
    return [{ due_date, part, attempt: numbered(due_date), amount_cents, retry_of: null, waits_from, bank_link_id }];
  });
  return [...retries, ...first];
}

/**
 * Returns the due dates that are drawn by a day: by the terms and the merchant's choices, and where another day was arranged by that. A
 * draw that was to come early keeps the day to which it was moved, although the day that brought it early is over.
 */
function datesOf(facts: DebtFacts, day: IsoDate): readonly IsoDate[] {
  const { schedule, arrangements } = facts;
  const drawn = new Set([...dueDatesToDraw(facts, day), ...arrangements.filter(({ first_on }) => first_on <= day).map(({ due_date }) => due_date)]);
  return schedule.map(dueDateOf).filter((date) => drawn.has(date));
}

/**
 * Tells whether the draw of an earlier due date is arranged to come after a day. Draws in between paid the oldest due, so what is
 * then left of a later due date that was drawn is the amount that was put off.
 */
function hasEarlierToCome(arrangements: readonly DrawArrangement[], dueDate: IsoDate, day: IsoDate): boolean {
  return arrangements.some(({ due_date, first_on, rest_on }) => due_date < dueDate && day < (rest_on ?? first_on));
}

const isFirstPresentment = (draw: DrawAttempt): boolean => draw.retry_of === null && !isCanceledDraw(draw);

/** Returns the draw that presents a failed amount again: of the same part, and by the bank that is debited now. */
function retryOf({ due_date, amount_cents, retry }: ReservedAmount, made: readonly DrawAttempt[], numbered: (dueDate: IsoDate) => number): DueDraw {
  const first = made.find(({ id }) => id === retry?.of);
  const place = { due_date, part: first?.part ?? 1, attempt: numbered(due_date) };
  return { ...place, amount_cents, retry_of: retry?.of ?? null, waits_from: retry?.on ?? null, bank_link_id: null };
}

/** Returns the retries whose day has come, oldest first. One is made whole or not at all: not while less than its amount is owed. */
function retriesOnDay(facts: DebtFacts, reserved: readonly ReservedAmount[], day: IsoDate): readonly ReservedAmount[] {
  const { schedule, owed, inFlight } = facts;
  const come = reserved.filter(({ retry }) => retry !== null && retry.on <= day);
  const lastDue = [...dueDatesToDraw(facts, day), ...come.map(({ due_date }) => due_date)].toSorted().at(-1);
  if (lastDue === undefined) return [];
  const forGood = sum(reserved.filter(({ retry }) => retry === null));
  let left = subtract(subtract(smaller(dueBy(schedule, lastDue), owed), inFlight), forGood);
  return come.filter(({ amount_cents }) => {
    if (amount_cents > left) return false;
    left = subtract(left, amount_cents);
    return true;
  });
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

/** A debt as it is from the day after a purchase on. */
export interface LaterDebt extends Pick<DebtFacts, 'schedule' | 'owed'> {
  readonly bought_on: IsoDate;
}

/**
 * Returns the draws of the `days` days after today if nothing is bought, returned or paid meanwhile, except for the one purchase of
 * `later`. Purchases that are now held are expected to have settled by then: `owed` must include them.
 */
export function drawsAhead(facts: DebtFacts, today: IsoDate, days: number, later: LaterDebt | null = null): readonly DrawsOfDay[] {
  // Today's draws are not upcoming.
  return [...drawsFrom(facts, today, days, later)].filter(({ debit_date }) => debit_date > today);
}

/**
 * Returns the next debit, from today on, if nothing is bought, returned or paid before it; null when none is to come around the first due
 * date. Purchases that are now held are expected to have settled by then: `owed` must include them.
 */
export function nextDebit(facts: DebtFacts, today: IsoDate): UpcomingDebit | null {
  const [first] = facts.schedule;
  if (first === undefined) return null;
  const next = drawsFrom(facts, today, Math.max(0, daysBetween(today, dueDateOf(first))) + longestNoticeDays).next();
  return next.done ? null : debitOf(next.value.debit_date, next.value.draws);
}

/** Returns the day, from today on, of the first draw that is no retry for each due date of a schedule that is drawn in the next days. */
export function firstDrawDays(facts: DebtFacts, today: IsoDate, days: number): ReadonlyMap<IsoDate, IsoDate> {
  const drawn = [...drawsFrom(facts, today, days)].flatMap(({ debit_date, draws }) => {
    return draws.filter(({ retry_of }) => retry_of === null).map(({ due_date }) => [due_date, debit_date] as const);
  });
  return new Map(drawn.toReversed());
}

function* drawsFrom(facts: DebtFacts, today: IsoDate, days: number, later: LaterDebt | null = null): Generator<DrawsOfDay, void> {
  let { inFlight, made } = facts;
  for (let day = today; day <= addCalendarDays(today, days); day = addCalendarDays(day, 1)) {
    const { schedule, owed } = later !== null && day > later.bought_on ? later : facts;
    const draws = drawsOnDay({ ...facts, schedule, owed, inFlight, made }, day);
    if (draws.length === 0) continue;
    inFlight = add(inFlight, sum(draws));
    made = [...made, ...draws.map((draw) => underwayOn(draw, day))];
    yield { debit_date: day, draws };
  }
}

/** Returns an expected draw as one that is on its way. */
function underwayOn({ due_date, part, attempt, amount_cents, retry_of }: DueDraw, day: IsoDate): DrawAttempt {
  const isOpen = {
    status: 'pending',
    failure_code: null,
    failedOn: null,
    finished_at: null,
    uncollected_cents: null,
    credits_cents: null,
    cashback_cents: null,
  };
  return { due_date, part, attempt, amount_cents, retry_of, ...isOpen, id: `${due_date} ${attempt}`, debit_date: day };
}
