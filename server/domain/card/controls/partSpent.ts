import { cents, ratio } from '../../basics/money.ts';

/** Returns the part of a limit that is spent, from 0 to 1, as a bar shows it. */
export function partSpent({ limit_cents, spent_cents }: { readonly limit_cents: number; readonly spent_cents: number }): number {
  return Math.min(1, Math.max(0, ratio(cents(spent_cents), cents(limit_cents))));
}
