import { addCalendarDays, type IsoDate, isCalendarDay, startOfDay, utcDate } from '../basics/dates.ts';
import { dayOutOfRange, filterDay } from '../basics/filterDay.ts';
import { addMonths, monthOf, type Period, periodOfMonth } from '../basics/periods.ts';

/** The presets of report ranges, which move with the day. Other ranges are picked from a calendar. All are in UTC. */
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

/** Returns the range of a preset on a day. It ends on that day, unless the preset ended earlier. */
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

/** A range as it was typed: its days may be incomplete or in the wrong order. */
export interface TypedRange {
  readonly first: string;
  readonly last: string;
}

/** Returns what is wrong with a typed range, for the reader; null when nothing is. */
export function rangeProblem({ first, last }: TypedRange): string | null {
  if (!isCalendarDay(first) || !isCalendarDay(last)) return 'Choose a first and a last day.';
  if (filterDay(first) === null || filterDay(last) === null) return dayOutOfRange;
  return last < first ? 'The last day lies before the first.' : null;
}

/** Returns the period of a range in which `rangeProblem` finds nothing wrong, from the start of the first day to the end of the last. */
export function periodOfDays({ first, last }: TypedRange): Period {
  // `rangeProblem` has checked that both are days.
  return { start: startOfDay(first as IsoDate), end: startOfDay(addCalendarDays(last as IsoDate, 1)) };
}
