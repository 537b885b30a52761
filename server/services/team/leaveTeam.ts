import { databaseOf } from '../../db/databaseOf.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import { recordAudit } from '../access/audit.ts';
import type { Origin } from '../access/auditEntry.ts';
import { type Caller, readRole } from '../access/caller.ts';
import { requireStillManages } from '../access/requireStillManages.ts';
import { endSlackOf } from '../alerts/alertAddresses.ts';
import { pauseCardsOfLeaver } from '../card/state/pauseCardsOfLeaver.ts';
import { endWalletsOfMember } from '../card/wallets/endWallets.ts';
import type { Deps } from '../deps.ts';
import { withLockedReceiver } from '../ledger/lockedReceiver.ts';
import { recordTimeline } from '../receiver/timeline.ts';
import { endFeedKnownTo } from '../repayment/calendarFeed.ts';

interface Leaving {
  memberId: string;
  /** Null where the authentication provider removed them. */
  actor: Caller | null;
  /** Whether the provider's organization is rid of them already. */
  hasLeft: boolean;
  origin?: Origin;
}

/**
 * Ends somebody's membership of a team. Their access ends with this transaction, and every purchase with a card that they
 * hold is declined from then on, as their phones pay with no other; the issuer and the authentication provider are told by jobs. May be repeated.
 * Throws `forbidden` for an actor who may not remove them.
 */
export async function leaveTeam(deps: Deps, scope: ReceiverScope, { memberId, actor, hasLeft, origin }: Leaving): Promise<void> {
  const { clock, machineClock, queue } = deps;
  await withLockedReceiver(deps, scope, async (transaction) => {
    const own = databaseOf(transaction, scope);
    const member = await own.teamMember.findUnique({ where: { receiver_id_id: { id: memberId } } });
    if (!member || member.removed_at !== null) return;
    if (actor !== null) await requireStillManages(transaction, scope, actor, readRole(member.role));
    const now = machineClock();
    const data = { removed_at: clock(), decided_at: now, ...(hasLeft && { left_at: now }) };
    await own.teamMember.update({ where: { receiver_id_id: { id: memberId } }, data });
    const cards = await pauseCardsOfLeaver(deps, transaction, scope, { holder_id: memberId });
    await endWalletsOfMember(deps, transaction, scope, memberId);
    for (const rows of [own.pushSubscription, own.alertChoice, own.alertHours]) await rows.deleteMany({ where: { person: memberId } });
    await endFeedKnownTo(transaction, scope, member);
    await endSlackOf(deps, transaction, scope, memberId);
    const asked = { member_id: memberId, state: 'open' };
    await own.cardRequest.updateMany({ where: asked, data: { state: 'refused', answered_at: clock() } });
    const { email, role } = member;
    await recordTimeline(deps, scope, 'member_removed', { member_id: memberId, email, role, cards }, transaction);
    const entry = { scope, actor, action: 'remove member', details: { member_id: memberId, email, role } } as const;
    await recordAudit(deps, { ...entry, ...(origin && { origin }) }, transaction);
    if (!hasLeft && member.platform === null) await queue.send('leave-org', { receiver_id: scope.receiverId, member_id: memberId }, { transaction });
  });
}
