import { databaseOf } from '../../db/databaseOf.ts';
import { DomainError } from '../../domain/basics/errors.ts';
import { customerName } from '../../domain/receiver/customerName.ts';
import { recordAudit } from '../access/audit.ts';
import type { Origin } from '../access/auditEntry.ts';
import type { Caller } from '../access/caller.ts';
import type { ReceiverView } from '../access/viewReceiver.ts';
import type { Deps } from '../deps.ts';
import { withLockedReceiver } from '../ledger/lockedReceiver.ts';
import { recordTimeline } from '../receiver/timeline.ts';
import { requestSpendingPower } from '../spendingPower/requestSpendingPower.ts';
import { queueStaffChangeLetter } from './queueStaffChangeLetter.ts';

interface Closing {
  reason: string;
  /** The customer's business name, or the email without one, as it was typed. */
  confirmation: string;
  origin: Origin;
}

/**
 * Closes a customer's account: cards are closed at the issuer for good, what is owed is drawn on its due dates until nothing is
 * left, a credit is paid out, and sign-in, history and statements stay. May be repeated. Throws `confirmation_needed` when the
 * name was not typed.
 */
export async function closeAccount(
  deps: Deps,
  caller: Caller,
  { scope }: ReceiverView,
  { reason, confirmation, origin }: Closing,
): Promise<{ requested: boolean }> {
  return withLockedReceiver(deps, scope, async (transaction, receiver) => {
    if (confirmation.trim() !== customerName(receiver)) throw new DomainError('confirmation_needed');
    if (receiver.closing_requested_at !== null) return { requested: false };
    await databaseOf(transaction, scope).receiver.update({ data: { closing_requested_at: deps.clock() } });
    for (const { token } of await databaseOf(transaction, scope).card.findMany({ where: { state: { not: 'CLOSED' } }, select: { token: true } }))
      await deps.queue.send('close-card', { receiver_id: scope.receiverId, card_token: token }, { transaction });
    await recordAudit(deps, { scope, actor: caller, action: 'close account', reason, origin }, transaction);
    await recordTimeline(deps, scope, 'closing_requested', {}, transaction);
    await queueStaffChangeLetter(deps, transaction, scope, 'close_account');
    await requestSpendingPower(deps, transaction, scope, 'staff: close account');
    return { requested: true };
  });
}
