import { type Cents, cents } from '../domain/basics/money.ts';

/**
 * Parses JSON and keeps every number as its source text, so that an amount in dollars arrives digit by digit instead of
 * as the nearest binary fraction. Throws a SyntaxError when it is not JSON.
 */
export function parseJsonExactly(source: string): unknown {
  return JSON.parse(source, (_key, value: unknown, context?: { source?: string }) => (typeof value === 'number' ? (context?.source ?? String(value)) : value));
}

const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,3}))?$/;

/**
 * Converts dollars, as the text of a JSON number, to whole cents. Numbers that a provider computed as floats arrive as
 * `12.340000000000001`, so the digits after the cents round to the nearest cent, half away from zero. No float is involved.
 * Throws a RangeError for anything else than a number, and for amounts past the safe integers.
 */
export function centsOfNumber(text: string): Cents {
  const match = NUMBER.exec(text);
  if (!match) throw new RangeError('not an amount in dollars');
  const [, sign, whole = '', fraction = '', exponent = '0'] = match;
  const digits = `${whole}${fraction}`;
  const point = whole.length + Number(exponent) + 2;
  const padded = digits.padEnd(point, '0').padStart(digits.length - Math.min(point, 0), '0');
  const position = Math.max(point, 0);
  const magnitude = BigInt(padded.slice(0, position) || '0') + (padded.charAt(position) >= '5' ? 1n : 0n);
  return cents(Number(sign === '-' ? -magnitude : magnitude));
}
