import { type IsoDate, isCalendarDay, utcDate } from '../basics/dates.ts';

/**
 * Identity of a business and its people: government ids, dates of birth, and contact data. Each rule returns a message in
 * the merchant's words, or null when the value is valid. Ids are checked for their structure only; the card issuer
 * finds out whether one was ever issued.
 */

/** First two digits that the tax authority gives out, as ranges. */
const einPrefixes = ['01-06', '10-16', '20-27', '30-48', '50-68', '71-77', '80-88', '90-95', '98-99'];

/** Fourth and fifth digit of the taxpayer numbers that begin with 9, as ranges. */
const itinMiddles = ['50-65', '70-88', '90-92', '94-99'];

/** Numbers once printed in advertisements; they belong to nobody. */
const advertisedSsns: ReadonlySet<string> = new Set(['078051120', '219099999']);

const EIN = /^\d{2}[- ]?\d{7}$/;
const SSN = /^\d{3}([- ]?)\d{2}\1\d{4}$/;

/** Returns nine digits without dashes or spaces, as they are stored and sent; returns other text trimmed. */
export function tidyGovernmentId(text: string): string {
  const trimmed = text.trim();
  return EIN.test(trimmed) || SSN.test(trimmed) ? trimmed.replace(/[- ]/g, '') : trimmed;
}

/** Checks the id of a business: its EIN, or the SSN of a sole proprietor. Nine bare digits may be either. */
export function businessIdProblem(text: string): string | null {
  if (text.trim() === '') return 'Enter the EIN, or the SSN of a sole proprietor.';
  const id = tidyGovernmentId(text);
  if (!/^\d{9}$/.test(id)) return 'Enter nine digits: an EIN such as 12-3456789, or the SSN of a sole proprietor.';
  const mayBeEin = EIN.test(text.trim()) && isAssignableEin(id);
  const mayBeSsn = SSN.test(text.trim()) && isAssignableSsn(id);
  return mayBeEin || mayBeSsn ? null : 'This is neither an EIN nor an SSN that can exist. Check the digits.';
}

/** Checks the id of a person: an SSN, or an ITIN for a person without one. */
export function personIdProblem(text: string): string | null {
  if (text.trim() === '') return 'Enter the SSN, or the ITIN of a person without one.';
  if (!SSN.test(text.trim())) return 'An SSN or ITIN has nine digits, such as 123-45-6789.';
  const id = tidyGovernmentId(text);
  return isAssignableSsn(id) || isAssignableItin(id) ? null : 'This is neither an SSN nor an ITIN that can exist. Check the digits.';
}

function isAssignableEin(digits: string): boolean {
  return mayBeEinPrefix(digits.slice(0, 2));
}

/** Tells whether the tax authority gives out EINs that begin with these two digits. */
export function mayBeEinPrefix(digits: string): boolean {
  return isInRanges(digits, einPrefixes);
}

/** Refuses area 000, 666 and 900 to 999, group 00, serial 0000, and advertised numbers. */
function isAssignableSsn(digits: string): boolean {
  return /^(?!000|666|9)\d{3}(?!00)\d{2}(?!0000)\d{4}$/.test(digits) && !advertisedSsns.has(digits);
}

function isAssignableItin(digits: string): boolean {
  return digits.startsWith('9') && isInRanges(digits.slice(3, 5), itinMiddles);
}

/** Compares as text: digits of equal length sort like numbers. */
function isInRanges(digits: string, ranges: readonly string[]): boolean {
  return ranges.some((range) => range.slice(0, 2) <= digits && digits <= range.slice(3));
}

const ageOfConsent = 18;
const maximumAge = 120;

/** Reads a MM/DD/YYYY day; null when it is not one. */
function readDateOfBirth(text: string): IsoDate | null {
  const [, month, day, year] = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(text.trim()) ?? [];
  const date = `${year}-${month}-${day}`;
  return isCalendarDay(date) ? date : null;
}

