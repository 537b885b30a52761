import { mayBeEinPrefix } from './identity.ts';

/** Formats of government ids while they are typed. Each keeps at most nine digits and puts dashes where they belong. */

const digitsOf = (text: string) => text.replace(/\D/g, '').slice(0, 9);

/** Joins the digits, split after the given places, by dashes: no dash stands at the end. */
function dashed(digits: string, ...places: readonly number[]): string {
  const starts = [0, ...places];
  return starts
    .map((start, index) => digits.slice(start, starts[index + 1]))
    .filter((part) => part !== '')
    .join('-');
}

/** Formats an SSN or ITIN as 123-45-6789. */
export function typedPersonId(text: string): string {
  return dashed(digitsOf(text), 3, 5);
}

/**
 * Written as an SSN: with its dash after the third digit, also while a digit of its first part is added or taken away. The dash
 * of a whole EIN stands before more digits, so a digit that is added in front of it makes no SSN.
 */
const asSsn = /^(?:\d{3}-\d{0,3}|\d{3}-\d{1,3}-\d{0,5}|\d{4}-\d{2}-\d{0,4}|\d{2}-\d{2}-\d{0,4}|\d{2}-\d-)$/;
const asEin = /^\d{2}-/;

/**
 * Formats the id of a business as 12-3456789, an EIN. It becomes an SSN, 123-45-6789, when a dash is typed after the third digit,
 * or when no EIN begins with its first two digits and no dash says that it is one.
 */
export function typedBusinessId(text: string): string {
  const digits = digitsOf(text);
  const written = text.replaceAll('–', '-').replace(/[^\d-]/g, '');
  if (asSsn.test(written)) return digits.length === 3 ? `${digits}-` : typedPersonId(digits);
  const isWrittenAsEin = asEin.test(written);
  if (isWrittenAsEin && digits.length === 2) return `${digits}-`;
  return isWrittenAsEin || digits.length < 3 || mayBeEinPrefix(digits.slice(0, 2)) ? dashed(digits, 2) : typedPersonId(digits);
}

/**
 * Returns where the caret belongs in a formatted text: behind as many digits as before it in the typed text, and at the end
 * when it was there, so that a dash or slash that was added does not hold it back.
 */
export function caretAfterFormat(typed: string, caret: number, formatted: string): number {
  if (caret >= typed.length) return formatted.length;
  let digits = typed.slice(0, caret).replace(/\D/g, '').length;
  let place = 0;
  while (digits > 0 && place < formatted.length) {
    if (/\d/.test(formatted.charAt(place))) digits -= 1;
    place += 1;
  }
  return place;
}
