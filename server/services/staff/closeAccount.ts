import type { Transaction } from '../../db/database.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import type { Receiver } from '../../db/rows.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import { DomainError } from '../../domain/basics/errors.ts';
import { isFailedPayout } from '../../domain/ledger/ledger.ts';
import { customerName } from '../../domain/receiver/customerName.ts';
import { isInFlight } from '../../domain/repayment/draw.ts';
import { recordAudit } from '../access/audit.ts';
import type { Origin } from '../access/auditEntry.ts';
import type { Caller } from '../access/caller.ts';
import type { ReceiverView } from '../access/viewReceiver.ts';
import type { Deps } from '../deps.ts';
import { leaveIdentities } from '../identities/claimIdentities.ts';
import type { Account } from '../ledger/account.ts';
import { withLockedReceiver } from '../ledger/lockedReceiver.ts';
import { creditOf } from '../payout/creditOf.ts';
import { orderPayout } from '../payout/requestPayout.ts';
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

interface Facts {
  scope: ReceiverScope;
  receiver: Receiver;
  account: Account;
}

/**
 * Takes an account that is closing further, daily and whenever its books have changed: pays out what of a credit can be, also one that
 * arrives later, such as a refund on a closed account, and marks the account as closed when nothing is owed, held, on its way or can
 * still come back; its EIN and stores may then back another one. Once a payout has come back, a credit waits for the merchant or staff.
 * The receiver's row must be held.
 */
export async function settleClosing(deps: Deps, transaction: Transaction, { scope, receiver, account }: Facts): Promise<void> {
  if (receiver.closing_requested_at === null) return;
  const own = databaseOf(transaction, scope);
  const credit = await creditOf(deps, transaction, { scope, receiver, balances: account.balances });
  if (credit.payable > 0) {
    const last = await own.creditPayout.findFirst({ where: { created_at: { gte: receiver.closing_requested_at } }, orderBy: { number: 'desc' } });
    const hasComeBack = last !== null && isFailedPayout(last);
    if (!hasComeBack) await orderPayout(deps, transaction, { scope, receiver, cause: 'closing', requestedBy: null });
    return;
  }
  if (receiver.closed_at !== null) return;
  const payouts = await own.creditPayout.findMany({ select: { status: true } });
  const isUnderway = payouts.some(isInFlight);
  const isEven = account.balances.owed === 0 && account.balances.pending === 0 && account.inFlight === 0 && credit.isFinal;
  if (!isEven || isUnderway) return;
  const closedAt = deps.clock();
  await own.receiver.update({ data: { closed_at: closedAt } });
  for (const kind of ['ein', 'store'] as const) await leaveIdentities(deps, transaction, scope, kind);
  await recordTimeline(deps, scope, 'account_closed', {}, transaction);
  await deps.queue.send('send-letter', { receiver_id: scope.receiverId, kind: 'account_closed', about: closedAt.toISOString() }, { transaction });
}
