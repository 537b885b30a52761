import type { ControlField } from '../core/core.ts';
import { Refusal } from '../core/handle.ts';
import type { LithicState, StoredCard } from './state.ts';

/** Returns the field in which a card is chosen, of the newest fifty. */
export function cardFieldOf({ cards, holders }: LithicState): ControlField {
  const options = async () => {
    const [found, owners] = await Promise.all([cards.find({}, { newestFirst: true, limit: 50 }), holders.find({}, { newestFirst: true, limit: 200 })]);
    const ownerOf = new Map(owners.map(({ holder }) => [holder.account_token, holder.business_entity?.legal_business_name]));
    return found.map(({ card }) => ({
      value: card.token,
      label: `•${card.last_four} ${card.memo || (ownerOf.get(card.account_token) ?? '')} (${card.state})`,
    }));
  };
  return { name: 'card_token', label: 'Card', type: 'select', options };
}

/** Returns the chosen card. Throws a Refusal for one that does not exist. */
export async function cardOf({ cards }: LithicState, token: string | undefined): Promise<StoredCard> {
  const card = await cards.get(token ?? '');
  if (!card) throw new Refusal(404, { error: 'no such card' });
  return card;
}
