import type Lithic from 'lithic';
import { windowStart } from './limitWindow.ts';
import type { LithicState, StoredCard } from './state.ts';

/** Returns the cents that a card has spent since an instant: settled plus held, less refunds. */
async function spentSince(state: LithicState, cardToken: string, since: Date): Promise<number> {
  const [row] = await state.core.store.query(
    `select coalesce(sum((data #>> '{amounts,settlement,amount}')::bigint + (data #>> '{amounts,hold,amount}')::bigint), 0) as total
     from sandbox.object where stand_in = 'lithic' and kind = 'transaction' and data @> $1::jsonb and data ->> 'created' >= $2`,
    [JSON.stringify({ card_token: cardToken }), since.toISOString()],
  );
  return 0 - Number(row?.total ?? 0);
}

/** Decides whether a purchase (cents) is within the card's limit. A limit of 0 means no limit. */
export async function withinLimit(state: LithicState, { card }: StoredCard, amount: number): Promise<boolean> {
  if (card.spend_limit === 0) return true;
  if (card.spend_limit_duration === 'TRANSACTION') return amount <= card.spend_limit;
  const spent = await spentSince(state, card.token, windowStart(card.spend_limit_duration, state.core.clock.now()));
  return spent + amount <= card.spend_limit;
}

/** Returns the answer to GET /v1/cards/{token}/spend_limits. */
export async function spendLimits(state: LithicState, { card }: StoredCard): Promise<Lithic.CardSpendLimits> {
  const now = state.core.clock.now();
  const spent = {
    annually: await spentSince(state, card.token, windowStart('ANNUALLY', now)),
    forever: await spentSince(state, card.token, new Date(0)),
    monthly: await spentSince(state, card.token, windowStart('MONTHLY', now)),
  };
  const key = ({ ANNUALLY: 'annually', FOREVER: 'forever', MONTHLY: 'monthly' } as const)[card.spend_limit_duration as 'ANNUALLY' | 'FOREVER' | 'MONTHLY'];
  if (card.spend_limit === 0 || !key) return { available_spend_limit: {}, spend_velocity: spent };
  return {
    available_spend_limit: { [key]: Math.max(0, card.spend_limit - spent[key]) },
    spend_limit: { [key]: card.spend_limit },
    spend_velocity: spent,
  };
}
