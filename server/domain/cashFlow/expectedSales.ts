import { addCalendarDays, type IsoDate, laterDay } from '../basics/dates.ts';
import { add, type Cents, fraction } from '../basics/money.ts';
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
 * from their 20th to their 80th percentile. Each of the eight is first carried to the season of the day, where a year is known, and to
 * the level of the last four weeks, where that has clearly risen or fallen.
 */
export function expectedSales(record: SalesRecord, day: IsoDate): ExpectedDay {
  const taken = sameWeekdays(record, day, weekdaysTaken);
  const level = levelOf(record);
  const samples = taken.map((date) => carriedToLevel(carriedToSeason(record, { date, day }), level));
  const at = (percent: number) => quantileOf(samples, percent);
  return { date: day, low_cents: at(20), expected_cents: at(50), high_cents: at(80), samples: samples.length };
}

/** A year of whole weeks, so that the days compared are the same weekdays. */
const yearDays = 364;
const fourWeeks = 28;
/** The most that the season may raise an amount, and the most it may lower one: a store that hardly sold a year ago tells nothing. */
const mostSeason = 3;

/** Sales of two periods a year ago. */
interface Season {
  readonly before: Cents;
  readonly after: Cents;
}

/** Returns an amount of one time carried to another, as the year before went from the one to the other; unchanged where one of them sold nothing. */
function carried(amount: Cents, { before, after }: Season): Cents {
  if (before === 0 || after === 0) return amount;
  if (after > fraction(before, mostSeason, 1)) return fraction(amount, mostSeason, 1);
  if (before > fraction(after, mostSeason, 1)) return fraction(amount, 1, mostSeason);
  return fraction(amount, after, before);
}

interface Carried {
  readonly date: IsoDate;
  readonly day: IsoDate;
}

/** Returns what was sold on a past day, carried from its season to that of the day to come. Unchanged while less than a year is known. */
function carriedToSeason(record: SalesRecord, { date, day }: Carried): Cents {
  const sold = record.soldOn(date);
  if (record.days < yearDays) return sold;
  return carried(sold, { before: seasonAround(record, date), after: seasonAround(record, day) });
}

/** Returns what the four weeks around the same day of last year sold, two to each side: the first four weeks of the record where that day is earlier. */
function seasonAround(record: SalesRecord, day: IsoDate): Cents {
  const wanted = addCalendarDays(day, -yearDays - fourWeeks / 2);
  const from = laterDay(wanted, record.first);
  return record.soldBetween(from, addCalendarDays(from, fourWeeks));
}

/** Sales of the last four weeks, and of the four before them, scaled to the season of the last. */
interface Level {
  readonly last: Cents;
  readonly before: Cents;
}

/** By how much more or less a store has to sell than before for its level to have changed, in percent: smaller moves are chance. */
const clearChange = 15;

/** Returns how a store's level has changed; null where it has not, or where that is not known: in its first eight weeks, and after four without sales. */
function levelOf(record: SalesRecord): Level | null {
  if (record.days < 2 * fourWeeks) return null;
  const soldAgo = (days: number) => record.soldBetween(addCalendarDays(record.today, -days - fourWeeks), addCalendarDays(record.today, -days));
  const isYearKnown = record.days >= yearDays + 2 * fourWeeks;
  const [last, older] = [soldAgo(0), soldAgo(fourWeeks)];
  const before = isYearKnown ? carried(older, { before: soldAgo(yearDays + fourWeeks), after: soldAgo(yearDays) }) : older;
  const isClear = last > fraction(before, 100 + clearChange, 100) || before > fraction(last, 100 + clearChange, 100);
  return last > 0 && before > 0 && isClear ? { last, before } : null;
}

/** Returns a sample of the eight weeks, which sold as much as their two halves on average, as the last half would have sold it. */
function carriedToLevel(sample: Cents, level: Level | null): Cents {
  return level === null ? sample : fraction(sample, add(level.last, level.last), add(level.last, level.before));
}
