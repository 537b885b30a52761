import { databaseOf } from '../../../db/databaseOf.ts';
import type { Deps } from '../../deps.ts';
import { type Letter, paragraph } from '../letter.ts';
import type { LetterContext } from '../letterContext.ts';

/** Tells a cardholder what became of their request. `about` is the request and their address. */
export async function cardRequestAnswerLetter({ database }: Deps, { scope, about }: LetterContext): Promise<Letter | null> {
  const [id = ''] = about.split(' ');
  const request = await databaseOf(database, scope).cardRequest.findUnique({ where: { receiver_id_id: { id } } });
  if (!request || request.state === 'open') return null;
  if (request.state === 'refused')
    return {
      subject: 'Your request was not granted',
      passages: [paragraph('Somebody who manages the cards said no this time. Talk to them when you need it all the same.')],
      action: { label: 'See your cards', path: '/card' },
    };
  const isCard = request.kind === 'card';
  return {
    subject: isCard ? 'Your card is ready' : 'You can spend more today',
    passages: [
      paragraph(
        isCard
          ? 'Your request was granted, and a card of your own is on your dashboard.'
          : 'Your request was granted. It ends by itself at the end of the day.',
      ),
    ],
    action: { label: 'See your cards', path: '/card' },
  };
}
