import type { CustomerCardsAnswer } from '../../contract/staff.ts';
import type { ReceiverView } from '../access/receiverView.ts';
import { wireControls } from '../card/storedControls.ts';
import { readWaiting, summariesOf } from '../cards/presentCards.ts';
import type { Deps } from '../deps.ts';
import { programOf } from '../program/programOf.ts';

/**
 * Returns the cards of a customer as staff see them: what the merchant's own list says, with the controls of each. It asks no
 * provider, and holds no card number. Throws UnreadableContent for controls that a later version has stored.
 */
export async function readCustomerCards(deps: Deps, view: ReceiverView): Promise<CustomerCardsAnswer> {
  const [cards, waiting] = await Promise.all([summariesOf(deps, view), readWaiting(deps, view)]);
  return {
    cards: cards.map(({ summary, controls }) => ({ ...summary, controls: wireControls(controls) })),
    waiting,
    blocked_categories: [...programOf(view.receiver).controls.blockedCategories],
  };
}
