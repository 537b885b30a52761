import type { Day } from './calendar.ts';
import { amountOf, type Bucket, creditsOf, partsOf, refundsOf, unpaidBuckets, unpaidUpTo } from './debts.ts';
import { type Merchant, sumOf } from './facts.ts';

/** The position of a merchant after all that has happened. */
export interface Position {
  cashback: ReadonlyMap<Day, number>;
  /** Settled and not repaid; below zero when the merchant is in credit. */
  owed: number;
  /** Owed and held. */
  outstanding: number;
  /** The debts still to be paid, oldest first. */
  buckets: readonly Bucket[];
  /** Credits taken back or paid out beyond all that was received: they belong to no purchase, and are due on any day at once. */
  atOnce: number;
}

/** Returns what is still to be paid, with what is due at once among what is due on a day. */
export function bucketsOn({ buckets, atOnce }: Pick<Position, 'buckets' | 'atOnce'>, day: Day): readonly Bucket[] {
  if (atOnce === 0) return buckets;
  const others = buckets.filter(({ due }) => due !== day);
  return [...others, { due: day, amount: atOnce + unpaidUpTo(buckets, day) - unpaidUpTo(buckets, day - 1) }].sort((one, other) => one.due - other.due);
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
    atOnce: Math.max(0, -refundsOf(merchant) - credits),
  };
  known.set(merchant, { changes: merchant.changes, position });
  return position;
}
