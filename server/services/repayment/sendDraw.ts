import { storedCents } from '../../db/cents.ts';
import type { Transaction } from '../../db/database.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import type { BankLink, Draw, Receiver } from '../../db/rows.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import { isFrozen } from '../../domain/access/access.ts';
import { debitClass, isDebitAuthorized } from '../../domain/bank/debitAuthorization.ts';
import { add, type Cents, smaller, subtract } from '../../domain/basics/money.ts';
import { customerName } from '../../domain/receiver/customerName.ts';
import { isInFlight, isKeyForgotten, isScheduled, keyForgottenReason, limitToOneDraw, sendingStatuses, unsentStatuses } from '../../domain/repayment/draw.ts';
import { debitDescription, presentmentNumber } from '../../domain/repayment/failedAmounts.ts';
import { isOurFailure } from '../../domain/repayment/returnCodes.ts';
import { keyAfter } from '../../providers/key.ts';
import type { BankTransfer } from '../../providers/ports/bank.ts';
import { bankAccessToken } from '../bank/bankLink.ts';
import type { Deps } from '../deps.ts';
import { readAccount } from '../ledger/account.ts';
import { bookRepayment } from '../ledger/book.ts';
import { withLockedReceiver } from '../ledger/lockedReceiver.ts';
import { addDifference } from '../receiver/differences.ts';
import { findTransferByKey } from '../transfers/findTransferByKey.ts';
import { hasUnknownDebit, type LostTransfer, lostTransfer, readMissedTransfers } from '../transfers/knownTransfers.ts';
import { type BankAccess, orderTransfer, type Refusal } from '../transfers/orderTransfer.ts';
import { followFailedDraw } from './followFailedDraw.ts';
import { storeTransfer } from './syncTransfer.ts';

/** Sends every unsent draw of a receiver, including interrupted ones, the earliest due first. Throws as `sendDraw` does. */
export async function sendOpenDraws(deps: Deps, scope: ReceiverScope): Promise<void> {
  const open = await databaseOf(deps.database, scope).draw.findMany({
    where: { status: { in: [...unsentStatuses] } },
    orderBy: [{ due_date: 'asc' }, { created_at: 'asc' }, { attempt: 'asc' }],
    select: { id: true },
  });
  for (const { id } of open) await sendDraw(deps, scope, id);
}

/**
 * Sends a draw to the bank exactly once, however often and from wherever it is called. It stores that the draw is being
 * sent before it asks the bank, gives the bank the draw's own key, and looks for an interrupted draw at the bank once
 * that may have forgotten the key. After a time in which the bank was not read it is read first: what it made under the
 * draw's key, before the database was restored, is taken over, and nobody is debited by itself beside a debit that our
 * books do not know. A draw that the bank declines has failed. Throws the bank's failure while the outcome is unclear,
 * the bank cannot be reached or it refuses for a reason of our own; the next call continues from there.
 */
export async function sendDraw(deps: Deps, scope: ReceiverScope, drawId: string): Promise<void> {
  await readMissedTransfers(deps);
  const sending = await begin(deps, scope, drawId);
  if (sending === null) return;
  if ('lostId' in sending) return store(deps, scope, await deps.providers.bank.getTransfer(sending.lostId));
  const { draw, account, isRepeat } = sending;
  const isTooOld = isRepeat && isKeyForgotten(draw, deps.clock());
  // While the bank knows the key, it answers a repeat with what it did the first time. Its list costs a call for every 25 transfers of all merchants.
  if (isRepeat && (isTooOld || account === null) && (await finishFromBank(deps, scope, draw))) return;
  if (account === null) return cancel(deps, scope, draw, unauthorized);
  if (isTooOld) return cancel(deps, scope, draw, keyForgottenReason);
  await authorizeAndCreate(deps, scope, { draw, account });
}

interface Sending {
  draw: Draw;
  /** An earlier attempt was interrupted, and may have had its effect. */
  isRepeat: boolean;
  /** Null when no bank is linked that the merchant has authorized us to debit. */
  account: BankAccess | null;
}

