import { type Address, stateCodes } from './address.ts';

const country = /[,\s]+(?:USA|U\.S\.A\.?|US|United States(?: of America)?)\.?$/i;
const stateAndZip = /[,\s]+([A-Za-z]{2})\.?[,\s]+(\d{5}(?:-\d{4})?)$/;

/**
 * Splits an address written as one text, on one line or several, such as
 * `350 5th Ave, Floor 3, New York, NY 10118`. Returns null when the end of the street cannot be told from the city.
 */
export function readAddress(text: string): Omit<Address, 'country'> | null {
  const line = text
    .trim()
    .replace(/\s*[\r\n]+\s*/g, ', ')
    .replace(country, '');
  const [whole, letters = '', postal_code = ''] = stateAndZip.exec(line) ?? [];
  const state = letters.toUpperCase();
  if (whole === undefined || !stateCodes.includes(state)) return null;

  const parts = line
    .slice(0, -whole.length)
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const [address1, ...others] = parts;
  const city = others.pop();
  if (address1 === undefined || city === undefined) return null;
  return { address1, address2: others.join(', '), city, state, postal_code };
}
