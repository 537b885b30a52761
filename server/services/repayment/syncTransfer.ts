import { storedCents } from '../../db/cents.ts';
import type { Transaction } from '../../db/database.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import type { Draw, Receiver, BankTransfer as StoredTransfer } from '../../db/rows.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import { startOfDay } from '../../domain/basics/dates.ts';
import { isSettledTransfer } from '../../domain/ledger/ledger.ts';
import { isFailedDraw, isLaterTransferStatus, unsentStatuses } from '../../domain/repayment/draw.ts';
import { presentmentNumber } from '../../domain/repayment/failedAmounts.ts';
import { finalDay } from '../../domain/repayment/finalMoney.ts';
import type { Deps } from '../deps.ts';
import type { Owner } from '../ledger/allocate.ts';
import { bookRepayment } from '../ledger/book.ts';
import { withLockedReceiver } from '../ledger/lockedReceiver.ts';
import { storePayoutTransfer } from '../payout/storePayoutTransfer.ts';
import { addDifference, resolveDifference } from '../receiver/differences.ts';
import { programDay, programOf } from '../receiver/programOf.ts';
import { recordTimeline } from '../receiver/timeline.ts';
import { requestSpendingPower } from '../spendingPower/requestSpendingPower.ts';
import { mirrorTransfer, type TransferState } from '../transfers/mirrorTransfer.ts';
import { reachedAt, settledAt } from '../transfers/reachedAt.ts';
import { resolveStray, strayTransfer } from '../transfers/strayTransfer.ts';
import { followFailedDraw } from './followFailedDraw.ts';

/**
 * Updates one transfer to its present state at the bank, in one database transaction: its draw, the mirror for tables
 * and reports, and the ledger. A failure or return restores the debt and holds the account. May be repeated, in any
 * order. Throws the bank's failure.
 */
export async function syncTransfer(deps: Deps, scope: ReceiverScope, transferId: string): Promise<void> {
  const transfer = await deps.providers.bank.getTransfer(transferId);
  await withLockedReceiver(deps, scope, async (transaction, receiver) => {
    await storeTransfer(deps, transaction, { scope, receiver, transfer });
  });
}

interface ReportedTransfer {
  scope: ReceiverScope;
  receiver: Receiver;
  transfer: TransferState;
}

/**
 * Stores a transfer as the bank reported it and books what it changes; the receiver's row must be held. A transfer that
 * belongs to no draw of this receiver is a difference for staff.
 */
export async function storeTransfer(deps: Deps, transaction: Transaction, { scope, receiver, transfer }: ReportedTransfer): Promise<void> {
  if (transfer.direction === 'credit' && (await storePayoutTransfer(deps, transaction, { scope, receiver }, transfer))) return;
  const receiverId = scope.receiverId;
  const draw = await drawOf(transaction, scope, transfer);
  if (!draw) return storeStray(deps, transaction, scope, transfer);
  const where = { receiver_id_provider_transfer_id: { provider_transfer_id: transfer.transferId } };
  const own = databaseOf(transaction, scope);
  const known = await own.bankTransfer.findUnique({ where });
  if (known && !isLaterTransferStatus(transfer.status, known.status)) return copyToDraw(transaction, scope, draw, known);

  const at = await reachedAt(deps, transaction, scope, transfer);
  const settled_at = await settledAt(deps, transaction, scope, transfer);
  const row = mirrorTransfer(transfer, { name: 'Repayment', amount_cents: transfer.amountCents, settled_at });
  if (known) await own.bankTransfer.update({ where, data: row });
  else {
    await own.bankTransfer.create({ data: { ...row, provider_transfer_id: transfer.transferId, draw_id: draw.id } });
    await recordTimeline(deps, scope, 'draw_sent', { draw_id: draw.id, amount_cents: transfer.amountCents }, transaction);
    await resolveDifference(deps, transaction, scope, { provider: 'bank', subject: 'debit_not_ordered', external_id: draw.id });
    await resolveStray(deps, transaction, scope, transfer.transferId);
  }
  const updated = await own.draw.update({
    where: { receiver_id_id: { id: draw.id } },
    data: {
      // Where the order was lost in a restore, the draw that is planned in its place may be of another amount.
      amount_cents: BigInt(transfer.amountCents),
      ...(known ? {} : await debited(transaction, scope, draw, transfer.accountId)),
      status: transfer.status,
      transfer_id: transfer.transferId,
      authorization_id: transfer.authorizationId,
      failure_code: row.failure_code,
      failure_reason: row.failure_reason,
      finished_at: settled_at ?? (isFailedDraw(transfer) || transfer.status === 'cancelled' ? at : null),
    },
  });
  await own.draw.update({
    where: { receiver_id_id: { id: draw.id } },
    data: { final_on: await finalOn(deps, transaction, { scope, receiver }, updated, transfer) },
  });
  const booked = await bookRepayment(deps, transaction, { scope, receiver }, updated, {
    type: 'repayment',
    subject_id: transfer.transferId,
    as_of: at,
    status: transfer.status,
    amount_cents: transfer.amountCents,
  });
  if (isSettledTransfer(transfer.status)) {
    await deps.queue.send('send-letter', { receiver_id: receiverId, kind: 'repayment_receipt', about: draw.id }, { transaction });
  }
  if (isFailedDraw(transfer)) await followFailedDraw(deps, transaction, scope, draw.id);
  else if (booked.length > 0) await requestSpendingPower(deps, transaction, scope, 'repayment');
}

