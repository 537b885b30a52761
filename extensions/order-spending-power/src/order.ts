/** The answer of GET /shopify/ext/order. Amounts are in cents; `payout_on` is a `YYYY-MM-DD` day. */
export type OrderAnswer =
  | { state: 'not_onboarded' }
  | { state: 'hidden'; text: string }
  | { state: 'counts'; adds_cents: number; available_cents: number; payout_on: string | null; is_paid_out: boolean }
  | { state: 'does_not_count'; reason: string; text: string; available_cents: number };

/** The state of an order; `unknown_order` has not been read from the store yet. */
export type OrderState = OrderAnswer | { state: 'unknown_order' };

/**
 * Asks the app's server about an order, given its id in the admin (`gid://shopify/Order/123`). The admin resolves the address
 * against the app's own and adds the session token. Throws when the server answers with an error.
 */
export async function readOrder(id: string): Promise<OrderState> {
  const number = id.split('/').at(-1) ?? '';
  const answer = await fetch(`/shopify/ext/order?id=${encodeURIComponent(number)}`);
  if (answer.status === 404) return { state: 'unknown_order' };
  if (!answer.ok) throw new Error(`the app answered ${answer.status}`);
  return answer.json();
}
