import { queryOptions } from '@tanstack/react-query';
import type { getCard } from '../../../server/contract/card.ts';
import { isLinked } from '../../../server/domain/receiver/receiver.ts';
import type { Api } from '../../api.ts';

/** Returns the query of a receiver's card, kept under the receiver's token. Disabled while the receiver has no card. */
export function cardQuery(api: Api, { token, lithic_card_token: card }: { token: string; lithic_card_token: string | null }) {
  return queryOptions({
    queryKey: ['dashboard', token, 'card', card],
    queryFn: ({ signal }) => api.call<typeof getCard>('GET /api/lithic_card', { query: { token: card ?? '' }, signal }),
    enabled: hasCard(card),
  });
}

export function hasCard(card: string | null): card is string {
  return isLinked(card);
}
