import { inTransaction, type Transaction } from '../../db/database.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import { findSessionOfToken, type SessionOfToken } from '../../db/queries/handedInSessions.ts';
import { holdStoreAccess } from '../../db/queries/platformAccounts.ts';
import { readSignedIn } from '../../db/queries/signedInReceiver.ts';
import type { Receiver } from '../../db/rows.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import { isSessionEnded } from '../../domain/access/endedSessions.ts';
import { hourMs } from '../../domain/basics/dates.ts';
import { DomainError } from '../../domain/basics/errors.ts';
import { Refused } from '../../providers/failure.ts';
import { type Caller, type CallerSession, callerOf } from '../access/caller.ts';
import type { CurrentProgram, Deps } from '../deps.ts';

/** How long an access token is valid, in minutes; the page that holds it renews it. */
const tokenMinutes = 30;
/** How long a session lasts, in milliseconds, where the platform sets no other end. */
const sessionMs = 12 * hourMs;
/** Tokens of one user that live equally long and were made in the same second are one and the same: each further one lives a minute longer. */
const tokensInOneSecond = 15;

/** The person of a store whom a platform handed in. */
export interface PlatformPerson {
  /** Null where the platform does not say who it is. */
  platformUserId: string | null;
  /** Whether the platform says that this person owns the store. */
  isOwner: boolean;
  /** The store and its platform; null where no store handed them in. */
  ofStore: { platform: string; store: string } | null;
}

/**
 * Begins a session and returns its first access token. Throws `unauthenticated` for a person whom the provider lets in no more, and for
 * one whose access the store took away since it handed them in.
 */
export async function startHandedInSession(
  deps: Deps,
  program: CurrentProgram,
  receiver: Receiver,
  { platformUserId, isOwner, ofStore }: PlatformPerson,
  endsAt?: Date,
): Promise<string> {
  await requireEnabled(deps, program, receiver.token);
  const { scope } = callerOf(receiver);
  const now = deps.clock();
  const ends_at = endsAt ?? new Date(now.getTime() + sessionMs);
  const session = await inTransaction(deps.database, async (transaction) => {
    const opened = { program: program.key, receiverId: receiver.id };
    if (ofStore && !(await holdStoreAccess(transaction, opened, { ...ofStore, platformUserId }))) throw new DomainError('unauthenticated');
    const data = { started_at: now, ends_at, platform_user_id: platformUserId, is_owner: isOwner, ...ofStore };
    return databaseOf(transaction, scope).handedInSession.create({ data });
  });
  return addToken(deps, program, { scope, token: receiver.token }, session);
}

/** Makes an access token that no other session has, stores that it belongs to the session, and returns it. */
async function addToken(
  deps: Deps,
  program: CurrentProgram,
  { scope, token: userId }: Pick<Caller, 'scope' | 'token'>,
  { id: session_id, started_at, ends_at }: Pick<SessionOfToken, 'id' | 'started_at' | 'ends_at'>,
): Promise<string> {
  const { authentication } = deps.providers;
  for (let minutes = tokenMinutes; minutes < tokenMinutes + tokensInOneSecond; minutes += 1) {
    const { accessToken } = await authentication.createAccessToken(program, userId, minutes);
    const { tokenId: token_hash } = await authentication.verifyAccessToken(program, accessToken);
    const data = [{ token_hash, session_id, started_at, ends_at }];
    const { count } = await databaseOf(deps.database, scope).handedInToken.createMany({ data, skipDuplicates: true });
    if (count === 1) return accessToken;
  }
  throw new DomainError('provider_unavailable');
}

const isOver = ({ ends_at, renewed_at, revoked_at }: SessionOfToken, now: Date) => renewed_at !== null || revoked_at !== null || ends_at <= now;

/** Returns the handed-in session of a token by the token's own id; null for a token without one. */
export async function sessionOf({ database }: Pick<Deps, 'database'>, scope: ReceiverScope, tokenId: string): Promise<CallerSession | null> {
  const session = await findSessionOfToken(database, scope, tokenId);
  return session && { ...session, tokenId };
}

/** Throws `unauthenticated` for a person whom the provider lets in no more: it makes access tokens of them all the same. */
async function requireEnabled({ providers: { authentication } }: Deps, program: CurrentProgram, userId: string): Promise<void> {
  const user = await authentication.findUserById(program, userId);
  if (user === null || !user.isEnabled || user.isLocked) throw new DomainError('unauthenticated');
}

/**
 * Returns a new access token of the same session in exchange for the caller's, which can then no longer renew. Throws
 * `unauthenticated` when the session is over, or the token was not handed in.
 */
export async function renewHandedInSession(deps: Deps, program: CurrentProgram, caller: Caller): Promise<string> {
  const { session } = caller;
  const now = deps.clock();
  if (session === null || isOver(session, now)) throw new DomainError('unauthenticated');
  await requireEnabled(deps, program, caller.token);
  const accessToken = await addToken(deps, program, caller, session);
  const present = { token_hash: session.tokenId, renewed_at: null };
  const { count } = await databaseOf(deps.database, caller.scope).handedInToken.updateMany({ where: present, data: { renewed_at: now } });
  if (count === 0) throw new DomainError('unauthenticated');
  return accessToken;
}

/**
 * Ends the sessions of the person behind a token, in every tab: their tokens are refused from now on. Another store's people of the same
 * account may have equal ids. `ended` is false when there was no session.
 */
export async function endHandedInSessions(
  { clock }: Pick<Deps, 'clock'>,
  transaction: Transaction,
  { scope, session }: Pick<Caller, 'scope' | 'session'>,
): Promise<{ ended: boolean }> {
  if (session === null) return { ended: false };
  const { platform_user_id, platform, store } = session;
  const { count } = await databaseOf(transaction, scope).handedInSession.updateMany({
    where: { platform_user_id, platform, store, revoked_at: null },
    data: { revoked_at: clock() },
  });
  return { ended: count > 0 };
}

/** Returns the receiver of a token's handed-in session at a program, and that session; null when the session is over, or was not handed in. */
export async function receiverOfHandedInSession(
  { database, clock, providers }: Deps,
  program: CurrentProgram,
  accessToken: string,
): Promise<{ receiver: Receiver; session: CallerSession } | null> {
  const user = await providers.authentication.verifyAccessToken(program, accessToken).catch((failure: unknown) => {
    if (failure instanceof Refused) return null;
    throw failure;
  });
  const found = user && (await readSignedIn(database, user.userId));
  if (!found || isSessionEnded({ issuedAt: user.issuedAt, handedIn: 'open' }, found.signIn)) return null;
  const { receiver } = found;
  const session = await sessionOf({ database }, callerOf(receiver).scope, user.tokenId);
  return session && !isOver(session, clock()) ? { receiver, session } : null;
}
