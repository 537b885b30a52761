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

/** Returns the first coming day on which refunds and chargebacks lower the advance rate no longer. */
export const returnsOrdinaryOn = (facts: LeverFacts): IsoDate | null =>
  firstDayOf(facts, (inputs) => inputs.advance_rate_basis_points === inputs.full_advance_rate_basis_points);

/** Returns the first coming day on which no month makes up too much of the sales. */
export const salesEvenOn = (facts: LeverFacts): IsoDate | null => firstDayOf(facts, (inputs) => inputs.concentration_basis_points === 10_000);
