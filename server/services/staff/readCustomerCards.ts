import type { CustomerAnswer, CustomerCardsAnswer } from '../../contract/staff.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import type { ReceiverView } from '../access/receiverView.ts';
import { wireControls } from '../card/controls/storedControls.ts';
import { readWaiting, summariesOf } from '../card/presentCards.ts';
import type { Deps } from '../deps.ts';
import { programOf } from '../receiver/programOf.ts';

/**
 * Returns the cards of a customer as staff see them: what the merchant's own list says, in words for staff, with the controls of each. It asks no
 * provider, and holds no card number. Throws UnreadableContent for controls that a later version has stored.
 */
export async function readCustomerCards(deps: Deps, view: ReceiverView): Promise<CustomerCardsAnswer> {
  const [cards, waiting] = await Promise.all([summariesOf(deps, view, 'staff'), readWaiting(deps, view)]);
  return {
    cards: cards.map(({ summary, controls }) => ({ ...summary, controls: wireControls(controls) })),
    waiting,
    blocked_categories: [...programOf(view.receiver).controls.blockedCategories],
  };
}

/** Returns the state of the card of a customer's home, as the issuer last reported it; null before it is issued. */
export async function readHomeCard({ database }: Deps, { scope, receiver }: ReceiverView): Promise<CustomerAnswer['home_card']> {
  const { lithic_card_token: token } = receiver;
  const card = token === null ? null : await databaseOf(database, scope).card.findFirst({ where: { token } });
  return card && { state: card.state, is_on_hold: card.held_by_receiver_at !== null };
}
