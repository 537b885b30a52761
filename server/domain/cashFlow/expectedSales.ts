import { addCalendarDays, type IsoDate, laterDay } from '../basics/dates.ts';
import { type Cents, fraction } from '../basics/money.ts';
import { quantileOf } from './quantile.ts';
import { type SalesRecord, sameWeekdays } from './salesDays.ts';

/** The days of sales from which we expect further ones. With fewer, only what is known is shown. */
export const leastHistoryDays = 30;

/** The same weekdays that a day to come is expected to be like. */
const weekdaysTaken = 8;

/** The expected sales of a store on one day to come. */
export interface ExpectedDay {
  readonly date: IsoDate;
  /** The 20th percentile, the median and the 80th percentile of the samples. */
  readonly low_cents: Cents;
  readonly expected_cents: Cents;
  readonly high_cents: Cents;
  /** The number of days that it is expected from, at most eight. */
  readonly samples: number;
}

/**
 * Returns what a store sells on a day from today on, if it sells as it did: the median of the last eight same weekdays, and the range
 * from their 20th to their 80th percentile. Where a year is known, each of the eight is first carried to the season of the day.
 */
export function expectedSales(record: SalesRecord, day: IsoDate): ExpectedDay {
  const taken = sameWeekdays(record, day, weekdaysTaken);
  const samples = taken.map((date) => carriedToSeason(record, { date, day }));
  const at = (percent: number) => quantileOf(samples, percent);
  return { date: day, low_cents: at(20), expected_cents: at(50), high_cents: at(80), samples: samples.length };
}

/** A year of whole weeks, so that the days compared are the same weekdays. */
const yearDays = 364;
/** The days to each side of a day that its season is measured by: four weeks and the day itself would favor one weekday. */
const seasonSideDays = 14;
/** The most that the season may raise a sample, and the most it may lower one: a store that hardly sold a year ago tells nothing. */
const mostSeason = 3;

interface Carried {
  readonly date: IsoDate;
  readonly day: IsoDate;
}

/**
 * Returns what was sold on a past day, times what last year's four weeks around the day to come sold beside the four weeks around the
 * past day. Unchanged while less than a year is known, and where one of them sold nothing.
 */
function carriedToSeason(record: SalesRecord, { date, day }: Carried): Cents {
  const sold = record.soldOn(date);
  if (record.days < yearDays) return sold;
  const [before, after] = [seasonAround(record, date), seasonAround(record, day)];
  if (before === 0 || after === 0) return sold;
  if (after > fraction(before, mostSeason, 1)) return fraction(sold, mostSeason, 1);
  if (before > fraction(after, mostSeason, 1)) return fraction(sold, 1, mostSeason);
  return fraction(sold, after, before);
}

/** Returns what the four weeks around the same day of last year sold: the first four weeks of the record where that day is earlier. */
function seasonAround(record: SalesRecord, day: IsoDate): Cents {
  const wanted = addCalendarDays(day, -yearDays - seasonSideDays);
  const from = laterDay(wanted, record.first);
  return record.soldBetween(from, addCalendarDays(from, 2 * seasonSideDays));
}
