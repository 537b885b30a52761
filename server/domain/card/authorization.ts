import { add, type Cents, larger, noMoney, subtract } from '../basics/money.ts';

/** The decision whether to approve a purchase, made while the shop waits. */

/** Why a purchase is refused. */
export type DeclineReason = 'account_held' | 'fraud' | 'card_not_open' | 'over_spending_power';

export type PurchaseDecision =
  | { readonly approved: true }
  | { readonly approved: false; readonly reason: DeclineReason; readonly short_by_cents: Cents | null };

export interface PurchaseFacts {
  /** The highest possible amount of the purchase; 0 for a request that takes nothing, such as a balance inquiry. */
  readonly amount_cents: Cents;
  readonly cardState: string;
  readonly receiver: { readonly is_locked: boolean; readonly is_fraud: boolean; readonly is_black_listed: boolean };
  /** Null until spending power is computed for the first time; counts as none. */
  readonly total_cents: Cents | null;
  readonly outstanding_cents: Cents;
  /** Approved purchases that `outstanding_cents` does not include yet. */
  readonly approved_cents: Cents;
}

/** The card states that allow purchases. A card still in the mail can already be used where only its number is needed. */
const usableStates: ReadonlySet<string> = new Set(['OPEN', 'PENDING_FULFILLMENT', 'PENDING_ACTIVATION']);

/** Approves a purchase when the account is not held, the card is usable, and spending power is left for the whole amount. */
export function decidePurchase({ amount_cents, cardState, receiver, total_cents, outstanding_cents, approved_cents }: PurchaseFacts): PurchaseDecision {
  if (receiver.is_fraud) return { approved: false, reason: 'fraud', short_by_cents: null };
  if (receiver.is_locked || receiver.is_black_listed) return { approved: false, reason: 'account_held', short_by_cents: null };
  if (!usableStates.has(cardState)) return { approved: false, reason: 'card_not_open', short_by_cents: null };
  const available = larger(noMoney, subtract(total_cents ?? noMoney, add(outstanding_cents, approved_cents)));
  if (amount_cents <= available) return { approved: true };
  return { approved: false, reason: 'over_spending_power', short_by_cents: subtract(amount_cents, available) };
}
