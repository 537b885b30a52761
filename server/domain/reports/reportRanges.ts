import { addCalendarDays, type IsoDate, startOfDay, utcDate } from '../basics/dates.ts';
import { addMonths, monthOf, type Period, periodOfMonth } from '../basics/periods.ts';

/** The ranges that reports are asked for: presets that move with the day, and days picked from a calendar. All in UTC. */
export const rangePresets = {
  this_month: 'This month',
  last_month: 'Last month',
  last_90_days: 'Last 90 days',
  this_year: 'This year',
  last_12_months: 'Last 12 months',
} as const;

export type RangePreset = keyof typeof rangePresets;

/** The first and the last day of a range, both included. */
export interface DayRange {
  readonly first: IsoDate;
  readonly last: IsoDate;
}

/** A preset as of a day. It ends with that day, unless it is over already. */
export function presetRange(preset: RangePreset, today: IsoDate): DayRange {
  const month = monthOf(startOfDay(today));
  const firstOf = (monthsAgo: number) => utcDate(periodOfMonth(addMonths(month, -monthsAgo)).start);
  switch (preset) {
    case 'this_month':
      return { first: firstOf(0), last: today };
    case 'last_month':
      return { first: firstOf(1), last: addCalendarDays(firstOf(0), -1) };
    case 'last_90_days':
      return { first: addCalendarDays(today, -89), last: today };
    case 'this_year':
      return { first: firstOf(startOfDay(today).getUTCMonth()), last: today };
    case 'last_12_months':
      return { first: firstOf(11), last: today };
  }
}

/** The instants of a range of days, from the first instant of the first to the first after the last. */
export function periodOfDays({ first, last }: DayRange): Period {
  return { start: startOfDay(first), end: startOfDay(addCalendarDays(last, 1)) };
}
