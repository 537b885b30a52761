import { databaseOf } from '../../../db/databaseOf.ts';
import type { Deps } from '../../deps.ts';
import { facts, type Letter, paragraph } from '../letter.ts';
import type { LetterContext } from '../letterContext.ts';

/** Tells that a card that had to wait for the issuer was issued. `about` is the number of the order. */
export async function cardIssuedLetter({ database }: Deps, { scope, program, about }: LetterContext): Promise<Letter | null> {
  const order = await databaseOf(database, scope).cardOrder.findUnique({ where: { receiver_id_number: { number: Number(about) } } });
  if (!order?.card_token) return null;
  const sent = order.shipping_address === null ? '' : ' The physical card is being made and comes by mail.';
  return {
    subject: `Your ${program.name} card is ready`,
    passages: [paragraph(`The card issuer has accepted your business, and your virtual card is ready to use.${sent}`)],
    action: { label: 'See your card', path: '/' },
  };
}

/** Tells that the physical card is in the mail. `about` is the card's token. */
export async function cardShippedLetter({ database }: Deps, { scope, program, about }: LetterContext): Promise<Letter | null> {
  const card = await databaseOf(database, scope).card.findUnique({ where: { receiver_id_token: { token: about } } });
  if (!card?.shipped_at) return null;
  return {
    subject: `Your ${program.name} card is in the mail`,
    passages: [
      paragraph(`Your physical card ending in ${card.last_four} is on its way. When it arrives, choose "I have my card" on your dashboard to start using it.`),
      ...(card.tracking_number === null ? [] : [facts(['Tracking number', card.tracking_number])]),
    ],
    action: { label: 'Open the dashboard', path: '/' },
  };
}