/** Returns the day from which a debit cannot come back; null for one that has not settled, and while that day cannot be named. */
async function finalOn(
  { isBankHoliday }: Deps,
  transaction: Transaction,
  { scope, receiver }: Owner,
  draw: Draw,
  transfer: TransferState,
): Promise<Date | null> {
  if (!isSettledTransfer(transfer.status)) return null;
  // The bank names its window once, and its later events do not repeat it.
  if (draw.final_on !== null) return draw.final_on;
  const own = databaseOf(transaction, scope);
  const funds = await own.bankTransferEvent.findFirst({ where: { provider_transfer_id: transfer.transferId, type: 'funds_available' } });
  const availableAt = transfer.status === 'funds_available' ? (funds?.at ?? draw.finished_at) : null;
  const link = await own.bankLink.findFirst({ where: draw.bank_link_id === null ? {} : { id: draw.bank_link_id }, orderBy: { linked_at: 'desc' } });
  const facts = {
    returnWindow: transfer.standardReturnWindow,
    availableOn: availableAt && programDay(receiver, availableAt),
    holderCategory: link?.holder_category ?? null,
  };
  const day = finalDay(facts, { finalAfter: programOf(receiver).finalAfterBankingDays, isBankHoliday });
  return day && startOfDay(day);
}

/** Returns what names the debited account in a draw whose order was lost; nothing for any other, which was sent with it. */
async function debited(transaction: Transaction, scope: ReceiverScope, draw: Draw, accountId: string | null = null) {
  if (draw.bank_account_id !== null || accountId === null) return {};
  const own = databaseOf(transaction, scope);
  const link = await own.bankLink.findFirst({ where: { account_id: accountId }, orderBy: { linked_at: 'desc' } });
  const made = (await own.draw.findMany()).map((one) => ({ ...one, amount_cents: storedCents(one.amount_cents) }));
  const presentment = presentmentNumber({ retry_of: draw.retry_of, amount_cents: storedCents(draw.amount_cents) }, made, accountId);
  return { bank_link_id: link?.id ?? draw.bank_link_id, bank_account_id: accountId, presentment };
}

async function storeStray(deps: Deps, transaction: Transaction, scope: ReceiverScope, transfer: TransferState): Promise<void> {
  const [external_id, theirs] = [transfer.transferId, strayTransfer(transfer)];
  await addDifference(deps, transaction, scope, { provider: 'bank', subject: 'stray_transfer', external_id, ours: null, theirs });
}

/** Copies status and id of a known transfer to a draw that is not sent or unclear: the transfer proves that the draw reached the bank. */
async function copyToDraw(
  transaction: Transaction,
  scope: ReceiverScope,
  { id }: Draw,
  { status, provider_transfer_id: transfer_id }: StoredTransfer,
): Promise<void> {
  await databaseOf(transaction, scope).draw.updateMany({ where: { id, status: { in: [...unsentStatuses] } }, data: { status, transfer_id } });
}

/** Finds the draw of a transfer, by the transfer's id or by the key that it carries. */
async function drawOf(transaction: Transaction, scope: ReceiverScope, { transferId, key }: TransferState): Promise<Draw | null> {
  const byId = await databaseOf(transaction, scope).draw.findFirst({ where: { transfer_id: transferId } });
  return byId ?? (key === null ? null : databaseOf(transaction, scope).draw.findFirst({ where: { provider_key: key, transfer_id: null } }));
}
