import { queryOptions } from '@tanstack/react-query';
import type { getCardRequests, getCards, getOneCard } from '../../../server/contract/cards.ts';
import type { Api } from '../../api.ts';

/** Returns the query of all cards of the viewed receiver; of a cardholder's own. */
export function cardsQuery(api: Api, token: string) {
  return queryOptions({
    queryKey: ['dashboard', token, 'cards'],
    queryFn: ({ signal }) => api.call<typeof getCards>('GET /api/users/:token/cards', { params: { token }, signal }),
  });
}

/** Returns the query of one card with its controls, raises and wallets. */
export function oneCardQuery(api: Api, token: string, card: string) {
  return queryOptions({
    queryKey: ['dashboard', token, 'one-card', card],
    queryFn: ({ signal }) => api.call<typeof getOneCard>('GET /api/users/:token/cards/:card', { params: { token, card }, signal }),
  });
}

/** Returns the query of what cardholders ask for. */
export function cardRequestsQuery(api: Api, token: string) {
  return queryOptions({
    queryKey: ['dashboard', token, 'card-requests'],
    queryFn: ({ signal }) => api.call<typeof getCardRequests>('GET /api/users/:token/card_requests', { params: { token }, signal }),
  });
}
