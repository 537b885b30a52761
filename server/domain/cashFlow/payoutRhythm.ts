import { addBusinessDays, addCalendarDays, bankDebitDay, daysBetween, type IsHoliday, type IsoDate, weekday } from '../basics/dates.ts';
import { add, type Cents, fraction, larger, magnitude, noMoney, smaller, subtract } from '../basics/money.ts';
import type { SalesRecord } from './salesDays.ts';

/** How a store's processor pays out what was sold: when, and how much of it. */

/** A payout that the platform lists. */
export interface ListedPayout {
  readonly date: IsoDate;
  readonly amount_cents: Cents;
}

export interface PayoutRhythm {
  /** Whether it was read off the payouts so far, or is the usual one of the platform. */
  readonly source: 'payouts' | 'platform';
  /** How many days after a sale it can be paid out, and whether only banking days count. */
  readonly lag_days: number;
  readonly counts: 'calendar' | 'banking';
  /** The weekdays on which payouts are made, 0 for Sunday to 6. */
  readonly weekdays: readonly number[];
  /** The part of sales that is paid out after fees and returns, in basis points. */
  readonly share: number;
}

const everyWeekday: readonly number[] = [0, 1, 2, 3, 4, 5, 6];
const wholeShare = 10_000;

/** The usual fee of card processing, in basis points, where the payouts so far do not tell it. */
const usualFee = 300;

/** The days that platforms usually take, in banking days: what they publish for the United States. */
const usualDays: ReadonlyMap<string, number> = new Map([
  ['SHOPIFY', 2],
  ['BIGCOMMERCE', 2],
  ['BIG_COMMERCE', 2],
  ['WOO_COMMERCE', 2],
  ['STRIPE', 2],
  ['SQUARE', 1],
  // It settles every two weeks.
  ['AMAZON', 10],
]);
/** Of a platform that is not listed above. */
const otherDays = 3;

/**
 * Returns the usual rhythm of a store's platform; of several stores the slowest.
 * @param returned what went back to buyers of the sales so far.
 */
export function usualRhythm(platforms: readonly string[], { sold, returned }: { readonly sold: Cents; readonly returned: Cents }): PayoutRhythm {
  const lag_days = Math.max(...platforms.map((platform) => usualDays.get(platform) ?? otherDays), platforms.length === 0 ? otherDays : 0);
  const share = Math.max(0, wholeShare - usualFee - shareOf(smaller(returned, sold), sold));
  return { source: 'platform', lag_days, counts: 'banking', weekdays: everyWeekday, share };
}

/** The fewest payouts that tell how a processor pays; fewer may be chance. */
const leastPayouts = 4;
/** The longest lag that is looked for, in days. */
const longestLag = 14;
/** How far back payouts are compared with the sales before them. */
const comparedDays = 91;

/**
 * Returns the rhythm that explains the payouts of the last quarter best: they are made on the weekdays on which there were any, and the
 * lag is the one that brings the sales nearest to each payout. Null with fewer than four payouts, or nothing sold before them.
 */
export function rhythmOf(payouts: readonly ListedPayout[], record: SalesRecord): PayoutRhythm | null {
  const since = addCalendarDays(record.today, -comparedDays);
  const known = payouts
    .filter(({ date }) => date >= since && date < record.today && daysBetween(record.first, date) > longestLag)
    .toSorted((one, other) => (one.date < other.date ? -1 : 1));
  if (known.length < leastPayouts) return null;
  const weekdays = [...new Set(known.map(({ date }) => weekday(date)))].toSorted((one, other) => one - other);
  const fits = Array.from({ length: longestLag + 1 }, (_, lag_days) => fitOf(known, record, lag_days)).filter(({ sold }) => sold > 0);
  const [best] = fits.toSorted((one, other) => one.missed - other.missed || one.lag_days - other.lag_days);
  if (best === undefined) return null;
  return { source: 'payouts', lag_days: best.lag_days, counts: 'calendar', weekdays, share: Math.min(wholeShare, shareOf(best.paid, best.sold)) };
}

interface Fit {
  readonly lag_days: number;
  readonly sold: Cents;
  readonly paid: Cents;
  /** The sum of what each payout is off the sales that it would pay by this lag. */
  readonly missed: number;
}

/** Compares each payout but the first with the sales that it pays if those of up to `lag_days` before it are in it. */
function fitOf(known: readonly ListedPayout[], record: SalesRecord, lag_days: number): Fit {
  const parts = known.slice(1).map(({ date, amount_cents }, place) => {
    const from = addCalendarDays(known[place]?.date ?? date, 1 - lag_days);
    return { paid: amount_cents, sold: record.soldBetween(from, addCalendarDays(date, 1 - lag_days)) };
  });
  const sold = add(noMoney, ...parts.map((part) => part.sold));
  const paid = add(noMoney, ...parts.map((part) => part.paid));
  if (sold <= 0) return { lag_days, sold, paid, missed: Number.POSITIVE_INFINITY };
  const missed = add(noMoney, ...parts.map((part) => magnitude(subtract(part.paid, fraction(part.sold, paid, sold)))));
  return { lag_days, sold, paid, missed };
}

const shareOf = (part: Cents, whole: Cents): number => (whole <= 0 ? 0 : Number(fraction(larger(part, noMoney), wholeShare, whole)));

/** Returns the day on which the sales of a day arrive at the bank. */
export function payoutDay(sale: IsoDate, { lag_days, counts, weekdays }: PayoutRhythm, isBankHoliday: IsHoliday): IsoDate {
  let paid = counts === 'banking' ? addBusinessDays(sale, lag_days, isBankHoliday) : addCalendarDays(sale, lag_days);
  while (!weekdays.includes(weekday(paid))) paid = addCalendarDays(paid, 1);
  return bankDebitDay(paid, isBankHoliday);
}
