import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { centsOfNumber, parseJsonExactly } from '../../../server/providers/amounts.ts';

describe('dollars as the text of a number', () => {
  it.each([
    ['0', 0],
    ['-0', 0],
    ['12', 1200],
    ['12.3', 1230],
    ['12.34', 1234],
    ['-12.34', -1234],
    ['1.005', 101],
    ['1.00499999999', 100],
    ['12.340000000000001', 1234],
    ['12.339999999999998', 1234],
    ['-0.005', -1],
    ['0.004', 0],
    ['0.1', 10],
    ['1e3', 100_000],
    ['1.5E+2', 15_000],
    ['25e-1', 250],
    ['5e-3', 1],
    ['4e-3', 0],
    ['1e-7', 0],
    ['90071992547409.91', 9_007_199_254_740_991],
  ])('reads %s as %i cents', (text, expected) => {
    expect(centsOfNumber(text)).toBe(expected);
  });

  it.each(['', 'NaN', 'Infinity', '1,000', '$5', '0x10', '1.', '.5', '90071992547409.92', '1e300'])('refuses %s', (text) => {
    expect(() => centsOfNumber(text)).toThrow(RangeError);
  });

  it('keeps every cent of every amount', () => {
    fc.assert(
      fc.property(fc.integer({ min: -999_999_999_999, max: 999_999_999_999 }), (amount) => {
        const digits = String(Math.abs(amount)).padStart(3, '0');
        const text = `${amount < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
        expect(centsOfNumber(text)).toBe(amount);
      }),
    );
  });
});

it('keeps the digits that a float would change, and everything else as JSON has it', () => {
  const source = '{"amount": 12345678901234.56, "list": [1.10, -0.0, {"deep": 1e2}], "text": "1.10", "none": null, "yes": true}';
  expect(parseJsonExactly(source)).toEqual({
    amount: '12345678901234.56',
    list: ['1.10', '-0.0', { deep: '1e2' }],
    text: '1.10',
    none: null,
    yes: true,
  });
});
