import { databaseOf } from '../../db/databaseOf.ts';
import { readSignedIn } from '../../db/queries/signedInReceiver.ts';
import { receiverIdOfOrg } from '../../db/queries/teamMembers.ts';
import type { Receiver } from '../../db/rows.ts';
import { isSessionEnded } from '../../domain/access/endedSessions.ts';
import { DomainError } from '../../domain/basics/errors.ts';
import { Refused } from '../../providers/failure.ts';
import type { SignedInUser } from '../../providers/ports/authentication.ts';
import { type Caller, type CallerSession, callerOf, callerOfMember } from '../access/caller.ts';
import type { CurrentProgram, Deps } from '../deps.ts';
import { sessionOf } from '../handIn/handedInSession.ts';
import { signedInDirectly } from '../receiver/createReceiver.ts';
import { identifyMember } from './identifyMember.ts';
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

/** Returns the caller of a handed-in session: one of a store's staff to whom the owner gave a role acts with that. */
async function callerOfSession({ database }: Deps, receiver: Receiver, session: CallerSession | null): Promise<Caller> {
  const caller = callerOf(receiver, session);
  const { platform, store, platform_user_id } = session ?? {};
  if (!caller.isStoreStaff || !platform || !store || !platform_user_id) return caller;
  const member = await databaseOf(database, caller.scope).teamMember.findFirst({ where: { platform, store, platform_user_id, removed_at: null } });
  return member ? callerOfMember(receiver, member, session) : caller;
}

/** Returns the id of the receiver whose team a token names as the one that the person works in; null for any other token. */
async function chosenTeam({ database }: Deps, { activeOrgId }: SignedInUser): Promise<string | null> {
  return activeOrgId === null ? null : receiverIdOfOrg(database, activeOrgId);
}

/**
 * Identifies the caller by the access token of the program whose host was called; another program's token is invalid
 * here. A person acts for the account that they opened, unless the token names a team in which they are; without an account
 * of their own they act for that of their team; and somebody new in no team gets an account. Throws `unauthenticated` for a
 * missing or invalid token, for one from before its person logged out, was disabled or was removed from the team, and for a
 * handed-in session that has ended, or whose store has since uninstalled the app or removed that person from it.
 */
export async function identifyCaller(deps: Deps, program: CurrentProgram, accessToken: string | undefined): Promise<Caller> {
  if (accessToken === undefined) throw new DomainError('unauthenticated');
  const user = await verify(deps, program, accessToken);
  const known = await readSignedIn(deps.database, user.userId);
  const chosen = await chosenTeam(deps, user);
  const isElsewhere = known === null || (chosen !== null && chosen !== known.receiver.id);
  const member = isElsewhere && user.isHandedIn !== true ? await identifyMember(deps, program, user, { chosen, hasAccount: known !== null }) : null;
  if (member) return member;
  // Sign-ins at the hosted pages have no session of ours, and most tokens say that they are of one.
  const session = known === null || user.isHandedIn === false ? null : await sessionOf(deps, callerOf(known.receiver).scope, user.tokenId);
  // Our own token without its session is one that we never gave away, or whose session was forgotten.
  if (user.isHandedIn === true && session === null) throw new DomainError('unauthenticated');
  const { receiver, isUninstalled, signIn } = known === null || session === null ? await signedInDirectly(deps, program, user, known) : known;
  const handedIn = session === null ? 'none' : session.revoked_at === null ? 'open' : 'ended';
  const isEnded = isSessionEnded({ issuedAt: user.issuedAt, handedIn }, signIn);
  if (isEnded || (session !== null && isUninstalled)) throw new DomainError('unauthenticated');
  const caller = await callerOfSession(deps, receiver, session);
  await noteSeen(deps, caller, signIn);
  return caller;
}
