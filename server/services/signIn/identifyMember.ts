import { inTransaction } from '../../db/database.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import { findTeamOfPerson, type Membership, membershipsOf, recordMemberSeen, type TeamOfPerson } from '../../db/queries/teamMembers.ts';
import type { TeamMember } from '../../db/rows.ts';
import { isSessionEnded } from '../../domain/access/endedSessions.ts';
import { roleOfMembership } from '../../domain/access/orgRoles.ts';
import { isClaimNewer } from '../../domain/access/teamClaims.ts';
import { DomainError } from '../../domain/basics/errors.ts';
import type { SignedInUser } from '../../providers/ports/authentication.ts';
import { type Caller, callerOf, callerOfMember, readRole } from '../access/caller.ts';
import type { CurrentProgram, Deps } from '../deps.ts';
import { recordTimeline } from '../receiver/timeline.ts';
import { endFormerRights } from '../team/changeRole.ts';
import { joinTeam } from '../team/joinTeam.ts';
import { leaveTeam } from '../team/leaveTeam.ts';
import { orgsOf } from '../team/orgsOf.ts';
import { isSeenLately } from './signIn.ts';

type Present = TeamOfPerson & { member: TeamMember };

/**
 * Follows what a token says of a membership, when it was issued after the membership was last decided here: another role is
 * stored, and told in the timeline. Returns null for somebody whom the provider has removed; a token alone does not prove that, so the provider is asked.
 */
async function followClaims(deps: Deps, program: CurrentProgram, { receiver, orgId, member }: Present, user: SignedInUser): Promise<TeamMember | null> {
  if (orgId === null || !isClaimNewer(user.issuedAt, member.decided_at)) return member;
  const namesAllTeams = user.activeOrgId === null || user.activeOrgId === orgId;
  const claimed = user.orgs.find((org) => org.orgId === orgId);
  if (!claimed && !namesAllTeams) return member;
  const present = claimed ?? (await orgsOf(deps, program, user.userId)).find((org) => org.orgId === orgId);
  const scope = callerOf(receiver).scope;
  if (!present) {
    await leaveTeam(deps, scope, { memberId: member.id, actor: null, hasLeft: true });
    return null;
  }
  const role = roleOfMembership(present);
  const isSame = role === readRole(member.role);
  if (isSame && claimed) return member;
  const change = { role, decided_at: deps.machineClock() };
  await inTransaction(deps.database, async (transaction) => {
    const where = { id: member.id, removed_at: null, decided_at: member.decided_at };
    const { count } = await databaseOf(transaction, scope).teamMember.updateMany({ where, data: change });
    if (count === 0 || isSame) return;
    await endFormerRights(deps, transaction, scope, { member, role });
    const details = { member_id: member.id, email: member.email, role, before: member.role, place: 'on the sign-in provider’s pages' };
    await recordTimeline(deps, scope, 'member_changed', details, transaction);
  });
  return { ...member, ...change };
}

/**
 * Identifies a signed-in person as a member of a team: of the one that their token names, or else of the first that they
 * joined. Somebody whom an organization of ours has accepted joins its team here, before any account is made for them; a
 * person with an account of their own is looked for in the named team only. Somebody who is no longer in the named
 * team, and has no account, is in the first of the others. Returns null for somebody in no team. Throws
 * `unauthenticated` for a token from before its person logged out, was disabled, or was removed from the team.
 */
export async function identifyMember(
  deps: Deps,
  program: CurrentProgram,
  user: SignedInUser,
  { chosen, hasAccount }: { chosen: string | null; hasAccount: boolean },
): Promise<Caller | null> {
  const memberships = await membershipsOf(deps.database, user.userId);
  let isRemoved = false;
  for (const membership of memberships.filter(({ receiver_id }) => chosen === null || receiver_id === chosen)) {
    const team = await findTeamOfPerson(deps.database, membership.receiver_id, user.userId);
    if (team?.member == null || team.receiver.whitelabel !== program.key) continue;
    const present: Present = { ...team, member: team.member };
    const member = present.member.removed_at === null ? await enter(deps, program, membership, present, user) : null;
    if (member) return callerOfMember(present.receiver, member);
    if (!isClaimNewer(user.issuedAt, present.member.decided_at)) isRemoved = true;
  }
  const joined = await joinTeam(deps, program, user, { chosen, hasAccount });
  if (joined) {
    await recordMemberSeen(deps.database, callerOf(joined.receiver).scope, user.userId, deps.machineClock());
    return callerOfMember(joined.receiver, joined.member);
  }
  if (isRemoved) throw new DomainError('unauthenticated');
  // No account is made for somebody who has another team left.
  return chosen !== null && !hasAccount ? identifyMember(deps, program, user, { chosen: null, hasAccount }) : null;
}

async function enter(deps: Deps, program: CurrentProgram, membership: Membership, team: Present, user: SignedInUser): Promise<TeamMember | null> {
  if (isSessionEnded({ issuedAt: user.issuedAt, handedIn: 'none' }, membership)) throw new DomainError('unauthenticated');
  const member = await followClaims(deps, program, team, user);
  const now = deps.machineClock();
  if (member && !isSeenLately(membership.seenAt, now)) await recordMemberSeen(deps.database, callerOf(team.receiver).scope, user.userId, now);
  return member;
}