/** Stores that a draw is being sent, and through which bank link. Returns null when there is nothing (left) to send. */
function begin(deps: Deps, scope: ReceiverScope, drawId: string): Promise<Sending | LostTransfer | null> {
  const where = { receiver_id_id: { id: drawId } };
  return withLockedReceiver(deps, scope, async (transaction, receiver) => {
    const own = databaseOf(transaction, scope);
    const draw = await own.draw.findUniqueOrThrow({ where });
    const isRepeat = sendingStatuses.includes(draw.status);
    if (!isRepeat && draw.status !== 'planned') return null;
    const lost = isRepeat ? null : await lostTransfer(transaction, scope, draw.provider_key);
    if (lost !== null && !lost.isSettled) return lost;
    if (!isRepeat && isScheduled(draw) && (await hasToWait(transaction, scope, receiver))) return null;
    // A repeat uses the link of the first attempt, whatever was linked since.
    const link = await own.bankLink.findFirst({
      where: draw.bank_link_id === null ? { unlinked_at: null, role: 'main' } : { id: draw.bank_link_id },
    });
    const authorization = await own.debitAuthorization.findFirst({ where: { ended_at: null, role: link?.role ?? 'main' } });
    const account = isDebitAuthorized(link, authorization) ? bankAccess(deps, scope, customerName(receiver), link) : null;
    if (isRepeat) return { draw, isRepeat, account };

    const { balances, draws } = await readAccount(deps, transaction, scope, receiver);
    const others = draws.filter((other) => other.id !== draw.id && isInFlight(other)).map((other) => other.amount_cents);
    const planned = storedCents(draw.amount_cents);
    const amount = stillToDraw(planned, balances.owed, add(...others));
    // What failed is collected as it was promised: whole, or the rest of it that was announced.
    if (amount === 0 || (draw.retry_of !== null && amount < planned)) {
      const failure_reason = amount === 0 ? 'Nothing was owed by then.' : 'Less than the amount to debit again was owed.';
      await own.draw.update({ where, data: { status: 'cancelled', failure_reason, finished_at: deps.clock() } });
      return null;
    }
    const presentment = account === null ? 1 : presentmentNumber({ retry_of: draw.retry_of, amount_cents: planned }, draws, account.accountId);
    const debited = { bank_link_id: link?.id ?? null, bank_account_id: account?.accountId ?? null, presentment };
    const data = { status: 'sending', amount_cents: BigInt(amount), sent_at: deps.clock(), ...debited, ...(lost && { provider_key: keyAfter(draw) }) };
    return { draw: await own.draw.update({ where, data }), isRepeat, account };
  });
}

/**
 * Tells whether the scheduled draws of an account wait: until it is released, or until staff have settled a debit that may have been for the
 * same debt. Merchants may still pay of their own accord.
 */
async function hasToWait(transaction: Transaction, scope: ReceiverScope, receiver: Receiver): Promise<boolean> {
  return isFrozen(receiver) || (await hasUnknownDebit(transaction, scope));
}

/** Returns the planned amount, in cents, capped by what is still owed and not yet in flight. */
function stillToDraw(planned: Cents, owed: Cents, inFlight: Cents): Cents {
  return smaller(planned, limitToOneDraw(subtract(owed, inFlight)));
}

function bankAccess(deps: Deps, scope: ReceiverScope, legalName: string, link: BankLink | null): BankAccess | null {
  const achClass = debitClass(link?.holder_category ?? null);
  if (!link || achClass === null || link.account_id === null) return null;
  const accessToken = bankAccessToken(deps, scope, link);
  return accessToken === null ? null : { accessToken, accountId: link.account_id, legalName, achClass };
}

/** Looks at the bank for a transfer that carries the draw's key, and stores it. Returns whether there was one. */
async function finishFromBank(deps: Deps, scope: ReceiverScope, draw: Draw): Promise<boolean> {
  const transfer = await findTransferByKey(deps, draw);
  if (transfer) await store(deps, scope, transfer);
  return transfer !== null;
}

/**
 * Lets the bank authorize the debit, then creates the transfer. A draw that the bank refuses has failed, or is canceled when
 * its authorization is too old. A refusal that is our own fault leaves the draw to be sent again.
 */
