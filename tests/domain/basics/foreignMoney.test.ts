import { describe, expect, it } from 'vitest';
import { describeForeign, formatHundredths } from '../../../server/domain/basics/foreignMoney.ts';
import { cents } from '../../../server/domain/basics/money.ts';

describe('an amount in another currency', () => {
  it.each([
    [4_210, 'EUR', '€42.10'],
    [-4_210, 'EUR', '-€42.10'],
    [5, 'GBP', '£0.05'],
    [1_000, 'JPY', '¥1,000'],
    [1_234, 'KWD', 'KWD 1.234'],
    [12_345, 'HUF', 'HUF 123.45'],
    [0, 'CHF', 'CHF 0.00'],
  ])('%d %s is %s', (amount, currency, text) => {
    // A space that does not break stands between the code and the number.
    const shown = describeForeign({ amount, currency, conversion_rate: '1' }, cents(amount));
    expect(shown.split(' at ')[0]?.replace('\u00a0', ' ')).toBe(text);
  });
});

describe('a price abroad', () => {
  it.each([
    [{ amount: 4_210, currency: 'EUR', conversion_rate: '1.083200' }, 4_560, '€42.10 at 1.0832'],
    [{ amount: -4_210, currency: 'EUR', conversion_rate: '1.083200' }, -4_560, '-€42.10 at 1.0832'],
    // 1,000 yen for $6.50: the rate between whole units, then the one between yen and cents.
    [{ amount: 1_000, currency: 'JPY', conversion_rate: '0.006500' }, 650, '¥1,000 at 0.0065'],
    [{ amount: 1_000, currency: 'JPY', conversion_rate: '0.650000' }, 650, '¥1,000 at 0.0065'],
    // 1.234 dinar for $4.01, either way.
    [{ amount: 1_234, currency: 'KWD', conversion_rate: '3.25' }, 401, 'KWD 1.234 at 3.25'],
    [{ amount: 1_234, currency: 'KWD', conversion_rate: '0.325' }, 401, 'KWD 1.234 at 3.25'],
  ])('%j for %d cents is %s', (price, paid, text) => {
    expect(describeForeign(price, cents(paid)).replace('\u00a0', ' ')).toBe(text);
  });
});

it.each([
  [125_00, 'USD', '$125.00'],
  [12_50, 'EUR', '€12.50'],
  [-12_50, 'CAD', '-CA$12.50'],
  [500_00, 'JPY', '¥500'],
  [1_23, 'KWD', 'KWD 1.230'],
])('%d hundredths of %s are %s', (hundredths, currency, words) => {
  expect(formatHundredths(cents(hundredths), currency).replaceAll('\u00a0', ' ')).toBe(words);
});
