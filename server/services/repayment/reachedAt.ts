import type { Transaction } from '../../db/database.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import type { ReceiverScope } from '../../db/scope.ts';
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
