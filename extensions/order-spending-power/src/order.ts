/** What the app's server says of an order: the answer of GET /shopify/ext/order. Amounts are cents. */
export type OrderAnswer =
  | { state: 'not_onboarded' }
  | { state: 'counts'; adds_cents: number; available_cents: number; payout_on: string | null; is_paid_out: boolean }
  | { state: 'does_not_count'; reason: string; text: string; available_cents: number };

/** An order that has not been read from the store so far. */
export type OrderState = OrderAnswer | { state: 'unknown_order' };

/**
 * Asks the app's server about an order of the store, given its id in the admin (`gid://shopify/Order/123`). The admin
 * resolves the address against the app's own and adds the session token. Throws when there is no answer to show.
 */
export async function readOrder(id: string): Promise<OrderState> {
  const number = id.split('/').at(-1) ?? '';
  const answer = await fetch(`/shopify/ext/order?id=${encodeURIComponent(number)}`);
  if (answer.status === 404) return { state: 'unknown_order' };
  if (!answer.ok) throw new Error(`the app answered ${answer.status}`);
  return answer.json();
}
