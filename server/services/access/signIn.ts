import { inTransaction } from '../../db/database.ts';
import type { SignInMarks } from '../../db/queries/signedInReceiver.ts';
import { endMasqueradesOf, recordSeen, recordSignOut } from '../../db/queries/signIns.ts';
import { signOutMark } from '../../domain/access/endedSessions.ts';
import type { CurrentProgram, Deps } from '../deps.ts';
import { endHandedInSessions } from '../handIn/handedInSession.ts';
import type { Caller } from './caller.ts';

/** How exactly it is recorded when a person was last seen, in milliseconds. */
const seenMs = 60_000;

/** Records that a person was seen, once a minute. */
export async function noteSeen({ database, machineClock }: Deps, { scope }: Caller, { seenAt }: SignInMarks): Promise<void> {
  const now = machineClock();
  if (seenAt === null || now.getTime() - seenAt.getTime() >= seenMs) await recordSeen(database, scope, now);
}

/**
 * Ends a person's session in every tab at once, and for good every view of a customer that they have open as staff. A
 * session that a platform handed in ends alone: the store's other people, and the same person's own sign-in, go on.
 */
export async function endSession(deps: Deps, program: CurrentProgram, caller: Caller, accessToken: string): Promise<void> {
  const { database, clock, machineClock, providers } = deps;
  const { issuedAt } = await providers.authentication.verifyAccessToken(program, accessToken);
  await inTransaction(database, async (transaction) => {
    if (caller.session === null) await recordSignOut(transaction, caller.scope, signOutMark(issuedAt, machineClock()));
    else await endHandedInSessions(deps, transaction, caller);
    await endMasqueradesOf(transaction, [caller.receiverId], clock());
  });
}
