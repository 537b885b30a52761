import { madeOnce } from './madeOnce.ts';

/**
 * Money is a whole number of US cents. This file holds all arithmetic on it; dividing by 100 happens only in
 * the formatting functions at the end, and rates are whole basis points (1 % = 100), so that no floating-point
 * rounding reaches a balance.
 */
declare const centsBrand: unique symbol;
export type Cents = number & { readonly [centsBrand]: true };

/** Brands a whole number of cents. Throws a RangeError for fractions and for numbers past the safe integers. */
export function cents(amount: number): Cents {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`not a whole number of cents: ${amount}`);
  return (amount === 0 ? 0 : amount) as Cents;
}

export const noMoney: Cents = cents(0);

export function add(...amounts: readonly Cents[]): Cents {
  return cents(amounts.reduce((total, amount) => total + amount, 0));
}

export function subtract(from: Cents, amount: Cents): Cents {
  return cents(from - amount);
}

export function negate(amount: Cents): Cents {
  return cents(-amount);
}

export function smaller(one: Cents, other: Cents): Cents {
  return one < other ? one : other;
}

export function larger(one: Cents, other: Cents): Cents {
  return one > other ? one : other;
}

/** Returns an amount without its sign. */
export function magnitude(amount: Cents): Cents {
  return cents(Math.abs(amount));
}

/** Compares two amounts for sorting, the smaller first. */
export function compareAmounts(one: Cents, other: Cents): number {
  return one - other;
}

/** Multiplies an amount by a fraction of whole numbers, rounded toward zero to a whole cent. */
export function fraction(amount: Cents, numerator: number, denominator: number): Cents {
  return cents(Number((BigInt(amount) * BigInt(numerator)) / BigInt(denominator)));
}

/** Returns an amount times a rate in basis points, rounded toward zero to a whole cent. */
export function share(amount: Cents, basisPoints: number): Cents {
  if (!Number.isSafeInteger(basisPoints)) throw new RangeError(`not a whole number of basis points: ${basisPoints}`);
  return fraction(amount, basisPoints, 10_000);
}

/** Splits an amount above 0 into `count` parts that differ by a cent at most, the larger ones first. */
export function equalParts(amount: Cents, count: number): readonly Cents[] {
  const least = Math.floor(amount / count);
  const larger = amount - least * count;
  return Array.from({ length: count }, (_, index) => cents(index < larger ? least + 1 : least));
}

/** Returns the ratio of one amount to another, for display only: 0.5 for half of it, 0 when the other is 0. */
export function ratio(amount: Cents, whole: Cents): number {
  return whole === 0 ? 0 : amount / whole;
}

/** Rounds down (toward minus infinity) to a whole dollar. */
export function wholeDollars(amount: Cents): Cents {
  const remainder = ((amount % 100) + 100) % 100;
  return cents(amount - remainder);
}

const DECIMAL = /^([+-]?)(\d+)(?:\.(\d+))?$/;

/**
 * Reads a decimal number of dollars such as `"12.34"` by its digits, never through a float.
 * More than two decimals are accepted only when the rest are zeros. Throws a RangeError otherwise.
 */
export function parseDollars(text: string): Cents {
  const match = DECIMAL.exec(text.trim());
  const [, sign, whole = '', fraction = ''] = match ?? [];
  if (!match || !/^\d{0,2}0*$/.test(fraction)) throw new RangeError(`not an amount in dollars: ${text}`);
  const amount = BigInt(whole) * 100n + BigInt(fraction.slice(0, 2).padEnd(2, '0'));
  return cents(Number(sign === '-' ? -amount : amount));
}

/** `1234` → `"12.34"`: two decimals, no currency sign, no thousands separator (files and providers). */
export function toDollars(amount: Cents): string {
  const digits = String(Math.abs(amount)).padStart(3, '0');
  return `${amount < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** `1234` → `12.34`, for the response fields that have always been in dollars. Nothing is computed with it. */
export function toDollarNumber(amount: Cents): number {
  return Number(toDollars(amount));
}

const usd = madeOnce(() => new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }));

/** `123456` → `"$1,234.56"`, as every amount is shown to a person. */
export function formatUsd(amount: Cents): string {
  return usd().format(amount / 100);
}

/** `$1,204`: rounded down to a whole dollar. */
export function formatWholeUsd(amount: Cents): string {
  return formatUsd(wholeDollars(amount)).slice(0, -'.00'.length);
}
