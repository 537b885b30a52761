import { Prisma, readOften, type Transaction } from '../client.ts';
import type { HandedInSession } from '../generated/client.ts';
import type { ReceiverScope } from '../scope.ts';

/** A handed-in session as one of its access tokens leads to it. */
export type SessionOfToken = Omit<HandedInSession, 'receiver_id'> & {
  /** When the token was exchanged for the next one. */
  renewed_at: Date | null;
};

/** Returns the session of an access token by the token's own id; null for a token that was not handed in. Every call of a handed-in session begins with it. */
export async function findSessionOfToken(transaction: Transaction, { receiverId }: ReceiverScope, tokenId: string): Promise<SessionOfToken | null> {
  const [found] = await readOften<SessionOfToken>(
    transaction,
    Prisma.sql`
      SELECT session.id, session.started_at, session.ends_at, session.platform_user_id, session.is_owner, session.platform, session.store, session.revoked_at, token.renewed_at
      FROM handed_in_session token JOIN platform_session session ON session.receiver_id = token.receiver_id AND session.id = token.session_id
      WHERE token.receiver_id = ${receiverId}::uuid AND token.token_hash = ${tokenId}`,
  );
  return found ?? null;
}
