import { databaseOf } from '../../db/databaseOf.ts';
import { findReceiverByEmail } from '../../db/queries/findReceiver.ts';
import type { TeamRole } from '../../domain/access/teamRoles.ts';
import type { ResolvedProgram } from '../../programs/index.ts';
import { callerOf } from '../../services/access/caller.ts';
import { identifyCaller } from '../../services/access/identifyCaller.ts';
import type { Deps } from '../../services/deps.ts';
import { inviteMember } from '../../services/team/inviteMember.ts';
import { type DemoAccount, demoAccounts, ensureUser, merchantEmail, signInToken } from './accounts.ts';
import { press } from './merchant.ts';

/** The calls of a start come from no browser. */
const origin = { requestId: 'demo', address: '', userAgent: '' };

type Invited = DemoAccount & { team: TeamRole };

const invited = demoAccounts.filter((account): account is Invited => account.team !== undefined);

/**
 * Gives the demo merchant of a program its team: invites each person, accepts for them at the authentication provider, and makes
 * their first call, with which they join. Skips everybody who has joined before, also somebody who was removed since.
 */
export async function makeTeam(deps: Deps, program: ResolvedProgram): Promise<void> {
  const record = await findReceiverByEmail(deps.database, program.key, merchantEmail);
  if (!record) return;
  const caller = callerOf(record);
  const view = { scope: caller.scope, receiver: record, isOwn: true };
  const known = await databaseOf(deps.database, caller.scope).teamMember.findMany({ select: { email: true, joined_at: true } });
  const rowOf = (account: Invited) => known.find(({ email }) => email === account.email);
  for (const account of invited.filter((one) => rowOf(one)?.joined_at == null)) {
    const { email, team: role } = account;
    if (!rowOf(account)) await inviteMember(deps, program, { caller, view, origin }, { email, name: null, role });
    await ensureUser(deps, program, account);
    await press(deps, 'propelauth/accept_invitations', { program: program.settingName, email });
    await identifyCaller(deps, program, await signInToken(deps, program, email));
  }
}
