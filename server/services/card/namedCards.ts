import type { Reading } from '../../db/database.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import { type NamedCard, nameOfCard } from '../../domain/card/namedCard.ts';
import { type Owned, readPeople } from './holders.ts';

/** An account, and the member of its team whose cards alone are seen; absent for all cards. */
export interface SeenCards extends Owned {
  holderId?: string;
}

/** Reads the cards of an account that a caller sees, each with its name and its holder, the newest first. */
export async function readNamedCards(reading: Reading, { holderId, ...account }: SeenCards): Promise<readonly NamedCard[]> {
  const cards = await databaseOf(reading, account.scope).card.findMany({
    ...(holderId !== undefined && { where: { holder_id: holderId } }),
    select: { token: true, name: true, name_on_card: true, last_four: true, holder_id: true },
    orderBy: [{ created_at: 'desc' }, { token: 'desc' }],
  });
  const people = await readPeople(reading, account);
  return cards.map(({ token, last_four, holder_id, ...names }) => {
    const { id, name } = people(holder_id);
    return { token, name: nameOfCard(names), last_four, holder: { id, name } };
  });
}
