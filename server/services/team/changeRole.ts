import type { Transaction } from '../../db/database.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import type { TeamMember } from '../../db/rows.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import { orgRoleOf } from '../../domain/access/orgRoles.ts';
import { mayPay, mayRoleCall, type TeamRole } from '../../domain/access/teamRoles.ts';
import { requireMayManage } from '../../domain/access/teamRules.ts';
import { recordAudit } from '../access/audit.ts';
import type { Origin } from '../access/auditEntry.ts';
import { type Caller, readRole } from '../access/caller.ts';
import type { ReceiverView } from '../access/receiverView.ts';
import { requireStillManages } from '../access/requireStillManages.ts';
import { endSlackOf } from '../alerts/alertAddresses.ts';
import { endWalletsOfMember } from '../card/wallets/endWallets.ts';
import type { CurrentProgram, Deps } from '../deps.ts';
import { failureForReader } from '../failureForReader.ts';
import { withLockedReceiver } from '../ledger/lockedReceiver.ts';
import { recordTimeline } from '../receiver/timeline.ts';
import { endFeedKnownTo } from '../repayment/calendarFeed.ts';
import { findMember } from './findMember.ts';
import { countInvitation, mailInvitation } from './mailInvitation.ts';

/**
 * Gives a member of a team, or somebody invited to it, another role, from their next call on. May be repeated. The provider is
 * told first: tokens from before this is stored count no more, and those from after it name the new role. Throws `not_found`,
 * `forbidden` where an admin makes or changes an owner, for another mail to somebody invited what an invitation throws, and the
 * provider's failure in words for the reader.
 */
export async function changeRole(
  deps: Deps,
  program: CurrentProgram,
  { caller, view, origin }: { caller: Caller; view: ReceiverView; origin: Origin },
  { memberId, role }: { memberId: string; role: TeamRole },
): Promise<void> {
  const member = await findMember(deps.database, view, memberId);
  requireMayManage(caller.role, role, readRole(member.role));
  if (member.role === role) return;
  await tellProvider(deps, program, { caller, view }, member, role).catch((failure: unknown) => {
    throw failureForReader(failure);
  });
  await storeRole(deps, { caller, view, origin }, { memberId, role }).catch(async (failure: unknown) => {
    // The provider's next token would give the role all the same.
    await findMember(deps.database, view, memberId)
      .then((present) => tellProvider(deps, program, { caller, view }, present, readRole(present.role)))
      .catch((error: unknown) => deps.log.warn({ err: error }, 'a role that was refused could not be taken back at the provider'));
    throw failure;
  });
}

/** Stores a role that the provider knows already. Throws `not_found` and `forbidden` by what the caller and the member are now. */
function storeRole(
  deps: Deps,
  { caller, view, origin }: { caller: Caller; view: ReceiverView; origin: Origin },
  { memberId, role }: { memberId: string; role: TeamRole },
): Promise<void> {
  const { scope } = view;
  return withLockedReceiver(deps, scope, async (transaction) => {
    const present = await findMember(transaction, view, memberId);
    await requireStillManages(transaction, scope, caller, role, readRole(present.role));
    const data = { role, decided_at: deps.machineClock() };
    await databaseOf(transaction, scope).teamMember.update({ where: { receiver_id_id: { id: memberId } }, data });
    await endFormerRights(deps, transaction, scope, { member: present, role });
    const details = { member_id: memberId, email: present.email, role, before: present.role };
    await recordTimeline(deps, scope, 'member_changed', details, transaction);
    await recordAudit(deps, { scope, actor: caller, action: 'change role', details, origin }, transaction);
  });
}

/** Ends what a member's former role let them set up, or see, and their new one does not. */
export async function endFormerRights(
  deps: Pick<Deps, 'clock' | 'queue'>,
  transaction: Transaction,
  scope: ReceiverScope,
  { member, role }: { member: TeamMember; role: TeamRole },
): Promise<void> {
  await endFeedKnownTo(transaction, scope, member);
  if (!mayPay(role)) await endWalletsOfMember(deps, transaction, scope, member.id);
  if (!mayRoleCall('managers', role)) await endSlackOf(deps, transaction, scope, member.id);
}

/** Tells the provider of a member's new role; somebody who has not joined gets a new invitation in place of theirs, with another mail. */
async function tellProvider(
  deps: Deps,
  program: CurrentProgram,
  by: { caller: Caller; view: ReceiverView },
  member: TeamMember,
  role: TeamRole,
): Promise<void> {
  const { scope } = by.view;
  const orgId = (await databaseOf(deps.database, scope).team.findFirst())?.org_id;
  if (member.platform !== null || !orgId) return;
  if (member.user_id !== null) return deps.providers.authentication.changeRole(program, { orgId, userId: member.user_id, role: orgRoleOf[role] });
  const { id: member_id, email } = member;
  const event = await withLockedReceiver(deps, scope, (transaction, receiver) =>
    countInvitation(deps, transaction, { scope, receiver }, { member_id, email, role }),
  );
  await mailInvitation(deps, program, by, { orgId, email, role, event });
}
