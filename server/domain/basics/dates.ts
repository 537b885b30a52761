import { DomainError } from './errors.ts';
import { madeOnce } from './madeOnce.ts';
import { listInWords } from './words.ts';
import { zoneFormats } from './zoneFormats.ts';

/**
 * Calendar days, business days and the two dates that follow from a purchase: its repayment date and the day the
 * bank is debited. A day is written `YYYY-MM-DD` and means the day in UTC; no rule here reads the machine's
 * clock or time zone.
 */
declare const isoDateBrand: unique symbol;
export type IsoDate = string & { readonly [isoDateBrand]: true };

/** Tells whether a day is a holiday. Weekends are not holidays: the rules below skip them separately. */
export type IsHoliday = (date: IsoDate) => boolean;

export const dayMs = 86_400_000;
export const hourMs = 3_600_000;
const ISO_DATE = /^\d{4}-\d{2}-\d{2}$/;

/** Tells whether a text is a `YYYY-MM-DD` day that exists in the calendar (2026-02-30 and 20260704 are not). */
export function isCalendarDay(text: string): text is IsoDate {
  // A day past the end of its month is read as one of the next.
  return hasFormOfDay(text) && new Date(text).getUTCDate() === Number(text.slice(8));
}

/** Reads a `YYYY-MM-DD` day. Throws a RangeError for anything else. */
export function isoDate(text: string): IsoDate {
  if (!isCalendarDay(text)) throw new RangeError(`not a calendar day: ${text}`);
  return text;
}

/** Returns the UTC day of an instant. Written by hand, because `toISOString` takes five times as long. */
export function utcDate(instant: Date): IsoDate {
  return calendarDay(`${instant.getUTCFullYear()}`.padStart(4, '0'), instant.getUTCMonth() + 1, instant.getUTCDate());
}

const dayFormats = zoneFormats({ year: 'numeric', month: '2-digit', day: '2-digit' });

/** Returns the day at an instant in a time zone (an IANA name). */
export function dayIn(timeZone: string, instant: Date): IsoDate {
  const [month, date, year] = dayFormats(timeZone).format(instant).split('/');
  return calendarDay(String(year), Number(month), Number(date));
}

/** Writes a day that a calendar gave, so it exists. Throws a RangeError when its year has not four digits. */
function calendarDay(year: string, month: number, date: number): IsoDate {
  const text = `${year}-${twoDigits(month)}-${twoDigits(date)}`;
  if (!hasFormOfDay(text)) throw new RangeError(`not a calendar day: ${text}`);
  return text;
}

const twoDigits = (part: number): string => (part < 10 ? `0${part}` : `${part}`);

function hasFormOfDay(text: string): text is IsoDate {
  return ISO_DATE.test(text);
}

/** Returns the first instant of a day, midnight UTC. */
export function startOfDay(date: IsoDate): Date {
  return new Date(date);
}

/** Returns the first instant of a day in whole seconds since 1970, the form that payment schedules use. */
export function epochSeconds(date: IsoDate): number {
  return startOfDay(date).getTime() / 1000;
}

/** Returns the UTC day of a number of seconds since 1970. */
export function dateOfSeconds(seconds: number): IsoDate {
  return utcDate(new Date(seconds * 1000));
}

/** Returns the day of the week in UTC, 0 for Sunday to 6 for Saturday. */
export function weekday(date: IsoDate): number {
  return startOfDay(date).getUTCDay();
}

/** Returns the day `days` calendar days later, or earlier when negative. Throws a RangeError for fractions. */
export function addCalendarDays(date: IsoDate, days: number): IsoDate {
  if (days === 0) return date;
  return utcDate(new Date(startOfDay(date).getTime() + wholeDays(days) * dayMs));
}

/** Returns the number of days from one day to another; negative when the other is earlier. */
export function daysBetween(from: IsoDate, to: IsoDate): number {
  return Math.round((startOfDay(to).getTime() - startOfDay(from).getTime()) / dayMs);
}

/** Returns the later of two days. */
export function laterDay(one: IsoDate, other: IsoDate): IsoDate {
  return one > other ? one : other;
}

/** Tells whether a day is a Saturday or a Sunday. */
export function isWeekend(date: IsoDate): boolean {
  const day = weekday(date);
  return day === 0 || day === 6;
}

/** Tells whether a day is neither on a weekend nor a holiday. */
export function isBusinessDay(date: IsoDate, isHoliday: IsHoliday): boolean {
  return !isWeekend(date) && !isHoliday(date);
}

/**
 * Returns the `days`-th business day after a date, or before it when negative; 0 returns the date itself, even when it is
 * no business day. The start date is never counted. Throws a RangeError for fractions.
 */
export function addBusinessDays(date: IsoDate, days: number, isHoliday: IsHoliday): IsoDate {
  const step = Math.sign(wholeDays(days));
  let day = date;
  for (let left = Math.abs(days); left > 0; ) {
    day = addCalendarDays(day, step);
    if (isBusinessDay(day, isHoliday)) left -= 1;
  }
  return day;
}

/**
 * Returns the day a purchase is to be repaid: the UTC day it was made plus the receiver's net terms, in calendar days or
 * in business days that skip weekends and federal holidays.
 * @throws DomainError `unknown_net_terms_type` for any other type, with the text people see.
 */
export function repaymentDate(createdAt: Date, netTerms: number, netTermsType: string, isHoliday: IsHoliday): IsoDate {
  const madeOn = utcDate(createdAt);
  if (netTermsType === 'calendar') return addCalendarDays(madeOn, netTerms);
  if (netTermsType === 'business') return addBusinessDays(madeOn, netTerms, isHoliday);
  throw new DomainError('unknown_net_terms_type', { type: netTermsType }, `Cannot compute due at for net terms type ${netTermsType}`);
}

export interface BankDebit {
  readonly date: IsoDate;
  /** Explains to the merchant why the debit runs later than the due date; null when it does not. */
  readonly reason: string | null;
}

/** Returns the day the bank is debited: the due date, or the first day after it on which banks are open. */
export function bankDebitDay(dueDate: IsoDate, isBankHoliday: IsHoliday): IsoDate {
  let date = dueDate;
  while (!isBusinessDay(date, isBankHoliday)) date = addCalendarDays(date, 1);
  return date;
}

/** Returns the day the bank is debited, and why it is not the due date. */
export function bankDebitDate(dueDate: IsoDate, isBankHoliday: IsHoliday): BankDebit {
  const date = bankDebitDay(dueDate, isBankHoliday);
  if (date === dueDate) return { date, reason: null };
  const closedDays: string[] = [];
  for (let closed = dueDate; closed < date; closed = addCalendarDays(closed, 1)) {
    closedDays.push(isWeekend(closed) ? dayInWords(closed) : `${dayInWords(closed)} (bank holiday)`);
  }
  return { date, reason: `Banks are closed on ${listInWords(closedDays)}: the debit runs on ${dayInWords(date)}.` };
}

const dayWithWeekday = madeOnce(() => new Intl.DateTimeFormat('en-US', { weekday: 'long', month: 'long', day: 'numeric', timeZone: 'UTC' }));

function dayInWords(date: IsoDate): string {
  return dayWithWeekday().format(startOfDay(date));
}

function wholeDays(days: number): number {
  if (!Number.isSafeInteger(days)) throw new RangeError(`not a whole number of days: ${days}`);
  return days;
}
