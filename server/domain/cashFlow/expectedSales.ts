import { addCalendarDays, type IsoDate, laterDay } from '../basics/dates.ts';
import { add, type Cents, fraction, larger, smaller } from '../basics/money.ts';
import { type SalesRecord, sameWeekdays } from './salesDays.ts';

/** The days of sales from which we expect further ones. With fewer, only what is known is shown. */
export const leastHistoryDays = 30;

/** The same weekdays that a day to come is expected to be like. Of five days that are alike, one lies between the four others in three of five cases. */
export const weekdaysTaken = 4;

/** The expected sales of a store on one day to come. */
export interface ExpectedDay {
  readonly date: IsoDate;
  /** The least, the mean and the most of the days that it is expected to be like. */
  readonly low_cents: Cents;
  readonly expected_cents: Cents;
  readonly high_cents: Cents;
}

/**
 * Returns what a store of at least `leastHistoryDays` sells on a day from today on, if it sells as it did: the mean of the last four same
 * weekdays, and the range between the least and the most of them. Where a year is known, each is first carried to the season of the day.
 */
export function expectedSales(record: SalesRecord, day: IsoDate): ExpectedDay {
  const [first, ...others] = sameWeekdays(record, day, weekdaysTaken).map((date) => carriedToSeason(record, { date, day }));
  if (first === undefined) throw new RangeError(`No day of sales is like ${day}`);
  return {
    date: day,
    low_cents: others.reduce(smaller, first),
    expected_cents: fraction(add(first, ...others), 1, others.length + 1),
    high_cents: others.reduce(larger, first),
  };
}

/** A year of whole weeks, so that the days compared are the same weekdays. */
const yearDays = 364;
/** How many days around a day of last year are its season: four weeks to each side. With fewer, chance moves what is expected of a store without a season. */
const seasonDays = 56;
/** The most that the season may raise an amount, and the most it may lower one: a store that hardly sold a year ago tells nothing. */
const mostSeason = 3;

/** Tells whether what is expected of a store follows the season of the year before. */
export const isSeasonKnown = ({ days }: Pick<SalesRecord, 'days'>): boolean => days >= yearDays;

interface Carried {
  readonly date: IsoDate;
  readonly day: IsoDate;
}

/** Returns what was sold on a past day as the year before went from its season to that of the day to come; unchanged where one of them sold nothing. */
function carriedToSeason(record: SalesRecord, { date, day }: Carried): Cents {
  const sold = record.soldOn(date);
  if (!isSeasonKnown(record)) return sold;
  const [before, after] = [seasonAround(record, date), seasonAround(record, day)];
  if (before === 0 || after === 0) return sold;
  if (after > fraction(before, mostSeason, 1)) return fraction(sold, mostSeason, 1);
  if (before > fraction(after, mostSeason, 1)) return fraction(sold, 1, mostSeason);
  return fraction(sold, after, before);
}

/** Returns what the eight weeks around the same day of last year sold: the first eight of the record where that day is earlier. */
function seasonAround(record: SalesRecord, day: IsoDate): Cents {
  const wanted = addCalendarDays(day, -yearDays - seasonDays / 2);
  const from = laterDay(wanted, record.first);
  return record.soldBetween(from, addCalendarDays(from, seasonDays));
}
