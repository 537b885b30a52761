import { storedCents } from '../../db/cents.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import type { CreditPayout } from '../../db/rows.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import { creditClass } from '../../domain/bank/debitAuthorization.ts';
import { customerName } from '../../domain/receiver/customerName.ts';
import { isKeyForgotten, keyForgottenReason, sendingStatuses, unsentStatuses } from '../../domain/repayment/draw.ts';
import { keyAfter } from '../../providers/key.ts';
import type { BankTransfer } from '../../providers/ports/bank.ts';
import { bankAccessToken } from '../bank/bankLink.ts';
import { isConfirmedByMerchant } from '../bank/debitAuthorization.ts';
import type { Deps } from '../deps.ts';
import { withLockedReceiver } from '../ledger/lockedReceiver.ts';
import { recordTimeline } from '../receiver/timeline.ts';
import { requestSpendingPower } from '../spendingPower/requestSpendingPower.ts';
import { findTransferByKey } from '../transfers/findTransferByKey.ts';
import { type LostTransfer, lostTransfer, readMissedTransfers } from '../transfers/knownTransfers.ts';
import { type BankAccess, orderTransfer } from '../transfers/orderTransfer.ts';
import { bookPayoutState } from './requestPayout.ts';
import { storePayoutTransfer } from './storePayoutTransfer.ts';

/** Sends every payout of a receiver that has not reached the bank, interrupted ones among them. */
export async function sendOpenPayouts(deps: Deps, scope: ReceiverScope): Promise<void> {
  const open = await databaseOf(deps.database, scope).creditPayout.findMany({
    where: { status: { in: [...unsentStatuses] } },
    select: { id: true },
  });
  for (const { id } of open) await sendPayout(deps, scope, id);
}

/**
 * Sends a payout to the bank exactly once, however often it is called: stores that it is being sent before it asks the bank,
 * gives the bank the payout's own key, and looks for an interrupted payout at the bank once that may have forgotten the key. After a time
 * in which the bank was not read it is read first, as for draws. One that the bank refuses is a credit again. Throws the bank's failure while
 * the outcome is unclear; the next call continues.
 */
export async function sendPayout(deps: Deps, scope: ReceiverScope, payoutId: string): Promise<void> {
  await readMissedTransfers(deps);
  const sending = await begin(deps, scope, payoutId);
  if (sending === null) return;
  if ('lostId' in sending) return store(deps, scope, await deps.providers.bank.getTransfer(sending.lostId));
  const { payout, isRepeat, access } = sending;
  const isTooOld = isRepeat && isKeyForgotten(payout, deps.clock());
  // While the bank knows the key, it answers a repeat with what it did the first time.
  if (isRepeat && (isTooOld || access === null) && (await finishFromBank(deps, scope, payout))) return;
  if (isTooOld || access === null) {
    const reason = isTooOld ? keyForgottenReason : 'The bank account is no longer linked.';
    return fail(deps, scope, payout, { status: 'cancelled', code: null, reason });
  }
  await authorizeAndCreate(deps, scope, payout, access);
}

interface Sending {
  payout: CreditPayout;
  /** An earlier attempt was interrupted, and may have had its effect. */
  isRepeat: boolean;
  /** Null when the account is no longer linked, or is not one that the merchant has confirmed. */
  access: BankAccess | null;
}

/** Stores that a payout is being sent. Returns null when there is nothing (left) to send. */
function begin(deps: Deps, scope: ReceiverScope, id: string): Promise<Sending | LostTransfer | null> {
  return withLockedReceiver(deps, scope, async (transaction, receiver) => {
    const own = databaseOf(transaction, scope);
    const where = { receiver_id_id: { id } };
    const payout = await own.creditPayout.findUniqueOrThrow({ where });
    const isRepeat = sendingStatuses.includes(payout.status);
    if (!isRepeat && payout.status !== 'planned') return null;
    const lost = isRepeat ? null : await lostTransfer(transaction, scope, payout.provider_key);
    if (lost !== null && !lost.isSettled) return lost;
    const link = await own.bankLink.findUniqueOrThrow({ where: { receiver_id_id: { id: payout.bank_link_id } } });
    // The account of a link may have been changed since the payout was ordered.
    const isPayable = link.unlinked_at === null && (await isConfirmedByMerchant(transaction, scope, link));
    const accessToken = isPayable ? bankAccessToken(deps, scope, link) : null;
    const legalName = customerName(receiver);
    const access =
      accessToken === null || link.account_id === null
        ? null
        : { accessToken, accountId: link.account_id, legalName, achClass: creditClass(link.holder_category) };
    if (isRepeat) return { payout, isRepeat, access };
    const data = { status: 'sending', sent_at: deps.clock(), ...(lost && { provider_key: keyAfter(payout) }) };
    return { payout: await own.creditPayout.update({ where, data }), isRepeat, access };
  });
}

/** Looks at the bank for a transfer that carries the payout's key, and stores it. Returns whether there was one. */
async function finishFromBank(deps: Deps, scope: ReceiverScope, payout: CreditPayout): Promise<boolean> {
  const transfer = await findTransferByKey(deps, payout);
  if (transfer) await store(deps, scope, transfer);
  return transfer !== null;
}

async function store(deps: Deps, scope: ReceiverScope, transfer: BankTransfer): Promise<void> {
  await withLockedReceiver(deps, scope, (transaction, receiver) => storePayoutTransfer(deps, transaction, { scope, receiver }, transfer));
}

async function authorizeAndCreate(deps: Deps, scope: ReceiverScope, payout: CreditPayout, access: BankAccess): Promise<void> {
  const unlessFurther = { id: payout.id, transfer_id: null, status: { in: [...sendingStatuses] } };
  const ordered = await orderTransfer(deps, payout, {
    order: { ...access, direction: 'credit', amountCents: storedCents(payout.amount_cents), key: payout.provider_key },
    description: 'CREDIT',
    storeAuthorization: (authorization_id) =>
      databaseOf(deps.database, scope).creditPayout.updateMany({ where: unlessFurther, data: { authorization_id, status: 'unknown' } }),
  });
  if ('transfer' in ordered) return store(deps, scope, ordered.transfer);
  const { code, description } = 'declined' in ordered ? ordered.declined : { code: ordered.refused.code, description: ordered.refused.message };
  await fail(deps, scope, payout, { status: 'declined', code, reason: description });
}

interface Failing {
  status: 'cancelled' | 'declined';
  code: string | null;
  reason: string;
}

/** Ends a payout that has no transfer: its amount is a credit again. */
function fail(deps: Deps, scope: ReceiverScope, { id }: CreditPayout, { status, code, reason }: Failing): Promise<void> {
  return withLockedReceiver(deps, scope, async (transaction, receiver) => {
    const own = databaseOf(transaction, scope);
    const now = deps.clock();
    const { count } = await own.creditPayout.updateMany({
      where: { id, transfer_id: null, status: { in: [...sendingStatuses] } },
      data: { status, failure_code: code, failure_reason: reason, finished_at: now },
    });
    if (count === 0) return;
    await bookPayoutState(deps, transaction, { scope, receiver }, await own.creditPayout.findUniqueOrThrow({ where: { receiver_id_id: { id } } }), now);
    await recordTimeline(deps, scope, 'payout_failed', { status, code }, transaction);
    await deps.queue.send('send-letter', { receiver_id: scope.receiverId, kind: 'payout_failed', about: id }, { transaction });
    await requestSpendingPower(deps, transaction, scope, 'credit payout');
  });
}
