import { addCalendarDays, dayIn, hourMs, type IsoDate, isoDate, startOfDay, weekday } from '../../basics/dates.ts';
import type { LimitKind } from './controls.ts';

/** The periods of a card's limits, in the time zone of its program. A week begins on Monday. */

export const periodKinds = ['day', 'week', 'month', 'year'] as const;

export type PeriodKind = (typeof periodKinds)[number];

/** The instants at which the present periods began. */
export type PeriodStarts = Readonly<Record<PeriodKind, Date>>;

/** The period of each limit; null for the limits that have none. */
const periodOfLimit: Readonly<Record<LimitKind, PeriodKind | null>> = {
  per_purchase: null,
  per_day: 'day',
  per_week: 'week',
  per_month: 'month',
  per_year: 'year',
  in_all: null,
};

/** Returns the first instant of a day in a time zone. Where clocks skip midnight it is the hour after. */
export function startOfDayIn(timeZone: string, date: IsoDate): Date {
  // Zones are at most 14 hours ahead of UTC and 12 behind. Their clocks are moved on quarters of an hour.
  const from = startOfDay(date).getTime() - 15 * hourMs;
  let [before, after] = [0, 28 * 4];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (dayIn(timeZone, new Date(from + middle * quarterMs)) < date) before = middle;
    else after = middle;
  }
  return new Date(from + after * quarterMs);
}

const quarterMs = hourMs / 4;

/** Returns the midnight that ends the present day in a time zone, or the day so many days later. */
export function endOfDayIn(timeZone: string, now: Date, daysLater = 0): Date {
  return startOfDayIn(timeZone, addCalendarDays(dayIn(timeZone, now), daysLater + 1));
}

/**
 * Returns the instants at which the present day, week, month and year began in a time zone. They are kept until the day ends,
 * because a decision about a purchase needs them of every program.
 */
export function periodStarts(timeZone: string, now: Date): PeriodStarts {
  const kept = keptStarts.get(timeZone);
  if (kept && kept.starts.day <= now && now < kept.until) return kept.starts;
  const first = (kind: PeriodKind) => startOfDayIn(timeZone, firstDay(kind, dayIn(timeZone, now)));
  const starts = { day: first('day'), week: first('week'), month: first('month'), year: first('year') };
  keptStarts.set(timeZone, { starts, until: endOfDayIn(timeZone, now) });
  return starts;
}

const keptStarts = new Map<string, { starts: PeriodStarts; until: Date }>();

/** Returns when the period of a limit begins anew; null for a limit without one. */
export function renewalOf(limit: LimitKind, timeZone: string, now: Date): Date | null {
  const kind = periodOfLimit[limit];
  if (kind === null) return null;
  // This many days later it is the next period, and never the one after that.
  const later = { day: 1, week: 7, month: 31, year: 366 }[kind];
  return startOfDayIn(timeZone, firstDay(kind, addCalendarDays(firstDay(kind, dayIn(timeZone, now)), later)));
}

function firstDay(kind: PeriodKind, date: IsoDate): IsoDate {
  switch (kind) {
    case 'day':
      return date;
    case 'week':
      return addCalendarDays(date, -((weekday(date) + 6) % 7));
    case 'month':
      return isoDate(`${date.slice(0, 7)}-01`);
    case 'year':
      return isoDate(`${date.slice(0, 4)}-01-01`);
  }
}
