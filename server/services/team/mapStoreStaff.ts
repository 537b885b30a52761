import { databaseOf } from '../../db/databaseOf.ts';
import { staffOfStores } from '../../db/queries/storePeople.ts';
import type { TeamRole } from '../../domain/access/teamRoles.ts';
import { DomainError } from '../../domain/basics/errors.ts';
import type { AppPlatformKey } from '../../domain/store/appPlatforms.ts';
import { recordAudit } from '../access/audit.ts';
import type { Origin } from '../access/auditEntry.ts';
import type { Caller } from '../access/caller.ts';
import type { ReceiverView } from '../access/receiverView.ts';
import { requireStillManages } from '../access/requireStillManages.ts';
import type { Deps } from '../deps.ts';
import { withLockedReceiver } from '../ledger/lockedReceiver.ts';
import { recordTimeline } from '../receiver/timeline.ts';
import { endFormerRights } from './changeRole.ts';

interface Mapping {
  platform: AppPlatformKey;
  store: string;
  user_id: string;
  role: TeamRole;
}

/**
 * Gives one of a store's staff a role in the team, with which they act in the store's admin from their next call on. May be
 * repeated with another role. Throws `not_found` for somebody whom no store of this account has handed in, and
 * `step_out_of_order` for the role of an owner: the platform says who owns a store.
 */
export async function mapStoreStaff(
  deps: Deps,
  { caller, view: { scope }, origin }: { caller: Caller; view: ReceiverView; origin: Origin },
  { platform, store, user_id: platform_user_id, role }: Mapping,
): Promise<void> {
  if (role === 'owner')
    throw new DomainError('step_out_of_order', { reason: 'The store’s platform says who owns it. Invite somebody by email to make them an owner here.' });
  const staff = await staffOfStores(deps.database, scope);
  const person = staff.find((one) => one.platform === platform && one.store === store && one.user_id === platform_user_id);
  if (!person) throw new DomainError('not_found');
  await withLockedReceiver(deps, scope, async (transaction) => {
    await requireStillManages(transaction, scope, caller);
    const { teamMember } = databaseOf(transaction, scope);
    const known = await teamMember.findFirst({ where: { platform, store, platform_user_id, removed_at: null } });
    if (known?.role === role) return;
    const decided_at = deps.machineClock();
    const of = { platform, store, platform_user_id, email: person.email?.toLowerCase() ?? '', name: person.name };
    const { id } = known
      ? await teamMember.update({ where: { receiver_id_id: { id: known.id } }, data: { role, decided_at } })
      : await teamMember.create({ data: { ...of, role, invited_at: deps.clock(), joined_at: deps.clock(), invited_by: caller.memberId, decided_at } });
    if (known) await endFormerRights(deps, transaction, scope, { member: known, role });
    const details = { member_id: id, email: of.email, role };
    await recordTimeline(deps, scope, known ? 'member_changed' : 'member_joined', details, transaction);
    await recordAudit(deps, { scope, actor: caller, action: 'give store staff a role', details, origin }, transaction);
  });
}
