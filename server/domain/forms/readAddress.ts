import type { Address } from './address.ts';
import { states } from './states.ts';

const country = /[,\s]+(?:USA|U\.S\.A\.?|US|United States(?: of America)?)\.?$/i;
const zipAtEnd = /[,\s]+(\d{5}(?:-\d{4})?)$/;

/** How a state may be written, the longest first, so that West Virginia is not read as Virginia. */
const writtenStates = states
  .flatMap(({ code, name }) => [code, name].map((written) => ({ code, written: written.toLowerCase() })))
  .toSorted((one, other) => other.written.length - one.written.length);

/** Splits the state, as letters or by its name, from the end of a text. Returns null when the text ends in no state. */
function splitState(text: string): { before: string; state: string } | null {
  // `N.Y.` is `NY`.
  const line = text.replace(/\b([A-Za-z])\. ?([A-Za-z])\.?$/, '$1$2').replace(/\.$/, '');
  const found = writtenStates.find(({ written }) => line.toLowerCase().endsWith(written) && /[,\s]$/.test(line.slice(0, -written.length)));
  return found ? { before: line.slice(0, -found.written.length), state: found.code } : null;
}

/**
 * Splits an address written as one text, on one line or several, such as
 * `350 5th Ave, Floor 3, New York, NY 10118`. Returns null when the end of the street cannot be told from the city.
 */
export function readAddress(text: string): Omit<Address, 'country'> | null {
  const line = text
    .trim()
    .replace(/\s*[\r\n]+\s*/g, ', ')
    .replace(country, '');
  const [whole, postal_code = ''] = zipAtEnd.exec(line) ?? [];
  const split = whole === undefined ? null : splitState(line.slice(0, -whole.length));
  if (!split) return null;

  const parts = split.before
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const [address1, ...others] = parts;
  const city = others.pop();
  if (address1 === undefined || city === undefined) return null;
  return { address1, address2: others.join(', '), city, state: split.state, postal_code };
}
