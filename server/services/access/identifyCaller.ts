import { DomainError } from '../../domain/basics/errors.ts';
import { Refused } from '../../providers/failure.ts';
import type { SignedInUser } from '../../providers/ports/authentication.ts';
import type { CurrentProgram, Deps } from '../deps.ts';
import { isRevoked } from '../handIn/handedInSession.ts';
import { findOrCreateReceiver } from '../receiver/createReceiver.ts';
import { type Caller, callerOf } from './caller.ts';

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
 * here. On a person's first call their receiver is created. Throws `unauthenticated` for a missing or invalid token,
 * and for a handed-in session whose store has since uninstalled the app or removed that person from it.
 */
export async function identifyCaller(deps: Deps, program: CurrentProgram, accessToken: string | undefined): Promise<Caller> {
  if (accessToken === undefined) throw new DomainError('unauthenticated');
  const user = await verify(deps, program, accessToken);
  const { receiver, isUninstalled } = await findOrCreateReceiver(deps, program, user);
  const caller = callerOf(receiver);
  if (user.isHandedIn && (isUninstalled || (await isRevoked(deps, caller, accessToken)))) throw new DomainError('unauthenticated');
  return caller;
}
