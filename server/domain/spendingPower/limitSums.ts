import { add, cents, formatUsd, negate, noMoney } from '../basics/money.ts';
import { unspendableCredit } from './spendingPowerFigures.ts';
import { signed } from './spendingPowerLog.ts';

interface Sums {
  readonly total_cents: number;
  readonly outstanding_cents: number;
  readonly approved_cents: number;
  readonly available_cents: number;
}

/** Returns the lines from the limit to what can be spent of it, each with its name. */
export function limitSums({ total_cents, outstanding_cents, approved_cents, available_cents }: Sums): readonly (readonly [string, string])[] {
  const outstanding = cents(outstanding_cents);
  const credit = unspendableCredit(cents(total_cents), add(outstanding, cents(approved_cents)));
  return [
    ['Total limit', formatUsd(cents(total_cents))],
    ['Outstanding', outstanding === 0 ? formatUsd(noMoney) : signed(negate(outstanding))],
    ...(approved_cents > 0 ? [['Approved, not listed yet', signed(negate(cents(approved_cents)))] as const] : []),
    ...(credit > 0 ? [['A credit cannot be spent without a limit', signed(negate(credit))] as const] : []),
    ['Available to spend', formatUsd(cents(available_cents))],
  ];
}
