import type { Origin } from '../access/auditEntry.ts';
import type { Caller } from '../access/caller.ts';
import type { ReceiverView } from '../access/receiverView.ts';
import type { Deps } from '../deps.ts';
import { findMember } from './findMember.ts';
import { leaveTeam } from './leaveTeam.ts';

/**
 * Removes somebody from a team, or takes their invitation back: their access ends at once, and their cards decline. Throws
 * `not_found`, `step_out_of_order` for the person who opened the account, and `forbidden` where an admin removes an owner.
 */
export async function removeMember(
  deps: Deps,
  { caller, view, origin }: { caller: Caller; view: ReceiverView; origin: Origin },
  memberId: string,
): Promise<void> {
  await findMember(deps.database, view, memberId);
  await leaveTeam(deps, view.scope, { memberId, actor: caller, hasLeft: false, origin });
}
