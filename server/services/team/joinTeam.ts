import type { Transaction } from '../../db/database.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import { findReceiver } from '../../db/queries/findReceiver.ts';
import { leadFromMember, receiverIdOfOrg } from '../../db/queries/teamMembers.ts';
import type { Receiver, TeamMember } from '../../db/rows.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import type { OrgMembership } from '../../domain/access/orgMembership.ts';
import { roleOfMembership } from '../../domain/access/orgRoles.ts';
import { isClaimNewer } from '../../domain/access/teamClaims.ts';
import type { SignedInUser } from '../../providers/ports/authentication.ts';
import { callerOf, fullName } from '../access/caller.ts';
import type { CurrentProgram, Deps } from '../deps.ts';
import { withLockedReceiver } from '../ledger/lockedReceiver.ts';
import { recordTimeline } from '../receiver/timeline.ts';
import { orgsOf } from './orgsOf.ts';

export interface Joined {
  receiver: Receiver;
  member: TeamMember;
}

/**
 * Makes somebody a member of the team whose organization has accepted them at the authentication provider: of the chosen
 * one, or of the first that the token or, for a person without an account, the provider names. Returns null for somebody in
 * no team of this program. Throws `provider_unavailable` for a person without an account whose memberships cannot be read.
 */
export async function joinTeam(
  deps: Deps,
  program: CurrentProgram,
  user: SignedInUser,
  { chosen, hasAccount }: { chosen: string | null; hasAccount: boolean },
): Promise<Joined | null> {
  const claimed = await joinFirst(deps, program, user, user.orgs, chosen);
  if (claimed || hasAccount) return claimed;
  return joinFirst(deps, program, user, await orgsOf(deps, program, user.userId), chosen);
}

async function joinFirst(
  deps: Deps,
  program: CurrentProgram,
  user: SignedInUser,
  orgs: readonly OrgMembership[],
  chosen: string | null,
): Promise<Joined | null> {
  for (const org of orgs) {
    const receiverId = await receiverIdOfOrg(deps.database, org.orgId);
    if (receiverId === null || (chosen !== null && receiverId !== chosen)) continue;
    const receiver = await findReceiver(deps.database, receiverId);
    if (receiver?.whitelabel !== program.key || receiver.token === user.userId) continue;
    const member = await join(deps, callerOf(receiver).scope, user, org);
    if (member) return { receiver, member };
  }
  return null;
}

/** Decides whether somebody who was in a team may join it again: when a token says so that was issued after they had left the organization. */
export function mayJoinAgain({ left_at }: Pick<TeamMember, 'left_at'>, { issuedAt }: Pick<SignedInUser, 'issuedAt'>): boolean {
  return left_at !== null && isClaimNewer(issuedAt, left_at);
}

/** Stores that a user is in a team. Returns null for somebody whom we removed and whom the organization has not accepted again since. */
function join(deps: Deps, scope: ReceiverScope, user: SignedInUser, org: OrgMembership): Promise<TeamMember | null> {
  return withLockedReceiver(deps, scope, async (transaction) => {
    const own = databaseOf(transaction, scope).teamMember;
    const rows = await own.findMany({ where: { user_id: user.userId }, orderBy: { id: 'desc' } });
    const present = rows.find(({ removed_at }) => removed_at === null);
    if (present) return { ...present, receiver_id: scope.receiverId };
    const [former] = rows;
    if (former && !mayJoinAgain(former, user)) return null;
    const member = await takePlace(deps, transaction, scope, user, org);
    await leadFromMember(transaction, scope, user.userId);
    await recordTimeline(deps, scope, 'member_joined', { member_id: member.id, email: member.email, role: member.role }, transaction);
    return member;
  });
}

/** Fills in the row of the invitation to the user's address, or adds one for somebody invited on the provider's own pages. */
async function takePlace(deps: Deps, transaction: Transaction, scope: ReceiverScope, user: SignedInUser, org: OrgMembership): Promise<TeamMember> {
  const own = databaseOf(transaction, scope).teamMember;
  const email = user.email.toLowerCase();
  const invited = await own.findFirst({ where: { email, removed_at: null, platform: null } });
  const name = fullName({ first_name: user.firstName, last_name: user.lastName }) || invited?.name || null;
  const joined = { user_id: user.userId, name, role: roleOfMembership(org), joined_at: deps.clock(), decided_at: deps.machineClock() };
  if (invited) return own.update({ where: { receiver_id_id: { id: invited.id } }, data: joined });
  return own.create({ data: { ...joined, email, invited_at: deps.clock() } });
}
