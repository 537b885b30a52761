import { addCalendarDays, type IsHoliday, type IsoDate, isBusinessDay } from '../basics/dates.ts';
import { add, type Cents, noMoney, smaller, subtract } from '../basics/money.ts';
import { isInArrears, mayDrawArrears } from './arrears.ts';
import { type DrawAttempt, drawAmount, dueBy, dueDatesToDebit, mayBeDrawn, nextAttempt } from './draw.ts';
import { type OtherCredits, type ReservedAmount, reservedAmounts } from './failedDebits.ts';
import { dueDateOf, type ScheduleEntry } from './schedule.ts';

/** The draws to make today, and those expected on the coming days if nothing else happens. */

export interface DueDraw {
  readonly due_date: IsoDate;
  readonly attempt: number;
  readonly amount_cents: Cents;
  /** The failed draw whose amount is presented again; null for a first presentment. */
  readonly retry_of: string | null;
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
  readonly isBankHoliday: IsHoliday;
}

const sum = (amounts: readonly { readonly amount_cents: Cents }[]): Cents => add(noMoney, ...amounts.map(({ amount_cents }) => amount_cents));

/**
 * Returns the draws to make on a day: the retries whose day has come, then one draw for each due date whose debit day has
 * come, oldest first; of the due dates that passed while the account was locked, one a day. None while banks are closed.
 */
export function drawsOnDay(facts: DebtFacts, day: IsoDate): readonly DueDraw[] {
  const { schedule, owed, inFlight, made, credits, isBankHoliday } = facts;
  if (!isBusinessDay(day, isBankHoliday)) return [];
  const reserved = reservedAmounts(made, credits, isBankHoliday);
  const numbered = numbering(made);
  const retried = retriesOnDay(facts, reserved, day);
  const retries = retried.map(({ due_date, amount_cents, retry }) => ({ due_date, attempt: numbered(due_date), amount_cents, retry_of: retry?.of ?? null }));
  const left = reserved.filter((amount) => !retried.includes(amount));
  let underway = add(inFlight, sum(retries));
  let mayDrawOneInArrears = mayDrawArrears(day, facts);
  let drawable = schedule;
  const first = dueDatesToDebit(schedule, day, isBankHoliday).flatMap((due_date) => {
    const inArrears = isInArrears(due_date, facts);
    if (inArrears && !mayDrawOneInArrears) {
      // No other draw of the day carries it.
      drawable = drawable.filter((entry) => dueDateOf(entry) !== due_date);
      return [];
    }
    const isDrawn = mayBeDrawn(
      made.filter((draw) => draw.due_date === due_date),
      day,
    );
    const kept = sum(left.filter((amount) => amount.due_date <= due_date));
    const amount_cents = drawAmount({ schedule: drawable, dueDate: due_date, owed, inFlight: underway, reserved: kept });
    if (!isDrawn || amount_cents === 0) return [];
    if (inArrears) mayDrawOneInArrears = false;
    underway = add(underway, amount_cents);
    return [{ due_date, attempt: numbered(due_date), amount_cents, retry_of: null }];
  });
  return [...retries, ...first];
}

/** Returns the retries whose day has come, oldest first. One is made whole or not at all: not while less than its amount is owed. */
function retriesOnDay({ schedule, owed, inFlight, isBankHoliday }: DebtFacts, reserved: readonly ReservedAmount[], day: IsoDate): readonly ReservedAmount[] {
  const lastDue = dueDatesToDebit(schedule, day, isBankHoliday).at(-1);
  if (lastDue === undefined) return [];
  const forGood = sum(reserved.filter(({ retry }) => retry === null));
  let left = subtract(subtract(smaller(dueBy(schedule, lastDue), owed), inFlight), forGood);
  return reserved
    .filter(({ retry }) => retry !== null && retry.on <= day)
    .filter(({ amount_cents }) => {
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
}

/**
 * Returns the debits of the `days` days after today if nothing is bought, returned or paid meanwhile. Purchases that are
 * now held are expected to have settled by then: `owed` must include them.
 */
export function upcomingDebits(facts: DebtFacts, today: IsoDate, days: number): readonly UpcomingDebit[] {
  let { inFlight, made } = facts;
  const debits: UpcomingDebit[] = [];
  for (let day = today; day <= addCalendarDays(today, days); day = addCalendarDays(day, 1)) {
    const draws = drawsOnDay({ ...facts, inFlight, made }, day);
    if (draws.length === 0) continue;
    const amount_cents = add(noMoney, ...draws.map((draw) => draw.amount_cents));
    inFlight = add(inFlight, amount_cents);
    made = [...made, ...draws.map((draw) => underwayOn(draw, day))];
    // Today's draws are not upcoming.
    if (day > today) debits.push({ debit_date: day, amount_cents, due_dates: draws.map((draw) => draw.due_date) });
  }
  return debits;
}

/** Returns an expected draw as one that is on its way. */
function underwayOn(draw: DueDraw, day: IsoDate): DrawAttempt {
  const isOpen = {
    status: 'pending',
    failure_code: null,
    failedOn: null,
    finished_at: null,
    uncollected_cents: null,
    credits_cents: null,
    cashback_cents: null,
  };
  return { ...draw, ...isOpen, id: `${draw.due_date} ${draw.attempt}`, debit_date: day };
}
