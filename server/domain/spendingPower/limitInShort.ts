import { type Cents, formatUsd } from '../basics/money.ts';
import { limitApartFromSales, percent, type SpendingPowerInputs } from './spendingPower.ts';

interface Step {
  readonly key: string;
  readonly subtotal_cents: Cents;
}

/** Says in one sentence why the limit is what it is: the limit, override or block that decides it, else the sales. */
export function limitInShort(inputs: SpendingPowerInputs, steps: readonly Step[]): string {
  const decides = limitApartFromSales(inputs);
  const month = steps.find(({ key }) => key === 'month');
  if (decides !== null || !month) return `${decides ?? 'Your limit is worked out from your sales'}.`;
  return `You sell ${formatUsd(month.subtotal_cents)} a month on average, and we advance ${percent(inputs.advance_rate_basis_points)} of that.`;
}
