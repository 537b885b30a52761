import { databaseOf } from '../../../db/databaseOf.ts';
import { cents, formatUsd } from '../../../domain/basics/money.ts';
import type { Deps } from '../../deps.ts';
import { facts, type Letter, paragraph } from '../letter.ts';
import type { LetterContext } from '../letterContext.ts';

/** Tells owner and admins what a cardholder asks for. `about` is the request and the address; nothing is sent once it is answered. */
export async function cardRequestLetter({ database }: Deps, { scope, about }: LetterContext): Promise<Letter | null> {
  const [id = ''] = about.split(' ');
  const own = databaseOf(database, scope);
  const request = await own.cardRequest.findUnique({ where: { receiver_id_id: { id } } });
  if (request?.state !== 'open') return null;
  const member = await own.teamMember.findUniqueOrThrow({ where: { receiver_id_id: { id: request.member_id } } });
  const card = request.card_token === null ? null : await own.card.findUnique({ where: { receiver_id_token: { token: request.card_token } } });
  const name = member.name ?? member.email;
  return {
    subject: request.kind === 'card' ? `${name} asks for a card` : `${name} asks to spend more`,
    passages: [
      paragraph(
        request.kind === 'card'
          ? `${name} would like a card of their own.`
          : `A control of the card ending in ${card?.last_four ?? '…'} stands in the way of a purchase.`,
      ),
      facts(
        ['Amount', request.amount_cents === null ? null : formatUsd(cents(Number(request.amount_cents)))],
        ['Note', request.note],
        ['Asked by', member.email],
      ),
      paragraph('Say yes or no on your dashboard: one tap is enough.'),
    ],
    action: { label: 'Answer the request', path: '/card' },
  };
}
