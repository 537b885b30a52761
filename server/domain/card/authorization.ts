import { add, type Cents, larger, noMoney, subtract } from '../basics/money.ts';

/** Whether a purchase may be made, decided while the shop waits. */

/** Why a purchase is refused. */
export type DeclineReason = 'account_held' | 'fraud' | 'card_not_open' | 'over_spending_power';

export type PurchaseDecision =
  | { readonly approved: true }
  | { readonly approved: false; readonly reason: DeclineReason; readonly short_by_cents: Cents | null };

export interface PurchaseFacts {
  /** The most that the purchase may come to; 0 for a question that takes nothing. */
  readonly amount_cents: Cents;
  readonly cardState: string;
  readonly receiver: { readonly is_locked: boolean; readonly is_fraud: boolean; readonly is_black_listed: boolean };
  /** Null before spending power was found out for the first time: there is none. */
  readonly total_cents: Cents | null;
  readonly outstanding_cents: Cents;
  /** Approved, and not among what is outstanding yet. */
  readonly approved_cents: Cents;
}

/** A card that is on its way by mail can be used already, where only its number is asked for. */
const usableStates: ReadonlySet<string> = new Set(['OPEN', 'PENDING_FULFILLMENT', 'PENDING_ACTIVATION']);

/** A purchase is approved when the account and the card stand open, and spending power is left for all of it. */
export function decidePurchase({ amount_cents, cardState, receiver, total_cents, outstanding_cents, approved_cents }: PurchaseFacts): PurchaseDecision {
  if (receiver.is_fraud) return { approved: false, reason: 'fraud', short_by_cents: null };
  if (receiver.is_locked || receiver.is_black_listed) return { approved: false, reason: 'account_held', short_by_cents: null };
  if (!usableStates.has(cardState)) return { approved: false, reason: 'card_not_open', short_by_cents: null };
  const available = larger(noMoney, subtract(total_cents ?? noMoney, add(outstanding_cents, approved_cents)));
  if (amount_cents <= available) return { approved: true };
  return { approved: false, reason: 'over_spending_power', short_by_cents: subtract(amount_cents, available) };
}
