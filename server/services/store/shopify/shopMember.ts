import { inTransaction } from '../../../db/database.ts';
import { findStorePerson, recordStorePerson } from '../../../db/queries/storePeople.ts';
import type { StorePerson } from '../../../db/rows.ts';
import { dayMs } from '../../../domain/basics/dates.ts';
import { DomainError } from '../../../domain/basics/errors.ts';
import { ProviderFailure, Refused } from '../../../providers/failure.ts';
import type { ShopMember, ShopSession } from '../../../providers/ports/shopPlatform.ts';
import type { Deps } from '../../deps.ts';

/** How long the platform itself lets a description of a member of the staff stand, in milliseconds. */
const knownMs = dayMs;

const nameOf = ({ firstName, lastName }: ShopMember) => [firstName, lastName].filter((part) => part !== null).join(' ') || null;

/**
 * Asks the shop who holds a session token, and stores the answer: only the platform says who owns a shop. While the
 * platform does not answer, what it said within a day stands. Throws `unauthenticated` for a token that the shop does not
 * take, and `provider_unavailable`.
 */
export async function meetShopMember(deps: Deps, { shop, userId }: Pick<ShopSession, 'shop' | 'userId'>, sessionToken: string): Promise<StorePerson> {
  const { database, clock, providers } = deps;
  const key = { platform: 'shopify', store: shop, user_id: userId };
  const member = await providers.shopPlatform.readMember(shop, sessionToken).catch((failure: unknown) => {
    if (failure instanceof Refused) throw new DomainError('unauthenticated');
    if (failure instanceof ProviderFailure) return null;
    throw failure;
  });
  if (member === null) return lastKnown(deps, key);
  if (member.userId !== userId) throw new DomainError('unauthenticated');
  const person: StorePerson = {
    ...key,
    name: nameOf(member),
    email: member.email,
    is_email_verified: member.isEmailVerified,
    is_owner: member.isOwner,
    seen_at: clock(),
  };
  await inTransaction(database, (transaction) => recordStorePerson(transaction, person));
  return person;
}

async function lastKnown({ database, clock }: Deps, key: Pick<StorePerson, 'platform' | 'store' | 'user_id'>): Promise<StorePerson> {
  const known = await findStorePerson(database, key);
  if (!known || clock().getTime() - known.seen_at.getTime() > knownMs) throw new DomainError('provider_unavailable');
  return known;
}
