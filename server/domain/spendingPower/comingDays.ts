import { addCalendarDays, type IsoDate, startOfDay, utcDate } from '../basics/dates.ts';
import { salesHistory, salesWindowDays } from '../store/sales.ts';
import type { LeverFacts } from './leverFacts.ts';
import { type SpendingPowerInputs, spendingPower } from './spendingPower.ts';

/**
 * Returns the first of the coming 90 days on whose beginning the rule finds what is asked for, run on the sales and returns known
 * today and no others; null when it does on none of them, or nothing is known.
 */
function firstDayOf(facts: LeverFacts, isMet: (inputs: SpendingPowerInputs) => boolean): IsoDate | null {
  const today = utcDate(facts.now);
  const days = Array.from({ length: salesWindowDays }, (_, place) => addCalendarDays(today, place + 1));
  const met = days.find((day) => {
    const now = startOfDay(day);
    const sales = salesHistory(facts.movements, now, facts.shownSince);
    return sales.gross_sales_cents > 0 && isMet(spendingPower({ ...facts, sales, now }).inputs);
  });
  return met ?? null;
}

/** Finds each day once for the same facts: what raises a limit and what holds it down ask for the same. */
function foundOnce(find: (facts: LeverFacts) => IsoDate | null): (facts: LeverFacts) => IsoDate | null {
  const found = new WeakMap<LeverFacts, { day: IsoDate | null }>();
  return (facts) => {
    const known = found.get(facts) ?? { day: find(facts) };
    found.set(facts, known);
    return known.day;
  };
}

/** Returns the first coming day on which refunds and chargebacks lower the advance rate no longer. */
export const returnsOrdinaryOn = foundOnce((facts) =>
  firstDayOf(facts, (inputs) => inputs.advance_rate_basis_points === inputs.full_advance_rate_basis_points),
);

/** Returns the first coming day on which no month makes up too much of the sales. */
export const salesEvenOn = foundOnce((facts) => firstDayOf(facts, (inputs) => inputs.concentration_basis_points === 10_000));
