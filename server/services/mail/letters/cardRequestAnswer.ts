import { databaseOf, type ScopedDatabase } from '../../../db/databaseOf.ts';
import { readSpentOfCards } from '../../../db/queries/cardSpent.ts';
import type { CardRequest } from '../../../db/rows.ts';
import { isLimitKind } from '../../../domain/card/controls/controls.ts';
import { nothingSpent, remainder, spentOf } from '../../../domain/card/controls/firstFailingControl.ts';
import { periodStarts } from '../../../domain/card/controls/periods.ts';
import { cardInWords, nameOfCard } from '../../../domain/card/namedCard.ts';
import { storedLimitRaise } from '../../card/controls/storedControls.ts';
import type { Deps } from '../../deps.ts';
import { type Letter, paragraph } from '../letter.ts';
import type { LetterContext } from '../letterContext.ts';

/** Tells a cardholder what became of their request. `about` is the request and their address. */
export async function cardRequestAnswerLetter(deps: Deps, context: LetterContext): Promise<Letter | null> {
  const [id = ''] = context.about.split(' ');
  const own = databaseOf(deps.database, context.scope);
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
  if (await isStillRaised(deps, context, request))
    return { subject: 'You can spend more today', passages: [paragraph('Your request was granted. It ends by itself at the end of the day.')], action };
  return {
    subject: 'Your request was granted, and that is over by now',
    passages: [paragraph('What you asked for has been spent, or has ended since. Ask again when you need more.')],
    action,
  };
}

/** Decides whether a granted raise still lets something through: with the card that it was asked for, or the one that took its place. */
async function isStillRaised(deps: Deps, { scope, program }: LetterContext, { card_token, control, subject }: CardRequest): Promise<boolean> {
  if (card_token === null || control === null) return false;
  const own = databaseOf(deps.database, scope);
  const now = deps.clock();
  const cards = await own.card.findMany({ where: { OR: [{ token: card_token }, { predecessors: { has: card_token } }] }, select: { token: true } });
  const inForce = { control, subject, ended_at: null, ends_at: { gt: now } };
  const limitRaises = await own.cardRaise.findMany({ where: { card_token: { in: cards.map(({ token }) => token) }, ...inForce } });
  const spent = await readSpentOfCards(deps.database, scope, periodStarts(program.timeZone, now));
  return limitRaises.some((raise) => {
    const { control: raised, amount_cents } = storedLimitRaise(raise);
    const ofCard = spent.get(raise.card_token) ?? nothingSpent;
    return amount_cents === null || !isLimitKind(raised) || remainder(amount_cents, spentOf(raised, ofCard)) > 0;
  });
}

/** Returns a card in words; null of one that is not stored any more. */
async function cardCalled(own: ScopedDatabase, token: string): Promise<string | null> {
  const card = await own.card.findUnique({ where: { receiver_id_token: { token } } });
  return card && cardInWords({ name: nameOfCard(card), last_four: card.last_four });
}
