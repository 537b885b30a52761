import { isSessionEnded } from '../../domain/access/endedSessions.ts';
import { DomainError } from '../../domain/basics/errors.ts';
import { Refused } from '../../providers/failure.ts';
import type { SignedInUser } from '../../providers/ports/authentication.ts';
import type { CurrentProgram, Deps } from '../deps.ts';
import { standingOf } from '../handIn/handedInSession.ts';
import { findOrCreateReceiver } from '../receiver/createReceiver.ts';
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
  const { receiver, isUninstalled, signIn } = await findOrCreateReceiver(deps, program, user);
  const caller = callerOf(receiver);
  const handedIn = user.isHandedIn ? await standingOf(deps, caller, accessToken) : 'none';
  const isEnded = isSessionEnded({ issuedAt: user.issuedAt, handedIn }, signIn);
  if (isEnded || (user.isHandedIn && isUninstalled)) throw new DomainError('unauthenticated');
  await noteSeen(deps, caller, signIn);
  return caller;
}
