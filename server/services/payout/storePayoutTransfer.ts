import type { Transaction } from '../../db/database.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import { negate } from '../../domain/basics/money.ts';
import { isFailedPayout, isSettledTransfer } from '../../domain/ledger/ledger.ts';
import { isLaterTransferStatus } from '../../domain/repayment/draw.ts';
import type { Deps } from '../deps.ts';
import type { Owner } from '../ledger/allocate.ts';
import { recordTimeline } from '../receiver/timeline.ts';
import { requestSpendingPower } from '../spendingPower/requestSpendingPower.ts';
import { mirrorTransfer, type TransferState } from '../transfers/mirrorTransfer.ts';
import { reachedAt, settledAt } from '../transfers/reachedAt.ts';
import { resolveStray } from '../transfers/strayTransfer.ts';
import { bookPayoutState } from './requestPayout.ts';

/**
 * Stores a credit transfer as the bank reported it: its payout, the row for tables and reports, and the ledger; the receiver's
 * row must be held. Returns false for a transfer of no payout. May be repeated, in any order.
 */
export async function storePayoutTransfer(deps: Deps, transaction: Transaction, owner: Owner, transfer: TransferState): Promise<boolean> {
  const { scope } = owner;
  const own = databaseOf(transaction, scope);
  const byId = await own.creditPayout.findFirst({ where: { transfer_id: transfer.transferId } });
  const payout = byId ?? (transfer.key === null ? null : await own.creditPayout.findFirst({ where: { provider_key: transfer.key, transfer_id: null } }));
  if (!payout) return false;
  const where = { receiver_id_provider_transfer_id: { provider_transfer_id: transfer.transferId } };
  const known = await own.bankTransfer.findUnique({ where });
  if (known && !isLaterTransferStatus(transfer.status, known.status)) return true;
  const at = await reachedAt(deps, transaction, scope, transfer);
  const settled_at = await settledAt(deps, transaction, scope, transfer);
  const row = mirrorTransfer(transfer, { name: 'Credit payout', amount_cents: negate(transfer.amountCents), settled_at });
  if (known) await own.bankTransfer.update({ where, data: row });
  else await own.bankTransfer.create({ data: { ...row, provider_transfer_id: transfer.transferId, payout_id: payout.id } });
  const hasFailed = isFailedPayout(transfer);
  const updated = await own.creditPayout.update({
    where: { receiver_id_id: { id: payout.id } },
    data: {
      // Where the order was lost in a restore, the payout that is ordered in its place may be of another amount.
      amount_cents: BigInt(transfer.amountCents),
      status: transfer.status,
      transfer_id: transfer.transferId,
      authorization_id: transfer.authorizationId,
      failure_code: row.failure_code,
      failure_reason: row.failure_reason,
      finished_at: settled_at ?? (hasFailed ? at : null),
    },
  });
  if (!known) {
    await resolveStray(deps, transaction, scope, transfer.transferId);
    await recordTimeline(deps, scope, 'payout_sent', { amount_cents: transfer.amountCents }, transaction);
    await deps.queue.send('send-letter', { receiver_id: scope.receiverId, kind: 'payout_sent', about: payout.id }, { transaction });
  }
  const booked = await bookPayoutState(deps, transaction, owner, updated, at);
  if (hasFailed && booked.length > 0) {
    await recordTimeline(deps, scope, 'payout_failed', { status: transfer.status, code: row.failure_code }, transaction);
    await deps.queue.send('send-letter', { receiver_id: scope.receiverId, kind: 'payout_failed', about: payout.id }, { transaction });
  }
  // A closing account is even only once its payout has arrived.
  if (booked.length > 0 || isSettledTransfer(transfer.status)) await requestSpendingPower(deps, transaction, scope, 'credit payout');
  return true;
}
