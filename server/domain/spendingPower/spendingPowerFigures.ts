import { add, type Cents, larger, negate, noMoney, ratio, smaller, subtract } from '../basics/money.ts';

/** The used part of a total, in cents. */
export interface UsedPower {
  readonly totalSpendPowerCents: Cents;
  readonly totalOutstandingCents: Cents;
}

interface UsedCents {
  readonly outstanding: Cents;
  readonly approved: Cents;
  /** Freed by repayments that can still come back: see `heldBackCents`. */
  readonly heldBack: Cents;
}

export interface SpendingPowerFigures extends UsedPower {
  /** Approved and not reported by the issuer yet: not outstanding, and not available either. */
  readonly approvedCents: Cents;
  /** Freed by repayments that can still come back: not available yet. */
  readonly heldBackCents: Cents;
  /** Negative when more is owed than the present total. */
  readonly availableSpendPowerCents: Cents;
  /** The available part of the total, 0 to 1; 1 when the total is 0. */
  readonly availableSpendPowerRatio: number;
}

/** Returns what is left of a total, below 0 when more is used. Without a total nothing can be spent, even where a refund has left a credit. */
export function availableOf(total: Cents, used: Cents): Cents {
  const left = subtract(total, used);
  return total > 0 ? left : smaller(left, noMoney);
}

/** Returns the credit that cannot be spent because there is no total; 0 where there is one. */
export function unspendableCredit(total: Cents, used: Cents): Cents {
  return total > 0 ? noMoney : larger(noMoney, negate(used));
}

/** Returns the figures of a total minus the outstanding amount, what is approved and not reported yet, and what is held back. */
export function spendingPowerFigures(total: Cents, { outstanding, approved, heldBack }: UsedCents): SpendingPowerFigures {
  const available = availableOf(total, add(outstanding, approved, heldBack));
  return {
    approvedCents: approved,
    heldBackCents: heldBack,
    totalSpendPowerCents: total,
    totalOutstandingCents: outstanding,
    availableSpendPowerCents: available,
    availableSpendPowerRatio: total === 0 ? 1 : Math.min(1, Math.max(0, ratio(available, total))),
  };
}

/** Returns the whole percentage of the gauge, never below 0; 0 for NaN. */
export function spendingPowerPercentage(ratio: number): number {
  return Number.isNaN(ratio) ? 0 : Math.round(Math.max(ratio * 100, 0));
}

/** The percentages of the total at which a merchant is warned, the highest first. */
export const usedThresholds = [100, 90, 75] as const;
export type UsedThreshold = (typeof usedThresholds)[number];

/** Returns the highest threshold reached; null below all of them, and when the total is 0 or less. */
export function usedThreshold({ totalSpendPowerCents: total, totalOutstandingCents: outstanding }: UsedPower): UsedThreshold | null {
  if (total <= 0) return null;
  return usedThresholds.find((threshold) => BigInt(outstanding) * 100n >= BigInt(total) * BigInt(threshold)) ?? null;
}
