import { addCalendarDays, type IsoDate, startOfDay, utcDate } from '../basics/dates.ts';
import { salesHistory, salesWindowDays } from '../store/sales.ts';
import type { LeverFacts } from './leverFacts.ts';
import { type SpendingPowerInputs, spendingPower } from './spendingPower.ts';

/** A coming day, and what the rule finds on its beginning; null while nothing is sold by then. */
interface ComingDay {
  day: IsoDate;
  inputs: SpendingPowerInputs | null;
}

/** The coming days that were looked at so far: what raises a limit and what holds it down ask for the same ones of the same facts. */
const lookedAt = new WeakMap<LeverFacts, ComingDay[]>();

/** Yields the coming 90 days, with the rule run on the sales and returns known today and no others. */
function* comingDays(facts: LeverFacts): Generator<ComingDay> {
  const days = lookedAt.get(facts) ?? [];
  lookedAt.set(facts, days);
  for (let place = 0; place < salesWindowDays; place += 1) {
    const known = days[place] ?? comingDay(facts, addCalendarDays(utcDate(facts.now), place + 1));
    days[place] = known;
    yield known;
  }
}

function comingDay(facts: LeverFacts, day: IsoDate): ComingDay {
  const now = startOfDay(day);
  const sales = salesHistory(facts.movements, now, facts.shownSince);
  return { day, inputs: sales.gross_sales_cents > 0 ? spendingPower({ ...facts, sales, now }).inputs : null };
}

/** Returns the first coming day on which the rule finds what is asked for; null when it does on none of them, or nothing is known. */
function firstDayOf(facts: LeverFacts, isMet: (inputs: SpendingPowerInputs) => boolean): IsoDate | null {
  for (const { day, inputs } of comingDays(facts)) if (inputs !== null && isMet(inputs)) return day;
  return null;
}

/** Returns the first coming day on which refunds and chargebacks lower the advance rate no longer. */
export const returnsOrdinaryOn = (facts: LeverFacts): IsoDate | null =>
  firstDayOf(facts, (inputs) => inputs.advance_rate_basis_points === inputs.full_advance_rate_basis_points);

/** Returns the first coming day on which no month makes up too much of the sales. */
export const salesEvenOn = (facts: LeverFacts): IsoDate | null => firstDayOf(facts, (inputs) => inputs.concentration_basis_points === 10_000);
