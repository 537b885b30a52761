import { percent } from '../basics/percent.ts';
import { averagedDays, monthDays } from '../store/sales.ts';
import type { SpendingPowerInputs, SpendingPowerTermKey } from './spendingPower.ts';

/** How a step from sales to the total makes its amount, so that a division is not shown as a loss of money. */

export const termOperations = ['start', 'division', 'share', 'change'] as const;
export type TermOperation = (typeof termOperations)[number];

const operations: Readonly<Partial<Record<SpendingPowerTermKey, TermOperation>>> = {
  sales: 'start',
  month: 'division',
  advance_rate: 'share',
  concentration: 'share',
  freshness: 'share',
};

const isKnown = (key: string): key is keyof typeof operations => Object.hasOwn(operations, key);

/** Returns the operation of a step. A step of an earlier or later version of the rule counts as a change. */
export function termOperation(key: string): TermOperation {
  return (isKnown(key) && operations[key]) || 'change';
}

/** Returns the factor of a division or share, such as `÷ 3` or `× 80%`; null for every other step. */
export function termFactor(key: string, inputs: SpendingPowerInputs): string | null {
  switch (key) {
    case 'month':
      return divisor(inputs);
    case 'advance_rate':
      return `× ${percent(inputs.advance_rate_basis_points)}`;
    case 'concentration':
      return `× ${percent(inputs.concentration_basis_points)}`;
    case 'freshness':
      return `× ${percent(inputs.freshness_basis_points)}`;
    default:
      return null;
  }
}

/** `÷ 3` for three whole months of sales, `× 30/47` for 47 days. */
function divisor(inputs: SpendingPowerInputs): string {
  const days = averagedDays(inputs);
  return days % monthDays === 0 ? `÷ ${days / monthDays}` : `× ${monthDays}/${days}`;
}
