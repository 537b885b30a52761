import { addCalendarDays, daysBetween, type IsoDate, utcDate } from '../basics/dates.ts';
import { add, type Cents, fraction, magnitude, noMoney, subtract } from '../basics/money.ts';

/**
 * Subscriptions among the purchases with one merchant. Three or more charges in a row count as one when each follows the one before
 * it by the same rhythm: a week, give or take a day; a month, give or take three days; a year, give or take seven. Each amount lies
 * within 10 % of the one before it, or makes a step, to no less than half and no more than twice, after two equal charges. A merchant
 * whose charges do not all fit may still have subscriptions: those of exactly one amount. A subscription whose next charge is
 * overdue by more than its grace has ended.
 */

export const rhythms = ['weekly', 'monthly', 'yearly'] as const;
export type Rhythm = (typeof rhythms)[number];

const rules: Readonly<Record<Rhythm, { toleranceDays: number; graceDays: number; timesInAYear: number }>> = {
  weekly: { toleranceDays: 1, graceDays: 3, timesInAYear: 52 },
  monthly: { toleranceDays: 3, graceDays: 7, timesInAYear: 12 },
  yearly: { toleranceDays: 7, graceDays: 30, timesInAYear: 1 },
};

const fewestCharges = 3;

/** How far back charges are read: three yearly charges, with tolerances and grace. */
export const subscriptionDays = 800;

/** A merchant with more purchases than this in that time is bought from, not subscribed to. */
export const maximumCharges = 300;

/** A purchase, by its day in UTC. */
export interface Charge {
  readonly day: IsoDate;
  readonly amount_cents: Cents;
}

interface PriceRise {
  readonly from_cents: Cents;
  readonly to_cents: Cents;
  /** The day of the first charge at the new price. */
  readonly since: IsoDate;
  /** The cost of the rise in a year. */
  readonly yearly_cents: Cents;
}

export interface Subscription {
  readonly rhythm: Rhythm;
  /** The latest charge. */
  readonly amount_cents: Cents;
  readonly yearly_cents: Cents;
  readonly first_on: IsoDate;
  readonly last_on: IsoDate;
  readonly next_on: IsoDate;
  readonly count: number;
  readonly charged_cents: Cents;
  /** The merchant charges other amounts beside it. */
  readonly is_one_of_several: boolean;
  readonly rise: PriceRise | null;
}

/** Returns the subscriptions with a merchant that have not ended, by all purchases there, the oldest first. */
export function subscriptionsOf(charges: readonly Charge[], today: IsoDate): readonly Subscription[] {
  return openRuns(charges, today).map(describe);
}

/** Returns the charges to come of those subscriptions, until before a day: at the latest amount, an overdue one today. */
export function chargesAhead(charges: readonly Charge[], { today, until }: { today: IsoDate; until: IsoDate }): readonly Charge[] {
  return openRuns(charges, today).flatMap((run) => {
    const ahead: Charge[] = [];
    for (let place = 0; dayAhead(run, place) < until; place += 1) {
      const day = dayAhead(run, place);
      ahead.push({ day: day < today ? today : day, amount_cents: run.last.amount_cents });
    }
    return ahead;
  });
}

function openRuns(charges: readonly Charge[], today: IsoDate): readonly Run[] {
  const whole = latestRun(charges, false);
  const byAmount = whole === null ? [...Map.groupBy(charges, ({ amount_cents }) => amount_cents).values()] : [];
  const runs = [whole, ...byAmount.map((equal) => latestRun(equal, true))].filter((run) => run !== null);
  return runs.filter((run) => today <= addCalendarDays(nextDay(run), rules[run.rhythm].graceDays));
}

interface Run {
  readonly rhythm: Rhythm;
  readonly charges: readonly [Charge, ...Charge[]];
  readonly last: Charge;
  readonly isOneOfSeveral: boolean;
}

/** Returns the longest run of charges with a rhythm that ends with the latest one; null without one. */
function latestRun(charges: readonly Charge[], isOneOfSeveral: boolean): Run | null {
  for (const rhythm of rhythms) {
    let start = charges.length - 1;
    while (start > 0 && follows(charges, start, rhythm)) start -= 1;
    // A charge on the day of the first one is not of the run, but would be among the rows of its days.
    if (start > 0 && charges[start - 1]?.day === charges[start]?.day) start += 1;
    const [first, ...rest] = charges.slice(start);
    const last = rest.at(-1);
    if (first !== undefined && last !== undefined && rest.length + 1 >= fewestCharges) return { rhythm, charges: [first, ...rest], last, isOneOfSeveral };
  }
  return null;
}

