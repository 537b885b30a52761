import type { ControlField } from '../core/core.ts';
import { Refusal } from '../core/handle.ts';
import type { LithicState, StoredCard } from './state.ts';

/** Returns the field in which a card is chosen, of the newest fifty: `•3160 Meta ads, Harbor Street Bakery (OPEN)`. */
export function cardFieldOf(state: LithicState): ControlField {
  const options = async () => {
    const [found, nameOf] = await Promise.all([state.cards.find({}, { newestFirst: true, limit: 50 }), cardNames(state)]);
    return found.map(({ card }) => ({ value: card.token, label: `${nameOf(card)} (${card.state})` }));
  };
  return { name: 'card_token', label: 'Card', type: 'select', options };
}

/** Returns what names a card on the control page. Every demo merchant has a card of the same name, so the business stands beside it. */
export async function cardNames({ holders }: LithicState): Promise<(card: StoredCard['card']) => string> {
  const owners = await holders.find({}, { newestFirst: true, limit: 200 });
  const ownerOf = new Map(owners.map(({ holder }) => [holder.account_token, holder.business_entity?.legal_business_name]));
  return ({ last_four, memo, account_token }) => {
    const owner = ownerOf.get(account_token) ?? '';
    const names = [memo ?? '', owner].filter((name, index, all) => name !== '' && all.indexOf(name) === index);
    return `•${last_four} ${names.join(', ')}`;
  };
}

/** Returns the chosen card. Throws a Refusal for one that does not exist. */
export async function cardOf({ cards }: LithicState, token: string | undefined): Promise<StoredCard> {
  const card = await cards.get(token ?? '');
  if (!card) throw new Refusal(404, { error: 'no such card' });
  return card;
}
