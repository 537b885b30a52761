import { databaseOf } from '../../db/databaseOf.ts';
import { DomainError } from '../../domain/basics/errors.ts';
import type { Deps } from '../deps.ts';
import type { Caller } from './caller.ts';

/**
 * Returns whether a member of the team holds every one of some cards. Throws the `not_found` of a card that does not exist
 * for a cardholder, who reaches their own cards alone.
 */
export async function holdsCards(
  { database }: Pick<Deps, 'database'>,
  { scope, memberId, role }: Pick<Caller, 'scope' | 'memberId' | 'role'>,
  tokens: readonly string[],
): Promise<boolean> {
  const distinct = [...new Set(tokens)];
  const held =
    memberId === null
      ? []
      : await databaseOf(database, scope).card.findMany({ where: { holder_id: memberId, token: { in: distinct } }, select: { token: true } });
  const holdsAll = held.length === distinct.length;
  if (role === 'cardholder' && !holdsAll) throw new DomainError('not_found');
  return holdsAll;
}
