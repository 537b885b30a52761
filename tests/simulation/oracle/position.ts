import type { Day } from './calendar.ts';
import { amountOf, type Bucket, creditsOf, partsOf, refundsOf, unpaidBuckets } from './debts.ts';
import { type Merchant, sumOf } from './facts.ts';

/** What follows from all that has happened to a merchant. */
export interface Position {
  cashback: ReadonlyMap<Day, number>;
  /** Settled and not repaid; below zero when the merchant is in credit. */
  owed: number;
  /** Owed and held. */
  outstanding: number;
  /** What is still to be paid, oldest first. */
  buckets: readonly Bucket[];
}

const known = new WeakMap<Merchant, { changes: number; position: Position }>();

export function positionOf(merchant: Merchant): Position {
  const before = known.get(merchant);
  if (before?.changes === merchant.changes) return before.position;
  const parts = partsOf(merchant);
  const cashback = new Map<Day, number>();
  for (const { due, amount } of merchant.cashback) cashback.set(due, (cashback.get(due) ?? 0) + amount);
  const credits = creditsOf(merchant) + sumOf(cashback.values());
  const purchases = [...merchant.purchases.values()];
  const position = {
    cashback,
    owed: sumOf(purchases.map(({ settled }) => settled)) - credits,
    outstanding: sumOf(purchases.map(amountOf)) - credits,
    buckets: unpaidBuckets(parts, refundsOf(merchant) + credits),
  };
  known.set(merchant, { changes: merchant.changes, position });
  return position;
}
