import { dayMs } from '../core/measures.ts';
import { shipCard } from './cards.ts';
import { clear, release } from './network.ts';
import type { LithicState } from './state.ts';

const expiresAfterDays = 7;

/** Applies the passing of days: a card, or a further one under its number, ships one day after its order; a pending purchase clears after the set number of days, or expires after a week. */
export async function processDay(state: LithicState, now: Date): Promise<void> {
  const { clears_after_days } = await state.settings();
  const ageDays = (since: string) => (now.getTime() - Date.parse(since)) / dayMs;

  for (const { card, shipping } of await state.cards.find({ card: { state: 'PENDING_FULFILLMENT' } })) {
    if (shipping && ageDays(shipping.at) >= 1) await shipCard(state, card.token);
  }
  for (const { card, shipping } of await state.cards.find({ shipping: { isDuplicate: true } })) {
    if (shipping && !shipping.isMailed && ageDays(shipping.at) >= 1) await shipCard(state, card.token);
  }
  for (const { token, created } of await state.transactions.find({ status: 'PENDING' })) {
    if (clears_after_days > 0 && ageDays(created) >= clears_after_days) await clear(state, token);
    else if (ageDays(created) >= expiresAfterDays) await release(state, token, { type: 'AUTHORIZATION_EXPIRY' });
  }
}
