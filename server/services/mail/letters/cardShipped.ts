import { databaseOf } from '../../../db/databaseOf.ts';
import type { Deps } from '../../deps.ts';
import { facts, type Letter, paragraph } from '../letter.ts';
import type { LetterContext } from '../letterContext.ts';

/** Tells that the physical card is in the mail. `about` is the card's token. */
export async function cardShippedLetter({ database }: Deps, { scope, program, about }: LetterContext): Promise<Letter | null> {
  const card = await databaseOf(database, scope).card.findUnique({ where: { receiver_id_token: { token: about } } });
  if (!card?.shipped_at) return null;
  return {
    subject: `Your ${program.name} card is in the mail`,
    passages: [
      paragraph(`Your physical card ending in ${card.last_four} is on its way. When it arrives, activate it on your dashboard to use it in stores.`),
      ...(card.tracking_number === null ? [] : [facts(['Tracking number', card.tracking_number])]),
    ],
    action: { label: 'See your card', path: '/card' },
  };
}
