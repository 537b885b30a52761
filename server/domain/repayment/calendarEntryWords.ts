import { cents, formatUsd } from '../basics/money.ts';

/** Tells the merchant about an entry of the calendar why its debit is later, or not made, and what it earns; null when there is nothing to tell. */
export function calendarEntryWords({ reason, cashback_cents }: { readonly reason: string | null; readonly cashback_cents: number }): string | null {
  const cashback = cashback_cents > 0 ? `Earns ${formatUsd(cents(cashback_cents))} when paid in time.` : null;
  return [reason, cashback].filter((sentence) => sentence !== null).join(' ') || null;
}