async function authorizeAndCreate(deps: Deps, scope: ReceiverScope, { draw, account }: { draw: Draw; account: BankAccess }): Promise<void> {
  // Another process that sends the same draw may already be further along.
  const unlessFurther = { id: draw.id, transfer_id: null, status: { in: [...sendingStatuses] } };
  const ordered = await orderTransfer(deps, draw, {
    order: { ...account, direction: 'debit', amountCents: storedCents(draw.amount_cents), key: draw.provider_key },
    description: debitDescription(draw.presentment),
    storeAuthorization: (authorization_id) =>
      databaseOf(deps.database, scope).draw.updateMany({ where: unlessFurther, data: { authorization_id, status: 'unknown' } }),
  });
  if ('transfer' in ordered) return store(deps, scope, ordered.transfer);
  if ('declined' in ordered) {
    const end = isOurFailure(ordered.declined.code) ? startOver : decline;
    return end(deps, scope, draw, ordered.declined);
  }
  const { code, message: description } = ordered.refused;
  if (code === 'AUTHORIZATION_EXPIRED') return cancel(deps, scope, draw, keyForgottenReason);
  if (!isOurFailure(code)) return decline(deps, scope, draw, { code, description });
  await tellOperators(deps, deps.database, scope, draw, { code, description });
  throw ordered.refused;
}

async function store(deps: Deps, scope: ReceiverScope, transfer: BankTransfer): Promise<void> {
  await withLockedReceiver(deps, scope, async (transaction, receiver) => {
    await storeTransfer(deps, transaction, { scope, receiver, transfer });
  });
}

/** Marks the draw as failed because the bank declined it; the account is held until the unpaid amount is paid. */
function decline(deps: Deps, scope: ReceiverScope, { id }: Draw, { code, description }: Refusal): Promise<void> {
  return withLockedReceiver(deps, scope, async (transaction, receiver) => {
    const { count } = await databaseOf(transaction, scope).draw.updateMany({
      where: { id, transfer_id: null, status: { in: [...sendingStatuses] } },
      data: { status: 'declined', failure_code: code, failure_reason: description, finished_at: deps.clock() },
    });
    if (count === 0) return;
    const draw = await databaseOf(transaction, scope).draw.findUniqueOrThrow({ where: { receiver_id_id: { id } } });
    const { status, amount_cents, business_key: subject_id } = draw;
    await bookRepayment(deps, transaction, { scope, receiver }, draw, {
      type: 'repayment',
      subject_id,
      as_of: deps.clock(),
      status,
      amount_cents: storedCents(amount_cents),
    });
    await followFailedDraw(deps, transaction, scope, id);
  });
}

/**
 * Returns a draw to the planned ones after the provider declined it for a reason of our own, such as a limit of ours. It gets
 * a new key, because the provider repeats its answer to the old one; a declined key has no transfer.
 */
function startOver(deps: Deps, scope: ReceiverScope, draw: Draw, refusal: Refusal): Promise<void> {
  return withLockedReceiver(deps, scope, async (transaction) => {
    const own = databaseOf(transaction, scope);
    // The usual bank may be another one by then; a draw from the second bank is of that one alone.
    const second = draw.bank_link_id === null ? null : await own.bankLink.findFirst({ where: { id: draw.bank_link_id, role: 'fallback' } });
    const provider_key = keyAfter(draw);
    const { count } = await own.draw.updateMany({
      where: { id: draw.id, provider_key: draw.provider_key, transfer_id: null, status: { in: [...sendingStatuses] } },
      data: { status: 'planned', provider_key, sent_at: null, bank_link_id: second?.id ?? null },
    });
    if (count > 0) await tellOperators(deps, transaction, scope, draw, refusal);
  });
}

/** Logs that a debit could not be ordered through no fault of the merchant, and stores it for staff, once for each draw. */
async function tellOperators(deps: Deps, transaction: Transaction, scope: ReceiverScope, { id, amount_cents }: Draw, { code, description }: Refusal) {
  deps.log.error({ draw: id, code }, 'a debit could not be ordered; it is tried again');
  await addDifference(deps, transaction, scope, {
    provider: 'bank',
    subject: 'debit_not_ordered',
    external_id: id,
    ours: { amount_cents: Number(amount_cents) },
    theirs: { code, description },
  });
}

const unauthorized = 'Debits of the account are not authorized.';

/**
 * Cancels a draw that never reached the bank: its key or authorization is too old to try, or the merchant does not
 * authorize it any more. Another draw takes its place once that is possible.
 */
async function cancel(deps: Deps, scope: ReceiverScope, { id }: Draw, failure_reason: string): Promise<void> {
  await databaseOf(deps.database, scope).draw.updateMany({
    where: { id, transfer_id: null, status: { in: [...sendingStatuses] } },
    data: { status: 'cancelled', failure_reason, finished_at: deps.clock() },
  });
}
