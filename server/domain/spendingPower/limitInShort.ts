import { type Cents, formatUsd } from '../basics/money.ts';
import { percent } from '../basics/percent.ts';
import { type LimitReader, limitWords } from './limitWords.ts';
import { limitApartFromSales, type SpendingPowerInputs } from './spendingPower.ts';

interface Step {
  readonly key: string;
  readonly subtotal_cents: Cents;
}

/** Says in one sentence why the limit is what it is: the limit, override or block that decides it, else the sales. */
export function limitInShort(inputs: SpendingPowerInputs, steps: readonly Step[], reader: LimitReader = 'customer'): string {
  const words = limitWords[reader];
  const decides = limitApartFromSales(inputs, reader);
  const month = steps.find(({ key }) => key === 'month');
  if (decides !== null || !month) return `${decides ?? words.worked}.`;
  return words.sells(formatUsd(month.subtotal_cents), percent(inputs.advance_rate_basis_points));
}
