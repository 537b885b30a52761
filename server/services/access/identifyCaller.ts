import { readSignedIn } from '../../db/queries/signedInReceiver.ts';
import { isSessionEnded } from '../../domain/access/endedSessions.ts';
import { DomainError } from '../../domain/basics/errors.ts';
import { Refused } from '../../providers/failure.ts';
import type { SignedInUser } from '../../providers/ports/authentication.ts';
import type { CurrentProgram, Deps } from '../deps.ts';
import { sessionOf } from '../handIn/handedInSession.ts';
import { signedInDirectly } from '../receiver/createReceiver.ts';
import { type Caller, callerOf } from './caller.ts';
import { noteSeen } from './signIn.ts';

async function verify(deps: Deps, program: CurrentProgram, accessToken: string): Promise<SignedInUser> {
  try {
    return await deps.providers.authentication.verifyAccessToken(program, accessToken);
  } catch (failure) {
    // Outsiders must not learn why a token is invalid.
    if (failure instanceof Refused) throw new DomainError('unauthenticated');
    throw failure;
  }
}

/**
 * Identifies the caller by the access token of the program whose host was called; another program's token is invalid
 * here. On a person's first call their receiver is created. Throws `unauthenticated` for a missing or invalid token, for
 * one from before its person logged out or was disabled, and for a handed-in session that has ended, or whose store has
 * since uninstalled the app or removed that person from it.
 */
export async function identifyCaller(deps: Deps, program: CurrentProgram, accessToken: string | undefined): Promise<Caller> {
  if (accessToken === undefined) throw new DomainError('unauthenticated');
  const user = await verify(deps, program, accessToken);
  const known = await readSignedIn(deps.database, user.userId);
  // Sign-ins at the hosted pages have no session of ours, and most tokens say that they are of one.
  const session = known === null || user.isHandedIn === false ? null : await sessionOf(deps, callerOf(known.receiver).scope, user.tokenId);
  // Our own token without its session is one that we never gave away, or whose session was forgotten.
  if (user.isHandedIn === true && session === null) throw new DomainError('unauthenticated');
  const { receiver, isUninstalled, signIn } = known === null || session === null ? await signedInDirectly(deps, program, user, known) : known;
  const handedIn = session === null ? 'none' : session.revoked_at === null ? 'open' : 'ended';
  const isEnded = isSessionEnded({ issuedAt: user.issuedAt, handedIn }, signIn);
  if (isEnded || (session !== null && isUninstalled)) throw new DomainError('unauthenticated');
  const caller = callerOf(receiver, session);
  await noteSeen(deps, caller, signIn);
  return caller;
}
