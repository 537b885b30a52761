import { type Cents, cents } from '../domain/basics/money.ts';

/** Money as a column holds it. Throws a RangeError past the safe integers. */
export function storedCents(amount: bigint): Cents {
  return cents(Number(amount));
}
