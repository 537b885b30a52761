import { dayInMs, type IsoDate, isCalendarDay } from './dates.ts';

declare const viewDateBrand: unique symbol;

/**
 * The day a page is asked to show as today. It is no `Date` and no `IsoDate`, so that nothing which moves money can be
 * handed one: the server's own clock alone decides there.
 */
export interface ViewDate {
  readonly shown_now: Date;
  readonly [viewDateBrand]: true;
}

const ISO_INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/;
const tenYearsInMs = 3653 * dayInMs;

/** What a page shows when nothing else was asked for: the present. */
export function viewDate(now: Date): ViewDate {
  return { shown_now: now } as ViewDate;
}

/**
 * Reads the page's `now` parameter: a day (`2026-07-04`, midnight UTC) or an instant with its zone, at most ten years
 * from the present. Anything else, and no parameter at all, shows the present.
 */
export function readViewDate(parameter: string | null, now: Date): ViewDate {
  const asked = parameter === null ? null : readInstant(parameter);
  const isNear = asked !== null && Math.abs(asked.getTime() - now.getTime()) <= tenYearsInMs;
  return viewDate(isNear ? asked : now);
}

function readInstant(text: string): Date | null {
  const day = dayOf(text);
  if (day === null) return null;
  if (text === day) return new Date(`${day}T00:00:00Z`);
  const instant = new Date(ISO_INSTANT.test(text) ? text : Number.NaN);
  return Number.isNaN(instant.getTime()) ? null : instant;
}

function dayOf(text: string): IsoDate | null {
  const day = text.slice(0, 10);
  return isCalendarDay(day) ? day : null;
}
