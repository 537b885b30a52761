import { dayMs, isCalendarDay, startOfDay } from '../basics/dates.ts';

declare const viewDateBrand: unique symbol;

/**
 * The instant that a page shows as the present. It is neither a `Date` nor an `IsoDate`, so that it cannot be passed to
 * code that moves money: only the server's own clock decides there.
 */
export interface ViewDate {
  readonly shown_now: Date;
  readonly [viewDateBrand]: true;
}

const ISO_INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/;
const tenYearsMs = 3653 * dayMs;

/**
 * Reads the page's `now` parameter: a day (`2026-07-04`, its first instant in UTC) or an instant with its zone, at most
 * ten years from the present. Anything else, and no parameter at all, shows the present.
 */
export function readViewDate(parameter: string | null, present: Date): ViewDate {
  const asked = parameter === null ? null : readInstant(parameter);
  const isNear = asked !== null && Math.abs(asked.getTime() - present.getTime()) <= tenYearsMs;
  return { shown_now: isNear ? asked : present } as ViewDate;
}

function readInstant(text: string): Date | null {
  const day = text.slice(0, 10);
  if (!isCalendarDay(day)) return null;
  if (text === day) return startOfDay(day);
  const instant = new Date(ISO_INSTANT.test(text) ? text : Number.NaN);
  return Number.isNaN(instant.getTime()) ? null : instant;
}
