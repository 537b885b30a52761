import { describe, expect, it } from 'vitest';
import { isoDate } from '../../../server/domain/basics/dates.ts';
import { cents } from '../../../server/domain/basics/money.ts';
import { readWhatIf } from '../../../server/domain/cashFlow/typedWhatIf.ts';

const read = (spend: string, on: string, pay: string) => readWhatIf({ spend, on, pay }, { today: isoDate('2026-11-16'), most: cents(90_000) });

describe('what a merchant types to ask', () => {
  it.each([
    ['1,500', '2026-12-04', '', { spend_cents: 150_000, spend_on: '2026-12-04' }],
    ['', '2026-11-16', '$200.50', { pay_cents: 20_050 }],
    ['12.3', '2027-02-13', '900', { spend_cents: 1_230, spend_on: '2027-02-13', pay_cents: 90_000 }],
  ])('%s on %s and %s is read', (spend, on, pay, query) => {
    expect(read(spend, on, pay)).toEqual({ query, problems: {} });
  });

  it.each([
    ['', '2026-11-16', '', { spend: 'Enter an amount to spend or to pay.' }],
    ['ten', '2026-11-16', '', { spend: 'Enter an amount in dollars and cents, such as 250.00.' }],
    ['1000000.01', '2026-11-16', '', { spend: 'Enter at most $1,000,000.00.' }],
    ['10', '', '', { on: 'Choose a day until Feb 13, 2027.' }],
    ['10', '2026-11-15', '', { on: 'Choose a day until Feb 13, 2027.' }],
    ['10', '2027-02-14', '', { on: 'Choose a day until Feb 13, 2027.' }],
    ['', '2026-11-16', '900.01', { pay: 'You can pay at most $900.00 now.' }],
  ])('%s on %s and %s is refused in words', (spend, on, pay, problems) => {
    expect(read(spend, on, pay)).toEqual({ query: null, problems });
  });
});
