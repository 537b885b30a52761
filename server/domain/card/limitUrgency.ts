import { dayMs, type IsoDate, startOfDay } from '../basics/dates.ts';
import { add, type Cents, subtract } from '../basics/money.ts';

/** For how long after a purchase, or after it was issued, a card counts as in use, in milliseconds. */
const inUseMs = 30 * dayMs;

interface LimitChange {
  /** The limit at the issuer. */
  present_cents: Cents;
  wanted_cents: Cents;
  /** The purchases with the card so far, less its refunds. */
  spent_cents: Cents;
  /** The day of the last purchase; null before the first. */
  lastUsedOn: IsoDate | null;
  issuedAt: Date;
}

/**
 * Decides whether the issuer must hear of a limit at once: one that falls, one that more than doubles what can be spent, as when a
 * hold ends, and any of a card in use. Else a limit that rises on a card that lies in a drawer can wait for hours. A purchase that
 * needs it meanwhile is declined by the issuer, and makes the card one in use.
 */
export function isLimitUrgent({ present_cents, wanted_cents, spent_cents, lastUsedOn, issuedAt }: LimitChange, now: Date): boolean {
  const left = subtract(present_cents, spent_cents);
  const isFarBehind = subtract(wanted_cents, spent_cents) > add(left, left);
  if (wanted_cents < present_cents || isFarBehind) return true;
  const lastSign = Math.max(issuedAt.getTime(), lastUsedOn === null ? 0 : startOfDay(lastUsedOn).getTime());
  return now.getTime() - lastSign <= inUseMs;
}

/** Returns after how many milliseconds a limit that can wait is sent: each receiver's at a moment of its own, over half a day. */
export function spreadMs(receiverId: string): number {
  // The last digits of an id are random.
  return Math.floor((Number.parseInt(receiverId.slice(-8), 16) / 2 ** 32) * (dayMs / 2));
}
