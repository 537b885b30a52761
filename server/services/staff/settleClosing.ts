import type { Transaction } from '../../db/database.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import type { Receiver } from '../../db/rows.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import { isFailedPayout } from '../../domain/ledger/ledger.ts';
import { isInFlight } from '../../domain/repayment/draw.ts';
import type { Deps } from '../deps.ts';
import { leaveIdentities } from '../identities/claimIdentities.ts';
import { readAccount } from '../ledger/account.ts';
import { withLockedReceiver } from '../ledger/lockedReceiver.ts';
import { creditOf } from '../payout/creditOf.ts';
import { orderPayout } from '../payout/requestPayout.ts';
import { recordTimeline } from '../receiver/timeline.ts';

/**
 * Takes an account that is closing further, daily and whenever its books have changed: pays out what of a credit can be, also one that
 * arrives later, such as a refund on a closed account, and marks the account as closed when nothing is owed, held, on its way or can
 * still come back; its EIN and stores may then back another one. Once a payout has come back, a credit waits for the merchant or staff.
 * May be repeated; does nothing for any other account.
 */
export function settleClosing(deps: Deps, scope: ReceiverScope): Promise<void> {
  return withLockedReceiver(deps, scope, async (transaction, receiver) => {
    const { closing_requested_at: since } = receiver;
    if (since === null) return;
    const account = await readAccount(deps, transaction, scope, receiver);
    const credit = creditOf(deps, receiver, account);
    if (credit.payable > 0) return payOut(deps, transaction, { scope, receiver, since });
    if (receiver.closed_at !== null) return;
    const payouts = await databaseOf(transaction, scope).creditPayout.findMany({ select: { status: true } });
    const isUnderway = payouts.some(isInFlight);
    const isEven = account.balances.owed === 0 && account.balances.pending === 0 && account.inFlight === 0 && credit.isFinal;
    if (isEven && !isUnderway) await markClosed(deps, transaction, scope);
  });
}

interface Closing {
  scope: ReceiverScope;
  receiver: Receiver;
  /** When it was requested. */
  since: Date;
}

async function payOut(deps: Deps, transaction: Transaction, { scope, receiver, since }: Closing): Promise<void> {
  const { creditPayout } = databaseOf(transaction, scope);
  const last = await creditPayout.findFirst({ where: { created_at: { gte: since } }, orderBy: { number: 'desc' } });
  const hasComeBack = last !== null && isFailedPayout(last);
  if (!hasComeBack) await orderPayout(deps, transaction, { scope, receiver, cause: 'closing', requestedBy: null });
}

async function markClosed(deps: Deps, transaction: Transaction, scope: ReceiverScope): Promise<void> {
  const closedAt = deps.clock();
  await databaseOf(transaction, scope).receiver.update({ data: { closed_at: closedAt } });
  for (const kind of ['ein', 'store'] as const) await leaveIdentities(deps, transaction, scope, kind);
  await recordTimeline(deps, scope, 'account_closed', {}, transaction);
  await deps.queue.send('send-letter', { receiver_id: scope.receiverId, kind: 'account_closed', about: closedAt.toISOString() }, { transaction });
}
