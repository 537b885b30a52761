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
    // Why a token is no good is nobody's business outside.
    if (failure instanceof Refused) throw new DomainError('unauthenticated');
    throw failure;
  }
}

/**
 * Finds out who calls, by the access token of the program whose host was called; a token of another program is no good
 * here. On a person's first call their receiver is made. Throws `unauthenticated` for a missing or bad token, and for a
 * session that a store handed in which has uninstalled the app since, or taken it from that person.
 */
export async function identifyCaller(deps: Deps, program: CurrentProgram, accessToken: string | undefined): Promise<Caller> {
  if (accessToken === undefined) throw new DomainError('unauthenticated');
  const user = await verify(deps, program, accessToken);
  const { receiver, isUninstalled } = await findOrCreateReceiver(deps, program, user);
  const caller = callerOf(receiver);
  if (user.isHandedIn && (isUninstalled || (await isRevoked(deps, caller, accessToken)))) throw new DomainError('unauthenticated');
  return caller;
}
