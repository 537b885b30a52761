import { describe, expect, it } from 'vitest';
import { isoDate } from '../../../server/domain/basics/dates.ts';
import { cents } from '../../../server/domain/basics/money.ts';
import { answeredSteps } from '../../../server/domain/spendingPower/limitHistory.ts';
import { limitInShort } from '../../../server/domain/spendingPower/limitInShort.ts';
import type { SpendingPowerInputs } from '../../../server/domain/spendingPower/spendingPower.ts';
import { goodSales } from './goodSales.ts';

const day = (date: string, total_cents: number, ...causes: string[]) => ({ date, total_cents, causes: causes.map((text) => ({ text })) });
const today = isoDate('2026-11-22');

describe('how the limit moved', () => {
  it('is its first day, the days on which it moved, and today', () => {
    const days = [
      day('2026-02-27', 100_000),
      day('2026-02-28', 100_000),
      day('2026-03-01', 3_200_000, 'More sales.'),
      day('2026-03-08', 3_200_000),
      day('2026-11-21', 3_000_000, 'Fewer sales.', 'More refunds.'),
    ];
    expect(answeredSteps(days, today)).toEqual([
      { date: '2026-02-27', total_cents: 100_000, causes: [], change_cents: null },
      { date: '2026-03-01', total_cents: 3_200_000, causes: ['More sales.'], change_cents: 3_100_000 },
      { date: '2026-11-21', total_cents: 3_000_000, causes: ['Fewer sales.', 'More refunds.'], change_cents: -200_000 },
      { date: '2026-11-22', total_cents: 3_000_000, causes: [], change_cents: null },
    ]);
  });

  it('is one day of a limit that was found today, and none before there is one', () => {
    expect(answeredSteps([day('2026-11-22', 100_000)], today)).toEqual([{ date: '2026-11-22', total_cents: 100_000, causes: [], change_cents: null }]);
    expect(answeredSteps([], today)).toEqual([]);
  });
});

describe('the limit in short', () => {
  const inputs = goodSales;
  const steps = [
    { key: 'sales', subtotal_cents: cents(12_000_000) },
    { key: 'month', subtotal_cents: cents(4_000_000) },
  ];

  it.each<[Partial<SpendingPowerInputs>, string]>([
    [{}, 'You sell $40,000.00 a month on average, and we advance 80% of that.'],
    [{ advance_rate_basis_points: 7_825 }, 'You sell $40,000.00 a month on average, and we advance 78.25% of that.'],
    [{ cap_cents: cents(2_000_000) }, 'The program’s maximum of $20,000.00.'],
    [{ gross_sales_cents: cents(0) }, 'Your starting limit of $1,000.00.'],
    [{ blocks: ['unpaid_draw'] }, 'A repayment did not go through and is still owed.'],
  ])('with %o says %s', (changes, words) => {
    expect(limitInShort({ ...inputs, ...changes }, steps)).toBe(words);
  });

  it('of steps that cannot be read speaks of the sales alone', () => {
    expect(limitInShort(inputs, [])).toBe('Your limit is worked out from your sales.');
  });
});
