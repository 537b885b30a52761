import { describe, expect, it } from 'vitest';
import type { SpendingPowerInputs } from '../../../server/domain/spendingPower/spendingPower.ts';
import { termFactor, termOperation } from '../../../server/domain/spendingPower/termOperations.ts';
import { goodSales } from './goodSales.ts';

const inputs = (changes: Partial<SpendingPowerInputs> = {}): SpendingPowerInputs => ({ ...goodSales, ...changes });

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
