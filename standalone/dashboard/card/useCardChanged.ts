import { useQueryClient } from '@tanstack/react-query';
import type { CardDetail } from '../../../server/contract/cards.ts';
import { useReceiver } from '../../session/receiver.ts';
import { useApi } from '../../session/session.ts';
import { oneCardQuery } from './cardsQueries.ts';

/** Returns what shows the answer of a call that changed a card, and reads anew what else shows cards. Null for a card that is still being made. */
export function useCardChanged(): (card: CardDetail | null) => Promise<void> {
  const api = useApi();
  const queries = useQueryClient();
  const { token } = useReceiver().receiver;
  return async (card) => {
    if (card !== null) queries.setQueryData(oneCardQuery(api, token, card.token).queryKey, card);
    const subjects = ['cards', 'card', 'declines', 'card-requests'];
    await Promise.all(subjects.map((subject) => queries.invalidateQueries({ queryKey: ['dashboard', token, subject] })));
  };
}
