import { databaseOf } from '../../db/databaseOf.ts';
import { findReceiver } from '../../db/queries/findReceiver.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import type { Deps } from '../deps.ts';
import { programOf } from '../receiver/programOf.ts';

/**
 * Takes somebody who was removed from a team out of its organization at the authentication provider, with any open
 * invitation, and ends their sessions there. Until it has, their tokens name the organization and count for nothing here. May
 * be repeated. Throws the provider's failure.
 */
export async function leaveOrg(deps: Deps, scope: ReceiverScope, memberId: string): Promise<void> {
  const own = databaseOf(deps.database, scope);
  const where = { receiver_id_id: { id: memberId } };
  const [receiver, team, member] = [
    await findReceiver(deps.database, scope.receiverId),
    await own.team.findFirst(),
    await own.teamMember.findUnique({ where }),
  ];
  if (!receiver || !team?.org_id || !member?.removed_at || member.left_at !== null) return;
  const program = deps.programs[programOf(receiver).key];
  const { authentication } = deps.providers;
  const { org_id: orgId } = team;
  const again = await own.teamMember.findFirst({ where: { email: member.email, removed_at: null, platform: null } });
  // Somebody invited again meanwhile keeps the new invitation.
  if (!again) await authentication.revokeInvitation(program, { orgId, email: member.email });
  if (member.user_id !== null) {
    await authentication.removeUserFromOrg(program, { orgId, userId: member.user_id });
    await authentication.endUserSessions(program, member.user_id);
  }
  await own.teamMember.update({ where, data: { left_at: deps.machineClock() } });
}
