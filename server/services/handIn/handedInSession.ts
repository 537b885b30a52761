import { createHash } from 'node:crypto';
import { inTransaction, type Transaction } from '../../db/database.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import { findHandedInSession, storeHandedInSession } from '../../db/queries/handInTokens.ts';
import { readSignedIn } from '../../db/queries/signedInReceiver.ts';
import type { HandedInSession, Receiver } from '../../db/rows.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import { isSessionEnded } from '../../domain/access/endedSessions.ts';
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
 * the person among the store's staff who came. Throws `unauthenticated` for a person whom the provider lets in no more.
 */
export async function startHandedInSession(deps: Deps, program: CurrentProgram, receiver: Receiver, platformUserId: string | null): Promise<string> {
  const { database, clock, providers } = deps;
  await requireEnabled(deps, program, receiver.token);
  const { accessToken } = await providers.authentication.createAccessToken(program, receiver.token, tokenMinutes);
  const now = clock();
  const session = { started_at: now, ends_at: new Date(now.getTime() + sessionMs), platform_user_id: platformUserId };
  await storeHandedInSession(database, { receiver_id: receiver.id, token_hash: hashOf(accessToken) }, session);
  return accessToken;
}

const isOver = ({ ends_at, renewed_at, revoked_at }: HandedInSession, now: Date) => renewed_at !== null || revoked_at !== null || ends_at <= now;

/** Returns whether the handed-in session of a token is open, or has ended by a log-out or because the person lost access to the app; `none` for a token without one. */
export async function standingOf(
  { database }: Pick<Deps, 'database'>,
  { scope }: Pick<SessionHolder, 'scope'>,
  accessToken: string,
): Promise<'none' | 'open' | 'ended'> {
  const where = { receiver_id_token_hash: { token_hash: hashOf(accessToken) } };
  const session = await databaseOf(database, scope).handedInSession.findUnique({ where, select: { revoked_at: true } });
  if (session === null) return 'none';
  return session.revoked_at === null ? 'open' : 'ended';
}

/** Throws `unauthenticated` for a person whom the provider lets in no more: it makes access tokens of them all the same. */
async function requireEnabled({ providers: { authentication } }: Deps, program: CurrentProgram, userId: string): Promise<void> {
  const user = await authentication.findUserById(program, userId);
  if (user === null || !user.isEnabled || user.isLocked) throw new DomainError('unauthenticated');
}

/**
 * Returns a new access token in exchange for the present one, which can then no longer renew. Throws `unauthenticated`
 * when the session is over, or the token was not handed in.
 */
export async function renewHandedInSession(deps: Deps, program: CurrentProgram, caller: SessionHolder, presentToken: string): Promise<string> {
  const { database, clock, providers } = deps;
  const where = { receiver_id_token_hash: { token_hash: hashOf(presentToken) } };
  const session = await databaseOf(database, caller.scope).handedInSession.findUnique({ where });
  const now = clock();
  if (!session || isOver(session, now)) throw new DomainError('unauthenticated');
  await requireEnabled(deps, program, caller.token);
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

/** Ends the sessions of the person behind a token, in every tab: their tokens are refused from now on. `ended` is false when there was no session. */
export async function endHandedInSessions(
  { clock }: Pick<Deps, 'clock'>,
  transaction: Transaction,
  { scope }: Pick<SessionHolder, 'scope'>,
  accessToken: string,
): Promise<{ ended: boolean }> {
  const { handedInSession } = databaseOf(transaction, scope);
  const session = await handedInSession.findUnique({ where: { receiver_id_token_hash: { token_hash: hashOf(accessToken) } } });
  if (session === null) return { ended: false };
  const { platform_user_id } = session;
  const { count } = await handedInSession.updateMany({ where: { platform_user_id, revoked_at: null }, data: { revoked_at: clock() } });
  return { ended: count > 0 };
}

/** Returns the receiver of a token's handed-in session at a program; null when the session is over, or was not handed in. */
export async function receiverOfHandedInSession({ database, clock, providers }: Deps, program: CurrentProgram, accessToken: string): Promise<Receiver | null> {
  const user = await providers.authentication.verifyAccessToken(program, accessToken).catch((failure: unknown) => {
    if (failure instanceof Refused) return null;
    throw failure;
  });
  const found = user && (await readSignedIn(database, user.userId));
  if (!found || isSessionEnded({ issuedAt: user.issuedAt, handedIn: 'open' }, found.signIn)) return null;
  const { receiver } = found;
  const session = await findHandedInSession(database, { receiver_id: receiver.id, token_hash: hashOf(accessToken) });
  return session && !isOver(session, clock()) ? receiver : null;
}
