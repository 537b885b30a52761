import type { AccountsAnswer } from '../../contract/session.ts';
import { readSignedIn } from '../../db/queries/signedInReceiver.ts';
import { findTeamOfPerson, membershipsOf, receiverIdOfOrg } from '../../db/queries/teamMembers.ts';
import { roleOfMembership } from '../../domain/access/orgRoles.ts';
import type { TeamRole } from '../../domain/access/teamRoles.ts';
import type { SignedInUser } from '../../providers/ports/authentication.ts';
import { readRole } from '../access/caller.ts';
import type { CurrentProgram, Deps } from '../deps.ts';
import { mayJoinAgain } from '../team/joinTeam.ts';

type Account = AccountsAnswer['accounts'][number];

/**
 * Returns the accounts of a program for which a signed-in person may act: their own, the teams that they have joined, and those
 * that their token says have accepted them, which they join with their first call there. It asks no provider.
 * @param accessToken the token of the call; one that names no organization knows of all of them.
 */
export async function readAccounts({ database, providers }: Deps, program: CurrentProgram, accessToken: string): Promise<AccountsAnswer> {
  const user = await providers.authentication.verifyAccessToken(program, accessToken);
  const own = await readSignedIn(database, user.userId);
  const joined = await membershipsOf(database, user.userId);
  const accepted = await Promise.all(user.orgs.map(({ orgId }) => receiverIdOfOrg(database, orgId)));
  const ids = new Set([...joined.map(({ receiver_id }) => receiver_id), ...accepted].filter((id) => id !== null));
  const teams = await Promise.all([...ids].map((id) => teamAccount(database, program, user, id)));
  return { accounts: [own && ownAccount(own.receiver), ...teams].filter((account) => account !== null) };
}

const ownAccount = ({ id, business_name }: Pick<Account, 'id' | 'business_name'>): Account => ({
  id,
  org_id: null,
  business_name,
  role: 'owner',
  is_own: true,
});

/** Returns the account of a team; null for a person who is not in it, for their own, and for one of another program. */
async function teamAccount(database: Deps['database'], program: CurrentProgram, user: SignedInUser, receiverId: string): Promise<Account | null> {
  const team = await findTeamOfPerson(database, receiverId, user.userId);
  if (!team || team.receiver.whitelabel !== program.key || team.receiver.token === user.userId) return null;
  const role = roleIn(team, user);
  const { id, business_name } = team.receiver;
  return role === null ? null : { id, org_id: team.orgId, business_name, role, is_own: false };
}

function roleIn({ orgId, member }: NonNullable<Awaited<ReturnType<typeof findTeamOfPerson>>>, user: SignedInUser): TeamRole | null {
  if (member?.removed_at === null) return readRole(member.role);
  const claimed = user.orgs.find((org) => org.orgId === orgId);
  return claimed && (member === null || mayJoinAgain(member, user)) ? roleOfMembership(claimed) : null;
}
