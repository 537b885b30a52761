import { databaseOf, type ScopedDatabase } from '../../../db/databaseOf.ts';
import { cardInWords, nameOfCard } from '../../../domain/card/namedCard.ts';
import type { Deps } from '../../deps.ts';
import { type Letter, paragraph } from '../letter.ts';
import type { LetterContext } from '../letterContext.ts';

/** Tells a cardholder what became of their request. `about` is the request and their address. */
export async function cardRequestAnswerLetter({ database }: Deps, { scope, about }: LetterContext): Promise<Letter | null> {
  const [id = ''] = about.split(' ');
  const own = databaseOf(database, scope);
  const request = await own.cardRequest.findUnique({ where: { receiver_id_id: { id } } });
  if (!request || request.state === 'open') return null;
  const action = { label: 'See your cards', path: '/card' };
  if (request.state === 'refused')
    return {
      subject: 'Your request was not granted',
      passages: [paragraph('Somebody who manages the cards said no this time. Talk to them when you need it all the same.')],
      action,
    };
  if (request.kind === 'card') {
    const order = await own.cardIssue.findFirst({ where: { request_id: id } });
    if (order?.refused_at)
      return {
        subject: 'Your card could not be made',
        passages: [
          paragraph('Your request was granted, but the card issuer did not make the card. Whoever manages the cards can order another one: talk to them.'),
        ],
        action,
      };
    const card = order?.card_token ? await cardCalled(own, order.card_token) : null;
    return {
      subject: card === null ? 'Your card is ready' : `Your card is ready: ${card}`,
      passages: [paragraph('Your request was granted, and a card of your own is on your dashboard.')],
      action,
    };
  }
  return { subject: 'You can spend more today', passages: [paragraph('Your request was granted. It ends by itself at the end of the day.')], action };
}

/** Returns a card in words; null of one that is not stored any more. */
async function cardCalled(own: ScopedDatabase, token: string): Promise<string | null> {
  const card = await own.card.findUnique({ where: { receiver_id_token: { token } } });
  return card && cardInWords({ name: nameOfCard(card), last_four: card.last_four });
}
