import { databaseOf } from '../../../db/databaseOf.ts';
import type { Deps } from '../../deps.ts';
import { type Letter, paragraph } from '../letter.ts';
import type { LetterContext } from '../letterContext.ts';

/** Tells that a card that had to wait for the issuer was issued. `about` is the number of the order. */
export async function cardIssuedLetter({ database }: Deps, { scope, program, about }: LetterContext): Promise<Letter | null> {
  const own = databaseOf(database, scope);
  const order = await own.cardOrder.findUnique({ where: { receiver_id_number: { number: Number(about) } } });
  const card = order?.card_token ? await own.card.findUnique({ where: { receiver_id_token: { token: order.card_token } } }) : null;
  if (!order || !card) return null;
  const sent = order.shipping_address === null ? '' : ' The physical card is being made and comes by mail.';
  return {
    subject: `Your ${program.name} card ending in ${card.last_four} is ready`,
    passages: [paragraph(`The card issuer has accepted your business, and your virtual card is ready to use.${sent}`)],
    action: { label: 'See your card', path: '/' },
  };
}
