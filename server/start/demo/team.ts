import { databaseOf } from '../../db/databaseOf.ts';
import { findReceiverByEmail } from '../../db/queries/findReceiver.ts';
import { orgRoleOf } from '../../domain/access/orgRoles.ts';
import type { TeamRole } from '../../domain/access/teamRoles.ts';
import type { ResolvedProgram } from '../../programs/index.ts';
import { Refused } from '../../providers/failure.ts';
import { callerOf } from '../../services/access/caller.ts';
import type { Deps } from '../../services/deps.ts';
import { identifyCaller } from '../../services/signIn/identifyCaller.ts';
import { ensureOrg } from '../../services/team/ensureOrg.ts';
import { type DemoAccount, demoAccounts, ensureUser, merchantEmail, signInToken } from './accounts.ts';

type OfTeam = DemoAccount & { team: TeamRole };

const ofTeam = demoAccounts.filter((account): account is OfTeam => account.team !== undefined);

/**
 * Gives the demo merchant of a program its team: makes each person a member at the authentication provider, and makes their first call,
 * with which they join. Nobody is invited: all programs have the same people, and a mailbox gets few invitations a day. Skips everybody who
 * has joined before, also somebody who was removed since.
 */
export async function makeTeam(deps: Deps, program: ResolvedProgram): Promise<void> {
  const receiver = await findReceiverByEmail(deps.database, program.key, merchantEmail);
  if (!receiver) return;
  const caller = callerOf(receiver);
  const known = await databaseOf(deps.database, caller.scope).teamMember.findMany({ where: { joined_at: { not: null } }, select: { email: true } });
  const missing = ofTeam.filter((account) => !known.some(({ email }) => email === account.email));
  if (missing.length === 0) return;
  const orgId = await ensureOrg(deps, program, { caller, view: { scope: caller.scope, receiver, isOwn: true } });
  for (const account of missing) {
    const userId = await ensureUser(deps, program, account);
    await deps.providers.authentication.addUserToOrg(program, { orgId, userId, role: orgRoleOf[account.team] }).catch((failure: unknown) => {
      // A start that was cut off may have come this far.
      if (!(failure instanceof Refused)) throw failure;
    });
    await identifyCaller(deps, program, await signInToken(deps, program, account.email));
  }
}
