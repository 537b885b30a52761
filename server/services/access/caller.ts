import type { Receiver } from '../../db/rows.ts';
import { type ReceiverScope, receiverScope } from '../../db/scope.ts';
import { DomainError } from '../../domain/basics/errors.ts';
import { Refused } from '../../providers/failure.ts';
import type { SignedInUser } from '../../providers/ports/authentication.ts';
import type { CurrentProgram, Deps } from '../deps.ts';
import { isRevoked } from '../handIn/handedInSession.ts';
import { findOrCreateReceiver } from '../receiver/createReceiver.ts';

/** Who makes a request: the signed-in person's own receiver. Staff flags come from the database on each request, so that a withdrawn one counts at once. */
export interface Caller {
  receiverId: string;
  /** Their own rows. */
  scope: ReceiverScope;
  /** The authentication provider's user id. */
  token: string;
  email: string;
  admin: boolean;
  support: boolean;
  receiver: Receiver;
}

export function callerOf(receiver: Receiver): Caller {
  const { id, token, email, admin, support } = receiver;
  return { receiverId: id, scope: receiverScope(id), token, email, admin, support, receiver };
}

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
