import { prismaOf, type Transaction } from '../client.ts';
import type { HandedInSession, HandInJti } from '../generated/client.ts';

/** Records the first use of a handed-in token. Returns false when it was used before. */
export async function takeHandInToken(transaction: Transaction, token: HandInJti): Promise<boolean> {
  const { count } = await prismaOf(transaction).handInJti.createMany({ data: token, skipDuplicates: true });
  return count === 1;
}

/** Returns the first use of a handed-in token. */
export function firstUseOfToken(transaction: Transaction, issuer: string, jti: string): Promise<HandInJti | null> {
  return prismaOf(transaction).handInJti.findUnique({ where: { issuer_jti: { issuer, jti } } });
}

/** The key of an access token's session. `receiver_id` is the one in the token. */
type SessionKey = Pick<HandedInSession, 'receiver_id' | 'token_hash'>;

/** Returns the session that a platform began with an access token; null for a token that was not handed in. */
export function findHandedInSession(transaction: Transaction, key: SessionKey): Promise<HandedInSession | null> {
  return prismaOf(transaction).handedInSession.findUnique({ where: { receiver_id_token_hash: key } });
}

/** Stores the session of an access token. Tokens of one receiver minted in the same second may be identical; the later session is kept. */
export async function storeHandedInSession(
  transaction: Transaction,
  key: SessionKey,
  session: Pick<HandedInSession, 'started_at' | 'ends_at' | 'platform_user_id'>,
): Promise<void> {
  await prismaOf(transaction).handedInSession.upsert({
    where: { receiver_id_token_hash: key },
    create: { ...key, ...session },
    update: { ...session, renewed_at: null },
  });
}
