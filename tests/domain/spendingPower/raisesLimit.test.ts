import { describe, expect, it } from 'vitest';
import { cents } from '../../../server/domain/basics/money.ts';
import { raisesLimit, salesDoNotRaise } from '../../../server/domain/spendingPower/raisesLimit.ts';
import type { SpendingPowerInputs } from '../../../server/domain/spendingPower/spendingPower.ts';

/** $30,000 of 90 days at 80%: a limit of $8,000. */
const inputs = (changes: Partial<SpendingPowerInputs> = {}): SpendingPowerInputs => ({
  gross_sales_cents: cents(3_000_000),
  returned_cents: cents(0),
  history_days: 90,
  shown_days: null,
  full_advance_rate_basis_points: 8_000,
  advance_rate_basis_points: 8_000,
  concentration_basis_points: 10_000,
  freshness_basis_points: 10_000,
  initial_spend_limit_cents: cents(100_000),
  cap_cents: cents(25_000_000),
  override_min_cents: null,
  override_max_cents: null,
  override_spend_limit_cents: null,
  blocks: [],
  ...changes,
});

const more = (gain_cents: number) => ({ gain_cents, text: 'Sell $1,000.00 more in each month.' });

describe('what raises a limit', () => {
  it('is a share of each sale more, whatever the days of sales so far', () => {
    expect(raisesLimit(inputs())).toEqual([more(80_000)]);
    // In 45 days $1,500 more are $1,000 a month; in 12 days, which count as 30, $1,000 are.
    expect(raisesLimit(inputs({ history_days: 45 }))).toEqual([more(80_000)]);
    expect(raisesLimit(inputs({ history_days: 12 }))).toEqual([more(80_000)]);
  });

  it('is what lowered it, the largest gain first', () => {
    // (30,000 - 2,400) / 3 × 77% × 50% = 3,542; with fresh data 7,084; without refunds 10,000 × 80% × 50% = 4,000; of $1,000 more a month 385.
    const lowered = inputs({ returned_cents: cents(240_000), advance_rate_basis_points: 7_700, freshness_basis_points: 5_000 });
    expect(raisesLimit(lowered)).toEqual([
      { gain_cents: 354_200, text: 'Connect your store again, so that its data is up to date.' },
      { gain_cents: 45_800, text: 'Have fewer refunds and chargebacks: this is what those of the last 90 days cost.' },
      more(38_500),
    ]);
    expect(raisesLimit(inputs({ concentration_basis_points: 7_500 }))[0]).toEqual({
      gain_cents: 200_000,
      text: 'Sell more evenly: no month with more than 60% of the sales of 90 days.',
    });
  });

  it('is to pay what failed, or to authorize debits, where nothing else blocks', () => {
    expect(raisesLimit(inputs({ blocks: ['unpaid_draw'] }))).toEqual([{ gain_cents: 800_000, text: 'Pay the repayment that did not go through.' }]);
    expect(raisesLimit(inputs({ blocks: ['debits_stopped'] }))).toEqual([{ gain_cents: 800_000, text: 'Authorize debits of your bank account again.' }]);
    expect(raisesLimit(inputs({ blocks: ['unpaid_draw', 'locked'] }))).toEqual([]);
  });

  it.each<[Partial<SpendingPowerInputs>, string | null]>([
    [{}, null],
    [{ cap_cents: cents(800_001) }, null],
    [{ history_days: 89 }, null],
    [{ cap_cents: cents(700_000) }, 'More sales do not raise it: it is the most that the program offers.'],
    [{ override_spend_limit_cents: cents(50_000) }, 'More sales do not raise it for now. Ask our team about it.'],
    [{ gross_sales_cents: cents(0) }, 'More sales raise it once they are worth more than your starting limit.'],
    [{ blocks: ['locked'] }, 'More sales do not raise it for now. Ask our team about it.'],
  ])('with %o, sales that do not raise it are spoken of: %j', (changes, words) => {
    expect(salesDoNotRaise(inputs(changes))).toBe(words);
  });
});
