import { inTransaction, type Transaction } from '../../db/database.ts';
import { findReceiverOfUser } from '../../db/queries/findReceiver.ts';
import type { SignInMarks } from '../../db/queries/signedInReceiver.ts';
import { endMasqueradesOf, recordSeen, recordSignOut } from '../../db/queries/signIns.ts';
import { recordMemberSignOut } from '../../db/queries/teamMembers.ts';
import { signOutMark } from '../../domain/access/endedSessions.ts';
import { type Caller, callerOf } from '../access/caller.ts';
import type { CurrentProgram, Deps } from '../deps.ts';
import { endHandedInSessions } from '../handIn/handedInSession.ts';

/** How exactly it is recorded when a person was last seen, in milliseconds. */
const seenMs = 60_000;

/** Tells whether it is recorded already that a person was seen about now. */
export const isSeenLately = (seenAt: Date | null, now: Date): boolean => seenAt !== null && now.getTime() - seenAt.getTime() < seenMs;

/** Records that a person was seen, once a minute. */
export async function noteSeen({ database, machineClock }: Deps, { scope }: Caller, { seenAt }: SignInMarks): Promise<void> {
  const now = machineClock();
  if (!isSeenLately(seenAt, now)) await recordSeen(database, scope, now);
}

/**
 * Ends a person's session in every tab at once, and for good every view of a customer that they have open as staff. A
 * session that a platform handed in ends alone: the store's other people, and the same person's own sign-in, go on.
 */
export async function endSession(deps: Deps, program: CurrentProgram, caller: Caller, accessToken: string): Promise<void> {
  const { database, clock, machineClock, providers } = deps;
  const { issuedAt } = await providers.authentication.verifyAccessToken(program, accessToken);
  await inTransaction(database, async (transaction) => {
    if (caller.session === null) await signOut(transaction, caller, signOutMark(issuedAt, machineClock()));
    else await endHandedInSessions(deps, transaction, caller);
    if (caller.memberId === null) await endMasqueradesOf(transaction, [caller.receiverId], clock());
  });
}

/** Ends a person's own tokens wherever they act: for the account that they opened, and in every team. Nobody else of those teams is signed out. */
async function signOut(transaction: Transaction, { memberId, scope, person: { userId } }: Caller, at: Date): Promise<void> {
  await recordMemberSignOut(transaction, userId, at);
  if (memberId === null) return recordSignOut(transaction, scope, at);
  const own = await findReceiverOfUser(transaction, userId);
  if (own) await recordSignOut(transaction, callerOf(own).scope, at);
}