/** Decides whether the charge at a place follows the one before it by a rhythm and in its amount. */
function follows(charges: readonly Charge[], place: number, rhythm: Rhythm): boolean {
  const [two, one, charge] = [charges[place - 2], charges[place - 1], charges[place]];
  if (one === undefined || charge === undefined) return false;
  const late = Math.abs(daysBetween(after(one.day, rhythm), charge.day));
  return late <= rules[rhythm].toleranceDays && (isInBand(one, charge) || (two?.amount_cents === one.amount_cents && isStep(one, charge)));
}

const isInBand = ({ amount_cents: one }: Charge, { amount_cents: next }: Charge) => magnitude(subtract(next, one)) <= fraction(one, 1, 10);

const isStep = ({ amount_cents: one }: Charge, { amount_cents: next }: Charge) => next <= add(one, one) && one <= add(next, next);

function describe(run: Run): Subscription {
  const { rhythm, charges, last, isOneOfSeveral } = run;
  return {
    rhythm,
    amount_cents: last.amount_cents,
    yearly_cents: inAYear(last.amount_cents, rhythm),
    first_on: charges[0].day,
    last_on: last.day,
    next_on: nextDay(run),
    count: charges.length,
    charged_cents: add(noMoney, ...charges.map(({ amount_cents }) => amount_cents)),
    is_one_of_several: isOneOfSeveral,
    rise: priceRise(run),
  };
}

/** Returns the latest rise of the price: from one that was charged at least twice to the one that is charged since. */
function priceRise({ rhythm, charges, last }: Run): PriceRise | null {
  const before = charges.findLastIndex(({ amount_cents }) => amount_cents !== last.amount_cents);
  const [older, old, since] = [charges[before - 1], charges[before], charges[before + 1]];
  if (old === undefined || since === undefined || older?.amount_cents !== old.amount_cents || old.amount_cents >= last.amount_cents) return null;
  const yearly_cents = inAYear(subtract(last.amount_cents, old.amount_cents), rhythm);
  return { from_cents: old.amount_cents, to_cents: last.amount_cents, since: since.day, yearly_cents };
}

const inAYear = (amount: Cents, rhythm: Rhythm) => fraction(amount, rules[rhythm].timesInAYear, 1);

/** Returns the next expected day: of a monthly or yearly one on the day of the month on which most charges fell. */
function nextDay({ rhythm, charges, last }: Run): IsoDate {
  const next = after(last.day, rhythm);
  if (rhythm === 'weekly') return next;
  const usual = usualDayOfMonth(charges);
  // The usual day of the month that lies nearest: a charge on the first may have slipped to the end of the month before.
  const [nearest = next] = [-1, 0, 1]
    .map((months) => dayOfMonth(next, months, usual))
    .toSorted((one, other) => Math.abs(daysBetween(one, next)) - Math.abs(daysBetween(other, next)));
  return nearest;
}

/** Returns the day of the charge that comes `place` charges after the next one. */
function dayAhead(run: Run, place: number): IsoDate {
  const next = nextDay(run);
  if (run.rhythm === 'weekly') return addCalendarDays(next, 7 * place);
  return dayOfMonth(next, place * (run.rhythm === 'monthly' ? 1 : 12), usualDayOfMonth(run.charges));
}

function usualDayOfMonth(charges: readonly Charge[]): number {
  const counts = Map.groupBy(charges, ({ day }) => Number(day.slice(8)));
  const [most] = [...counts].toSorted(([day, one], [otherDay, other]) => other.length - one.length || otherDay - day);
  return most?.[0] ?? 1;
}

function after(day: IsoDate, rhythm: Rhythm): IsoDate {
  return rhythm === 'weekly' ? addCalendarDays(day, 7) : dayOfMonth(day, rhythm === 'monthly' ? 1 : 12, Number(day.slice(8)));
}

/** Returns a day of the month that lies `months` months after a day's; the last one of a shorter month. */
function dayOfMonth(day: IsoDate, months: number, wanted: number): IsoDate {
  const [year, month] = [Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1 + months];
  const lastOfMonth = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return utcDate(new Date(Date.UTC(year, month, Math.min(wanted, lastOfMonth))));
}
