import { describe, expect, it } from 'vitest';
import { cents } from '../../../server/domain/basics/money.ts';
import type { SpendingPowerInputs } from '../../../server/domain/spendingPower/spendingPower.ts';
import { termFactor, termOperation } from '../../../server/domain/spendingPower/termOperations.ts';

const inputs = (changes: Partial<SpendingPowerInputs> = {}): SpendingPowerInputs => ({
  gross_sales_cents: cents(12_000_000),
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

describe('a step from sales to the limit', () => {
  it.each([
    ['sales', 'start'],
    ['returns', 'change'],
    ['month', 'division'],
    ['advance_rate', 'share'],
    ['concentration', 'share'],
    ['freshness', 'share'],
    ['cap', 'change'],
    ['a step of another version', 'change'],
    ['toString', 'change'],
  ])('%s is a %s', (key, operation) => {
    expect(termOperation(key)).toBe(operation);
  });

  it.each([
    [90, '÷ 3'],
    [60, '÷ 2'],
    [30, '÷ 1'],
    [12, '÷ 1'],
    [47, '× 30/47'],
  ])('with sales of %i days divides by %s', (history_days, factor) => {
    expect(termFactor('month', inputs({ history_days }))).toBe(factor);
  });

  it('takes a share by its own factor, and has none where it adds or subtracts', () => {
    const lowered = inputs({ advance_rate_basis_points: 7_825, concentration_basis_points: 7_500, freshness_basis_points: 2_500 });
    expect(['advance_rate', 'concentration', 'freshness', 'returns', 'cap'].map((key) => termFactor(key, lowered))).toEqual([
      '× 78.25%',
      '× 75%',
      '× 25%',
      null,
      null,
    ]);
  });
});
