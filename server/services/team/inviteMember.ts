import { databaseOf } from '../../db/databaseOf.ts';
import { type TeamRole, teamRoleTexts } from '../../domain/access/teamRoles.ts';
import { requireMayManage } from '../../domain/access/teamRules.ts';
import { formatShortDate } from '../../domain/basics/dateFormats.ts';
import { DomainError } from '../../domain/basics/errors.ts';
import { recordAudit } from '../access/audit.ts';
import type { Origin } from '../access/auditEntry.ts';
import type { Caller } from '../access/caller.ts';
import type { ReceiverView } from '../access/receiverView.ts';
import type { CurrentProgram, Deps } from '../deps.ts';
import { failureForReader } from '../failureForReader.ts';
import { withLockedReceiver } from '../ledger/lockedReceiver.ts';
import { ensureOrg } from './ensureOrg.ts';
import { countInvitation, mailInvitation } from './mailInvitation.ts';

interface Invitation {
  email: string;
  name: string | null;
  role: TeamRole;
}

/** The most people of a team beside the owner. */
const maximumMembers = 200;

/**
 * Invites somebody to a team: the authentication provider sends the mail with which they join. The invitation is stored first
 * and taken back when the provider refuses it. Throws `already_in_team` for somebody who is in the team, or invited,
 * `step_out_of_order` for a team that is full and, before the business is verified, for a fourth invitation, `rate_limited` for too many of a day,
 * `forbidden` where an admin invites an owner, and the provider's failure in words for the reader.
 */
export async function inviteMember(
  deps: Deps,
  program: CurrentProgram,
  { caller, view, origin }: { caller: Caller; view: ReceiverView; origin: Origin },
  { email: written, name, role }: Invitation,
): Promise<void> {
  requireMayManage(caller.role, role);
  const email = written.toLowerCase();
  if (email === view.receiver.email) throw new DomainError('already_in_team', { reason: 'This is the address of the owner, who has every right already.' });
  const orgId = await ensureOrg(deps, program, { caller, view }).catch((failure: unknown) => {
    throw failureForReader(failure);
  });
  const { id, event } = await storeInvitation(deps, { caller, view, origin }, { email, name, role });
  await mailInvitation(deps, program, { caller, view }, { orgId, email, role, event }).catch(async (failure: unknown) => {
    await withdraw(deps, view, id);
    throw failureForReader(failure);
  });
}

function storeInvitation(
  deps: Deps,
  { caller, view: { scope }, origin }: { caller: Caller; view: ReceiverView; origin: Origin },
  { email, name, role }: Invitation,
): Promise<{ id: string; event: string }> {
  return withLockedReceiver(deps, scope, async (transaction, receiver) => {
    const { teamMember } = databaseOf(transaction, scope);
    const present = await teamMember.findFirst({ where: { email, removed_at: null, platform: null } });
    if (present) throw new DomainError('already_in_team', { reason: alreadyThere(present) });
    if ((await teamMember.count({ where: { removed_at: null } })) >= maximumMembers)
      throw new DomainError('step_out_of_order', { reason: `A team has at most ${maximumMembers} people. Remove somebody first.` });
    const { id } = await teamMember.create({
      data: { email, name, role, invited_at: deps.clock(), invited_by: caller.memberId, decided_at: deps.machineClock() },
    });
    const details = { member_id: id, email, role };
    const event = await countInvitation(deps, transaction, { scope, receiver }, details);
    await recordAudit(deps, { scope, actor: caller, action: 'invite member', details, origin }, transaction);
    return { id, event };
  });
}

function alreadyThere({ email, role, joined_at, invited_at }: { email: string; role: string; joined_at: Date | null; invited_at: Date }): string {
  const label = teamRoleTexts[role as TeamRole]?.label ?? role;
  if (joined_at !== null) return `${email} is in your team already, as ${label}. Change their role there.`;
  return `${email} was invited on ${formatShortDate(invited_at, 'UTC')}, as ${label}. Remove that invitation first to send another.`;
}

/** Takes an invitation back that the provider did not send. Nobody has joined by it. */
async function withdraw({ database, clock }: Deps, { scope }: ReceiverView, id: string): Promise<void> {
  await databaseOf(database, scope).teamMember.updateMany({ where: { id, joined_at: null }, data: { removed_at: clock() } });
}
