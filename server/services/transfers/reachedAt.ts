import type { Transaction } from '../../db/database.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import { isSettledTransfer, settledStatuses } from '../../domain/ledger/ledger.ts';
import type { Deps } from '../deps.ts';
import type { TransferState } from './mirrorTransfer.ts';

/** Returns when the transfer reached its present state, by the bank's own events where they are known. */
export async function reachedAt({ clock }: Pick<Deps, 'clock'>, transaction: Transaction, scope: ReceiverScope, transfer: TransferState): Promise<Date> {
  if (transfer.status === 'pending') return transfer.createdAt;
  const event = await databaseOf(transaction, scope).bankTransferEvent.findFirst({
    where: { provider_transfer_id: transfer.transferId, type: transfer.status },
    orderBy: { event_id: 'desc' },
  });
  return event?.at ?? clock();
}

/**
 * Returns when the bank settled a transfer; null while it has not. The bank makes the money available on a later day, which is another
 * state of the same settlement: else a repayment would be told of on one day and counted in the week of another.
 */
export async function settledAt(deps: Pick<Deps, 'clock'>, transaction: Transaction, scope: ReceiverScope, transfer: TransferState): Promise<Date | null> {
  if (!isSettledTransfer(transfer.status)) return null;
  const own = databaseOf(transaction, scope);
  const where = { provider_transfer_id: transfer.transferId };
  const known = await own.bankTransfer.findUnique({ where: { receiver_id_provider_transfer_id: where } });
  if (known?.settled_at) return known.settled_at;
  const event = await own.bankTransferEvent.findFirst({ where: { ...where, type: { in: [...settledStatuses] } }, orderBy: { event_id: 'asc' } });
  return event?.at ?? deps.clock();
}
