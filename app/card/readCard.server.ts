import type { getCard } from '../../server/contract/card.ts';
import type { getOneCard } from '../../server/contract/cards.ts';
import type { Merchant } from '../merchant.server.ts';

/** Reads a card for its page: with its controls, and as the issuer has it, or why the issuer could not be asked. Throws for a card that is not there. */
export async function readCard(merchant: Merchant, token: string, card: string) {
  const [detail, issued] = await Promise.all([
    merchant.ask<typeof getOneCard>('GET /api/users/:token/cards/:card', { params: { token, card } }),
    merchant.attempt<typeof getCard>('GET /api/lithic_card', { query: { token: card } }),
  ]);
  return { detail, issued: issued.ok ? issued.value : null, problem: issued.ok ? null : issued.problem };
}
