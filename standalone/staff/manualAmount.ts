import { type Cents, negate } from '../../server/domain/basics/money.ts';
import { readTypedDollars } from '../../server/domain/basics/typedDollars.ts';
import { maximumManualCents } from '../../server/domain/ledger/ledger.ts';

/** Reads the typed amount of a credit by hand, negative with a minus sign before it; null when it is not an amount, is 0, or exceeds the limit of one row. */
export function readManualAmount(typed: string): Cents | null {
  const written = typed.trim();
  const isTakenBack = written.startsWith('-');
  const amount = readTypedDollars(isTakenBack ? written.slice(1) : written);
  if (amount === null || amount === 'wrong' || amount === 0 || amount > maximumManualCents) return null;
  return isTakenBack ? negate(amount) : amount;
}
