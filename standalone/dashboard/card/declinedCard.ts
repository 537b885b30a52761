import { useQuery } from '@tanstack/react-query';
import type { DeclinedPurchase } from '../../../server/contract/declines.ts';
import { type RemedyState, remedyStateOfCard } from '../../../server/domain/card/declines.ts';
import { useReceiver } from '../../session/receiver.ts';
import { useApi } from '../../session/session.ts';
import { cardsQuery } from './cardsQueries.ts';

/**
 * Returns whose card was declined in words, and what a remedy can change about it. The words are empty on an account with one card,
 * which needs no name.
 * @param ofCard the state of the card of the page, or of home.
 * @param cardOfPage the token of the card whose page it is, which needs no name there; undefined elsewhere.
 */
export function useDeclinedCard(
  { card_token, card_name, card_last_four }: DeclinedPurchase,
  ofCard: RemedyState,
  cardOfPage?: string,
): { words: string; state: RemedyState } {
  const { receiver } = useReceiver();
  const { data, error } = useQuery(cardsQuery(useApi(), receiver.token));
  const card = data?.cards.find(({ token }) => token === card_token);
  // Where the cards cannot be read, the decline's own words name its card.
  const isOnly = cardOfPage !== undefined || (data === undefined ? error === null : data.cards.length < 2);
  const name = [card?.name ?? card_name, card_last_four === null ? null : `•••• ${card_last_four}`].filter((part) => part !== null).join(' ');
  const words = isOnly || name === '' ? '' : ` with ${name}${card === undefined ? '' : `, ${card.holder.name}`}`;
  return { words, state: remedyStateOfCard(card_token, ofCard, { first: cardOfPage ?? receiver.lithic_card_token, cards: data?.cards ?? [] }) };
}
