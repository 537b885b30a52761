import { type Cents, cents } from '../domain/basics/money.ts';

/** Returns a column's amount as `Cents`. Throws a RangeError past the safe integers. */
export function storedCents(amount: bigint): Cents {
  return cents(Number(amount));
}
