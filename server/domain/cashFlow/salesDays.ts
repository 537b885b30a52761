import { addCalendarDays, daysBetween, type IsoDate } from '../basics/dates.ts';
import { add, type Cents, noMoney, subtract } from '../basics/money.ts';

/** The sales of a store on one day, before returns. */
export interface SalesDay {
  readonly date: IsoDate;
  readonly sold_cents: Cents;
}

/** A store's days of sales that are over, without a gap. */
export interface SalesRecord {
  /** The first day on which sales are known. */
  readonly first: IsoDate;
  /** The first day that is not over yet. */
  readonly today: IsoDate;
  /** The number of days from the first until before today. */
  readonly days: number;
  /** Returns what was sold on a day; nothing on a day outside the record. */
  readonly soldOn: (date: IsoDate) => Cents;
  /** Returns what was sold from a day until before another one. */
  readonly soldBetween: (from: IsoDate, until: IsoDate) => Cents;
}

/** Lines up the days of sales before today. A day between two of them without an entry sold nothing. */
export function salesRecord(sold: readonly SalesDay[], first: IsoDate, today: IsoDate): SalesRecord {
  const days = Math.max(0, daysBetween(first, today));
  const amounts: Cents[] = Array.from({ length: days }, () => noMoney);
  for (const { date, sold_cents } of sold) {
    const place = daysBetween(first, date);
    if (place >= 0 && place < days) amounts[place] = add(amounts[place] ?? noMoney, sold_cents);
  }
  const sums: Cents[] = [noMoney];
  for (const amount of amounts) sums.push(add(sums.at(-1) ?? noMoney, amount));
  const place = (date: IsoDate) => Math.min(Math.max(0, daysBetween(first, date)), days);
  return {
    first: days === 0 ? today : first,
    today,
    days,
    soldOn: (date) => amounts[daysBetween(first, date)] ?? noMoney,
    soldBetween: (from, until) => subtract(sums[place(until)] ?? noMoney, sums[place(from)] ?? noMoney),
  };
}

/** Returns the last `count` days before today that are the same weekday as a day to come, the newest first; none before the record. */
export function sameWeekdays({ first, today }: Pick<SalesRecord, 'first' | 'today'>, day: IsoDate, count: number): readonly IsoDate[] {
  const ahead = daysBetween(today, day);
  const newest = addCalendarDays(day, -7 * (Math.floor(ahead / 7) + 1));
  return Array.from({ length: count }, (_, week) => addCalendarDays(newest, -7 * week)).filter((date) => date >= first);
}
