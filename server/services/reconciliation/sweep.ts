import { activeReceivers } from '../../db/queries/activeReceivers.ts';
import { addDifference, type DrawOfKey, drawsOfKeys } from '../../db/queries/transferSweep.ts';
import { type SweepDepth, sweepReach } from '../../domain/reconciliation/sweepDepth.ts';
import type { BankTransfer } from '../../providers/ports/bank.ts';
import type { Deps } from '../deps.ts';

/** Returns the instant from which a sweep of this depth looks. */
export function sweepSince({ clock }: Pick<Deps, 'clock'>, depth: SweepDepth): Date {
  return new Date(clock().getTime() - sweepReach[depth]);
}

/** Queues one comparison with the providers per receiver who has a card or a transfer under way. */
export async function sweepAll(deps: Deps, depth: SweepDepth): Promise<void> {
  const { database, queue } = deps;
  for (const receiverId of await activeReceivers(database))
    await queue.send('reconcile-receiver', { receiver_id: receiverId, depth }, { singletonKey: receiverId });
  await sweepTransfers(deps, sweepSince(deps, depth));
}

/**
 * Queues a sync of each transfer that carries the key of a draw which does not know it. Logs transfers that belong to
 * no draw, and records second transfers of one draw.
 */
async function sweepTransfers({ database, providers, queue, log }: Deps, since: Date): Promise<void> {
  for (let after: string | null = null, hasMore = true; hasMore; hasMore = after !== null) {
    const page = await providers.bank.listTransfers(since, after);
    after = page.next;
    const keys = page.items.flatMap(({ key }) => key ?? []);
    const drawOf = await drawsOfKeys(database, keys);
    for (const transfer of page.items) {
      const draw = transfer.key === null ? undefined : drawOf.get(transfer.key);
      if (draw === undefined) log.error({ transfer: transfer.transferId }, 'the bank reports a transfer without a draw');
      else if (draw.transfer_id === null) await queue.send('sync-transfer', { receiver_id: draw.receiver_id, transfer_id: transfer.transferId });
      else if (draw.transfer_id !== transfer.transferId) await storeSecondTransfer({ database, log, providers }, draw, transfer);
    }
  }
}

/** Records a second transfer of one draw, which must never happen: a person has to look at it now. */
async function storeSecondTransfer(
  { database, log, providers }: Pick<Deps, 'database' | 'log' | 'providers'>,
  { receiver_id, transfer_id }: DrawOfKey,
  transfer: BankTransfer,
): Promise<void> {
  log.fatal({ transfer: transfer.transferId, other: transfer_id }, 'a draw has two transfers');
  await addDifference(database, {
    receiver_id,
    provider: providers.bank.name,
    subject: 'second_transfer',
    external_id: transfer.transferId,
    ours: { transfer_id },
    theirs: { status: transfer.status, amount_cents: Number(transfer.amountCents) },
  });
}
