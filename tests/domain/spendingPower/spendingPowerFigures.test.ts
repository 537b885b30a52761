import { describe, expect, it } from 'vitest';
import { cents } from '../../../server/domain/basics/money.ts';
import { limitTotals } from '../../../server/domain/spendingPower/limitTexts.ts';
import { spendingPowerFigures, spendingPowerPercentage, usedThreshold } from '../../../server/domain/spendingPower/spendingPowerFigures.ts';

describe('what is left to spend', () => {
  it.each([
    [-0.3, 0],
    [-0.004, 0],
    [Number.NaN, 0],
    [0, 0],
    [0.004, 0],
    [0.005, 1],
    [0.994, 99],
    [0.995, 100],
    [1, 100],
  ])('is shown in percent: %d of the whole is %i', (ratio, percentage) => {
    expect(spendingPowerPercentage(ratio)).toBe(percentage);
  });

  it.each([
    [800_000, 200_000, 600_000, 0.75, 75],
    [800_000, 0, 800_000, 1, 100],
    [800_000, 800_000, 0, 0, 0],
    [800_000, 900_000, -100_000, 0, 0],
    [800_000, -5_000, 805_000, 1, 100],
    [0, 0, 0, 1, 100],
    [0, 500, -500, 1, 100],
    [0, -4_200, 0, 1, 100],
    [300, 100, 200, 2 / 3, 67],
  ])('of %i with %i outstanding is %i', (total, outstanding, available, ratio, percentage) => {
    const figures = spendingPowerFigures(cents(total), { outstanding: cents(outstanding), approved: cents(0), heldBack: cents(0) });
    expect(figures).toEqual({
      totalSpendPowerCents: total,
      totalOutstandingCents: outstanding,
      approvedCents: 0,
      heldBackCents: 0,
      availableSpendPowerCents: available,
      availableSpendPowerRatio: ratio,
    });
    expect(spendingPowerPercentage(figures.availableSpendPowerRatio)).toBe(percentage);
  });

  it('add up to nothing for a credit without a limit', () => {
    const held = { total_cents: 0, outstanding_cents: -4_200, approved_cents: 200, held_back_cents: 500, available_cents: 0 };
    expect(limitTotals(held, false)).toEqual([
      ['Total limit', '$0.00'],
      ['Outstanding', '+$42.00'],
      ['Approved, not listed yet', '−$2.00'],
      ['Repaid, and the bank may still take it back', '−$5.00'],
      ['A credit cannot be spent without a limit', '−$35.00'],
      ['Available to spend', '$0.00'],
    ]);
  });

  it('leave what is approved and not reported yet, and what is held back, out of what is available alone', () => {
    expect(spendingPowerFigures(cents(10_000), { outstanding: cents(2_000), approved: cents(3_000), heldBack: cents(1_000) })).toEqual({
      totalSpendPowerCents: 10_000,
      totalOutstandingCents: 2_000,
      approvedCents: 3_000,
      heldBackCents: 1_000,
      availableSpendPowerCents: 4_000,
      availableSpendPowerRatio: 0.4,
    });
  });

  it.each([
    [0, 0, null],
    [0, 500, null],
    [10_000, 7_499, null],
    [10_000, 7_500, 75],
    [10_000, 8_999, 75],
    [10_000, 9_000, 90],
    [10_000, 9_999, 90],
    [10_000, 10_000, 100],
    [10_000, 12_000, 100],
    [10_000, -1, null],
  ])('of %i with %i outstanding warns at %s', (total, outstanding, threshold) => {
    expect(usedThreshold({ totalSpendPowerCents: cents(total), totalOutstandingCents: cents(outstanding) })).toBe(threshold);
  });
});
