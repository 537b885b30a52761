import { z } from 'zod';
import { databaseOf } from '../../../db/databaseOf.ts';
import { cardInWords, nameOfCard } from '../../../domain/card/namedCard.ts';
import { readPeople } from '../../card/holders.ts';
import type { Deps } from '../../deps.ts';
import { mailAddressOf } from '../../receiver/mailAddress.ts';
import { facts, type Letter, paragraph } from '../letter.ts';
import type { LetterContext } from '../letterContext.ts';

const changeDetails = z.object({ card_token: z.string(), from_id: z.string().nullable(), to_id: z.string().nullable(), by_id: z.string().nullable() });

/** Tells old holder, new holder and owner that a card was given to another person. `about` is the event and the address. */
export async function cardHolderChangedLetter({ database }: Deps, { scope, receiver, program, about }: LetterContext): Promise<Letter | null> {
  const [id = '', address] = about.split(' ');
  const isOwners = address === mailAddressOf(receiver);
  const own = databaseOf(database, scope);
  const event = await own.timelineEvent.findUniqueOrThrow({ where: { receiver_id_id: { id } } });
  const { card_token: token, from_id, to_id, by_id } = changeDetails.parse(event.details);
  const card = await own.card.findUnique({ where: { receiver_id_token: { token } } });
  if (!card) return null;
  const people = await readPeople(database, { scope, receiver });
  const called = cardInWords({ name: nameOfCard(card), last_four: card.last_four });
  return {
    subject: `The card ${called} has a new cardholder`,
    passages: [
      paragraph('Phones that had the card can no longer pay with it.'),
      facts(['Before', people(from_id).name], ['Now', people(to_id).name], ['Changed by', people(by_id).name]),
      paragraph(
        `If this is not right, ${isOwners ? 'change it on the card’s page' : `tell ${people(null).name}, the owner of the account`}, or write to ${program.supportEmail}.`,
      ),
    ],
    action: { label: 'Open your cards', path: '/card' },
  };
}
