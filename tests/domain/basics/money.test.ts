import { describe, expect, it } from 'vitest';
import {
  add,
  cents,
  compareAmounts,
  equalParts,
  formatUsd,
  fraction,
  larger,
  magnitude,
  negate,
  noMoney,
  parseDollars,
  ratio,
  share,
  smaller,
  subtract,
  toDollars,
  wholeDollars,
} from '../../../server/domain/basics/money.ts';

/** The largest amount in cents whose neighbors a number still tells apart. */
const most = 9_007_199_254_740_991;

describe('an amount', () => {
  it.each([0.5, -0.5, 12.34, most + 1, -most - 1, Number.NaN, Number.POSITIVE_INFINITY])('cannot be %s cents', (amount) => {
    expect(() => cents(amount)).toThrow(RangeError);
  });

  it.each([0, 1, -1, most, -most])('can be %s cents', (amount) => {
    expect(cents(amount)).toBe(amount);
  });

  it('has no zero below zero, which would be shown as -$0.00', () => {
    expect(Object.is(cents(-0), 0)).toBe(true);
    expect(formatUsd(negate(noMoney))).toBe('$0.00');
  });
});

describe('sums', () => {
  it('are exact, and refuse to go past what a number can hold', () => {
    expect(add(cents(10), cents(20), cents(-5))).toBe(25);
    expect(add()).toBe(0);
    expect(subtract(cents(10), cents(25))).toBe(-15);
    expect(() => add(cents(most), cents(1))).toThrow(RangeError);
    expect(() => subtract(cents(-most), cents(1))).toThrow(RangeError);
  });

  it('compare by value, with their signs', () => {
    expect(smaller(cents(-300), cents(200))).toBe(-300);
    expect(larger(cents(-300), cents(200))).toBe(200);
    expect(magnitude(cents(-300))).toBe(300);
    expect([cents(5), cents(-7), cents(0)].sort(compareAmounts)).toEqual([-7, 0, 5]);
  });
});

describe('a part of an amount', () => {
  it.each([
    // 1 % of $9.99 is 9.99 cents.
    [999, 100, 9],
    // 1 % of -$9.99 is -9.99 cents: toward zero as well.
    [-999, 100, -9],
    [20_000, 100, 200],
    [1, 9_999, 0],
    // Past what a float multiplies exactly: 99.99 % of 90 trillion dollars.
    [most, 9_999, 9_006_298_534_815_516],
  ])('of %i at %i basis points is %i', (amount, basisPoints, expected) => {
    expect(share(cents(amount), basisPoints)).toBe(expected);
  });

  it('wants a whole rate', () => {
    expect(() => share(cents(100), 0.5)).toThrow(RangeError);
  });

  it('is a fraction of whole numbers, toward zero', () => {
    expect(fraction(cents(100), 2, 3)).toBe(66);
    expect(fraction(cents(-100), 2, 3)).toBe(-66);
    expect(ratio(cents(25), cents(100))).toBe(0.25);
    expect(ratio(cents(25), noMoney)).toBe(0);
  });

  it.each([
    [100, 3, [34, 33, 33]],
    [101, 4, [26, 25, 25, 25]],
    [2, 4, [1, 1, 0, 0]],
    [500, 1, [500]],
  ])('%i in %i equal parts leaves no cent out', (amount, count, expected) => {
    expect(equalParts(cents(amount), count)).toEqual(expected);
  });

  it('in whole dollars is never more than there is', () => {
    expect(wholeDollars(cents(199))).toBe(100);
    expect(wholeDollars(cents(200))).toBe(200);
    expect(wholeDollars(cents(-1))).toBe(-100);
  });
});

describe('dollars as text', () => {
  it.each([
    ['12.34', 1_234],
    ['-12.34', -1_234],
    ['+7', 700],
    ['0.5', 50],
    ['1.2300', 123],
    [' 3 ', 300],
    ['90071992547409.91', most],
  ])('%s is read as %i cents', (text, expected) => {
    expect(parseDollars(text)).toBe(expected);
  });

  it.each(['', '1.234', '.5', '1.', '1,000', '$5', '1e3', '--1', '90071992547409.92'])('%s is refused', (text) => {
    expect(() => parseDollars(text)).toThrow(RangeError);
  });

  it.each([
    [1_234, '12.34', '$12.34'],
    [-1_234, '-12.34', '-$12.34'],
    [5, '0.05', '$0.05'],
    [-5, '-0.05', '-$0.05'],
    [0, '0.00', '$0.00'],
    [123_456_789, '1234567.89', '$1,234,567.89'],
  ])('%i cents are %s in a file and %s to a person', (amount, inFile, toPerson) => {
    expect(toDollars(cents(amount))).toBe(inFile);
    expect(formatUsd(cents(amount))).toBe(toPerson);
  });
});
