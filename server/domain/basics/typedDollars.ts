import { type Cents, parseDollars } from './money.ts';

/**
 * Reads an amount that a person typed in dollars. A comma stands between thousands only: where it would stand for the cents, as
 * much of the world writes them, the amount is refused and not taken for a hundred times as much. Returns null while nothing is
 * typed, and `wrong` for what is no amount.
 */
export function readTypedDollars(typed: string): Cents | 'wrong' | null {
  const written = typed.replaceAll(/[$\s]/g, '');
  if (written === '') return null;
  const digits = /^\d{1,3}(,\d{3})+(\.|$)/.test(written) ? written.replaceAll(',', '') : written;
  if (!/^(\d{1,9}(\.\d{0,2})?|\.\d{1,2})$/.test(digits)) return 'wrong';
  const [dollars = '', fraction = ''] = digits.split('.');
  return parseDollars(`${dollars || '0'}.${fraction.padEnd(2, '0')}`);
}
