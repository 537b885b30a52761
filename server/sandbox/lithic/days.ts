import { eachAlone } from '../core/eachAlone.ts';
import { dayMs } from '../core/measures.ts';
import { shipCard } from './cards.ts';
import { clear, release } from './network.ts';
import type { LithicState, StoredCard } from './state.ts';
import { heldCents } from './transaction.ts';

const expiresAfterDays = 7;

/**
 * Applies the passing of days: a card, or a further one under its number, ships one day after its order; a pending purchase clears
 * after the set number of days, or expires after a week, as does one of nothing, of which nothing clears. What fails for one of them
 * stops no other, and is thrown in the end.
 */
export async function processDay(state: LithicState, now: Date): Promise<void> {
  const ageDays = (since: string) => (now.getTime() - Date.parse(since)) / dayMs;

  const ship = (cards: readonly StoredCard[]) =>
    eachAlone(
      cards.filter(({ shipping }) => shipping && ageDays(shipping.at) >= 1),
      ({ card }) => shipCard(state, card.token),
    );
  const shipOrdered = async () => ship(await state.cards.find({ card: { state: 'PENDING_FULFILLMENT' } }));
  const shipDuplicates = async () => ship((await state.cards.find({ shipping: { isDuplicate: true } })).filter(({ shipping }) => !shipping?.isMailed));

  async function settlePending(): Promise<void> {
    const { clears_after_days } = await state.settings();
    await eachAlone(await state.transactions.find({ status: 'PENDING' }), async (transaction) => {
      const { token, created } = transaction;
      if (clears_after_days > 0 && ageDays(created) >= clears_after_days && heldCents(transaction) > 0) await clear(state, token);
      else if (ageDays(created) >= expiresAfterDays) await release(state, token, { type: 'AUTHORIZATION_EXPIRY' });
    });
  }

  await eachAlone([shipOrdered, shipDuplicates, settlePending], (part) => part());
}
