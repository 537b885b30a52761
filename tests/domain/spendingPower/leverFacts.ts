import { dayMs } from '../../../server/domain/basics/dates.ts';
import { type Cents, cents } from '../../../server/domain/basics/money.ts';
import type { LeverFacts } from '../../../server/domain/spendingPower/leverFacts.ts';
import type { SpendingPowerReceiver } from '../../../server/domain/spendingPower/spendingPower.ts';
import type { SalesHistory } from '../../../server/domain/store/sales.ts';
import { noBlocks } from '../../support/spendingPowerReceiver.ts';

export const now = new Date('2026-11-24T12:00:00Z');
export const daysAgo = (days: number) => new Date(now.getTime() - days * dayMs);
export const dollars = (amount: number): Cents => cents(amount * 100);

export const noSales: SalesHistory = {
  gross_sales_cents: cents(0),
  returned_cents: cents(0),
  largest_month_cents: cents(0),
  history_days: 90,
  shown_days: null,
};

/** $30,000 in three even months of fresh data at 80%: a limit of $8,000, of which nothing is used. */
export function facts({
  sales = {},
  receiver = {},
  ...changes
}: Partial<Omit<LeverFacts, 'sales' | 'receiver'>> & { sales?: Partial<SalesHistory>; receiver?: Partial<SpendingPowerReceiver> } = {}): LeverFacts {
  return {
    sales: { ...noSales, gross_sales_cents: dollars(30_000), largest_month_cents: dollars(10_000), ...sales },
    receiver: {
      ...noBlocks,
      initial_spend_limit: dollars(1_000),
      override_spend_limit: null,
      spending_power_override_min: null,
      spending_power_override_max: null,
      spending_power_override_expiration_at: null,
      ...receiver,
    },
    program: { advanceRateBasisPoints: 8_000, spendingPowerCapCents: dollars(250_000) },
    feedFreshAt: daysAgo(1),
    now,
    outstanding: cents(0),
    approved: cents(0),
    trust: { notFinal: cents(0), finalInARow: 0 },
    trustRule: { afterFinalRepayments: 3, basisPointsOfLimit: 5_000 },
    obstacle: null,
    repayment: null,
    ofFailed: null,
    underway: null,
    movements: [],
    shownSince: null,
    hasStore: true,
    secondStore: null,
    ...changes,
  };
}