/** Checks a date of birth as MM/DD/YYYY: an existing day, of a living person who is 18 or over at `now` (by the UTC day). */
export function dateOfBirthProblem(text: string, now: Date): string | null {
  if (text.trim() === '') return 'Enter the date of birth.';
  const date = readDateOfBirth(text);
  if (date === null) return 'Enter the date of birth as MM/DD/YYYY, such as 04/23/1985.';
  const today = utcDate(now);
  if (date > today || date < yearsBefore(today, maximumAge)) return 'Check the year of birth.';
  return date <= yearsBefore(today, ageOfConsent) ? null : 'This person must be 18 or over.';
}

/** Returns the same day in an earlier year. It need not exist: days are compared as text. */
function yearsBefore(today: IsoDate, years: number): string {
  return `${String(Number(today.slice(0, 4)) - years).padStart(4, '0')}${today.slice(4)}`;
}

/** Returns a United States phone number, however it is written, as `+1` and ten digits; returns other text trimmed. */
export function tidyPhone(text: string): string {
  const [, digits] = /^(?:\+?1)?(\d{10})$/.exec(text.replace(/[\s().-]/g, '')) ?? [];
  return digits === undefined ? text.trim() : `+1${digits}`;
}

/** Checks `+1` and ten digits: neither the area code nor the exchange begins with 0 or 1 or is a service number (911). */
export function phoneProblem(text: string): string | null {
  if (text.trim() === '') return 'Enter the phone number.';
  const [, area, exchange] = /^\+1(\d{3})(\d{3})\d{4}$/.exec(text) ?? [];
  if (area === undefined || exchange === undefined) return 'Enter the phone number as +1 and 10 digits, such as +12125550142.';
  const exists = /^[2-9][0-8]\d$/.test(area) && !area.endsWith('11') && /^[2-9]\d\d$/.test(exchange) && !exchange.endsWith('11');
  return exists ? null : 'This phone number cannot exist. Check the digits.';
}

/** Returns a phone number of which only the last four digits can be read. */
export function coveredPhone(text: string): string {
  return `••• ••• ${text.slice(-4)}`;
}

const EMAIL = /^(?!\.)(?!.*\.\.)[^\s@<>()[\],;:"\\]{1,64}(?<!\.)@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z]{2,63}$/i;

/** Returns the problem with a typed email address, or null. */
export function emailProblem(text: string): string | null {
  const email = text.trim();
  if (email === '') return 'Enter the email address.';
  return email.length <= 254 && EMAIL.test(email) ? null : 'Enter an email address such as ana@example.com.';
}

const maximumNameLength = 100;

/** Tells whether a text contains line breaks or other control characters, which no form or envelope can show. */
export function hasControlSigns(text: string): boolean {
  return /\p{Cc}/u.test(text.trim());
}

/** Tells whether a text contains characters that turn the direction of writing: with them a name reads as another one. */
export function hasDirectionSigns(text: string): boolean {
  return /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/.test(text);
}

/** Checks a required name or other short text; `what` completes "Enter …", such as `the legal name of the business`. */
export function shortTextProblem(text: string, what: string): string | null {
  if (text.trim() === '') return `Enter ${what}.`;
  if (text.trim().length > maximumNameLength) return `Enter ${what} in at most ${maximumNameLength} characters.`;
  if (hasControlSigns(text)) return `Enter ${what} on one line.`;
  if (hasDirectionSigns(text)) return `Type ${what} again: it has characters that change the direction of writing.`;
  return /[\p{L}\p{N}]/u.test(text) ? null : `Enter ${what} in words.`;
}

/** Checks the first or last name of a person, in any script; `what` completes "Enter …". */
export function personNameProblem(text: string, what: string): string | null {
  return shortTextProblem(text, what) ?? (/\p{L}/u.test(text) ? null : `Enter ${what} in letters.`);
}
