import { dayMs, utcDate } from './dates.ts';
import { DomainError } from './errors.ts';
import { madeOnce } from './madeOnce.ts';

/** A period that a report covers: half-open in UTC, `start` ≤ t < `end`, so that each row is in exactly one of adjacent periods. */
export interface Period {
  readonly start: Date;
  readonly end: Date;
}

/** Tells whether an instant is in a period; its end is not. */
export function contains(period: Period, instant: Date): boolean {
  return period.start.getTime() <= instant.getTime() && instant.getTime() < period.end.getTime();
}

/** Returns the part of a period that is made of whole days (UTC), or null for a period within which no day begins and ends. */
export function wholeDaysOf({ start, end }: Period): Period | null {
  const firstMs = Math.ceil(start.getTime() / dayMs) * dayMs;
  const lastMs = Math.floor(end.getTime() / dayMs) * dayMs;
  return firstMs < lastMs ? { start: new Date(firstMs), end: new Date(lastMs) } : null;
}

declare const monthBrand: unique symbol;

/** A calendar month in UTC, written `YYYY-MM`. */
export type Month = string & { readonly [monthBrand]: true };

/** The form of a month. */
export const monthPattern = /^\d{4}-(0[1-9]|1[0-2])$/;
export const monthReason = 'A month is written YYYY-MM, such as 2026-07.';

/** Reads a `YYYY-MM` month. @throws DomainError `invalid_request` for anything else. */
export function readMonth(text: string): Month {
  if (!isMonth(text)) throw new DomainError('invalid_request', { reason: monthReason });
  return text;
}

/** Tells whether a text is a `YYYY-MM` month. */
export function isMonth(text: string): text is Month {
  return monthPattern.test(text);
}

/** Returns the UTC month of an instant. */
export function monthOf(instant: Date): Month {
  return readMonth(utcDate(instant).slice(0, 7));
}

/** Returns the month so many months later, or earlier for a negative number. */
export function addMonths(month: Month, months: number): Month {
  const first = firstInstant(month);
  return monthOf(new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + months, 1)));
}

/** Returns the period from the first instant of a month to the first instant of the next. */
export function periodOfMonth(month: Month): Period {
  return { start: firstInstant(month), end: firstInstant(addMonths(month, 1)) };
}

/** Returns the current month and the eleven before it, newest first. */
export function lastTwelveMonths(now: Date): readonly Month[] {
  return Array.from({ length: 12 }, (_, monthsAgo) => addMonths(monthOf(now), -monthsAgo));
}

/** Returns the first instant of these twelve months. */
export function startOfTwelveMonths(now: Date): Date {
  return firstInstant(addMonths(monthOf(now), -11));
}

const monthAndYear = madeOnce(() => new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' }));

/** `July 2026`. */
export function formatMonth(month: Month): string {
  return monthAndYear().format(firstInstant(month));
}

function firstInstant(month: Month): Date {
  return new Date(`${month}-01T00:00:00Z`);
}
