import { databaseOf } from '../../../db/databaseOf.ts';
import type { Deps } from '../../deps.ts';
import { type Letter, paragraph } from '../letter.ts';
import type { LetterContext } from '../letterContext.ts';

/** Tells that a card that we had paused can be used again. `about` is the card's token and the time. */
export async function cardReopenedLetter({ database }: Deps, { scope, about }: LetterContext): Promise<Letter | null> {
  const [token = ''] = about.split(' ');
  const card = await databaseOf(database, scope).card.findUnique({ where: { receiver_id_token: { token } } });
  if (card?.state !== 'OPEN') return null;
  return {
    subject: `Your card ending in ${card.last_four} works again`,
    passages: [paragraph('The hold on your account is over, and we have opened your card again. There is nothing to do.')],
    action: { label: 'Open the dashboard', path: '/' },
  };
}
