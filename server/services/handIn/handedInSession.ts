import { createHash } from 'node:crypto';
import { inTransaction } from '../../db/database.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import { findReceiverOfUser } from '../../db/queries/findReceiver.ts';
import { findHandedInSession, storeHandedInSession } from '../../db/queries/handInTokens.ts';
import type { HandedInSession, Receiver } from '../../db/rows.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import { DomainError } from '../../domain/basics/errors.ts';
import { Refused } from '../../providers/failure.ts';
import type { CurrentProgram, Deps } from '../deps.ts';

/** An access token is valid for half an hour and is renewed by the page that holds it; the session ends after twelve hours. */
const tokenMinutes = 30;
const sessionMs = 12 * 60 * 60 * 1_000;

/** The person behind a token, as the caller's middleware found them. */
interface SessionHolder {
  scope: ReceiverScope;
  token: string;
}

const hashOf = (accessToken: string) => createHash('sha256').update(accessToken).digest('hex');

/**
 * Begins a session for a receiver that a platform handed in, and returns its first access token. `platformUserId` is
 * the person among the store's staff who came.
 */
export async function startHandedInSession(
  { database, clock, providers }: Deps,
  program: CurrentProgram,
  receiver: Receiver,
  platformUserId: string | null,
): Promise<string> {
  const { accessToken } = await providers.authentication.createAccessToken(program, receiver.token, tokenMinutes);
  const now = clock();
  const session = { started_at: now, ends_at: new Date(now.getTime() + sessionMs), platform_user_id: platformUserId };
  await storeHandedInSession(database, { receiver_id: receiver.id, token_hash: hashOf(accessToken) }, session);
  return accessToken;
}

const isOver = ({ ends_at, renewed_at, revoked_at }: HandedInSession, now: Date) => renewed_at !== null || revoked_at !== null || ends_at <= now;

/** Decides whether the person behind a handed-in token has since lost access to the app. */
export async function isRevoked({ database }: Pick<Deps, 'database'>, { scope }: SessionHolder, accessToken: string): Promise<boolean> {
  const where = { receiver_id_token_hash: { token_hash: hashOf(accessToken) } };
  const session = await databaseOf(database, scope).handedInSession.findUnique({ where, select: { revoked_at: true } });
  return session !== null && session.revoked_at !== null;
}

/**
 * Returns a new access token in exchange for the present one, which can then no longer renew. Throws `unauthenticated`
 * when the session is over, or the token was not handed in.
 */
export async function renewHandedInSession(
  { database, clock, providers }: Deps,
  program: CurrentProgram,
  caller: SessionHolder,
  presentToken: string,
): Promise<string> {
  const where = { receiver_id_token_hash: { token_hash: hashOf(presentToken) } };
  const session = await databaseOf(database, caller.scope).handedInSession.findUnique({ where });
  const now = clock();
  if (!session || isOver(session, now)) throw new DomainError('unauthenticated');
  const { started_at, ends_at, platform_user_id } = session;
  const { accessToken } = await providers.authentication.createAccessToken(program, caller.token, tokenMinutes);
  await inTransaction(database, async (transaction) => {
    const present = { token_hash: hashOf(presentToken), renewed_at: null, revoked_at: null };
    const { count } = await databaseOf(transaction, caller.scope).handedInSession.updateMany({ where: present, data: { renewed_at: now } });
    if (count === 0) throw new DomainError('unauthenticated');
    const key = { receiver_id: caller.scope.receiverId, token_hash: hashOf(accessToken) };
    await storeHandedInSession(transaction, key, { started_at, ends_at, platform_user_id });
  });
  return accessToken;
}

/** Ends the session of a token, which can then no longer renew. `ended` is false when there was no session. */
export async function endHandedInSession({ database }: Deps, { scope }: SessionHolder, accessToken: string): Promise<{ ended: boolean }> {
  const { count } = await databaseOf(database, scope).handedInSession.deleteMany({ where: { token_hash: hashOf(accessToken) } });
  return { ended: count > 0 };
}

/** Returns the receiver of a token's handed-in session at a program; null when the session is over, or was not handed in. */
export async function receiverOfHandedInSession({ database, clock, providers }: Deps, program: CurrentProgram, accessToken: string): Promise<Receiver | null> {
  const user = await providers.authentication.verifyAccessToken(program, accessToken).catch((failure: unknown) => {
    if (failure instanceof Refused) return null;
    throw failure;
  });
  const receiver = user && (await findReceiverOfUser(database, user.userId));
  if (!receiver) return null;
  const session = await findHandedInSession(database, { receiver_id: receiver.id, token_hash: hashOf(accessToken) });
  return session && !isOver(session, clock()) ? receiver : null;
}
