import { inTransaction, type Transaction } from '../../db/database.ts';
import { addTransferEvents, advanceStream, ownersOfTransfers, streamPosition } from '../../db/queries/transferEvents.ts';
import type { BankTransferEvent } from '../../providers/ports/bank.ts';
import type { Deps } from '../deps.ts';

/**
 * Reads all transfer events since the last run and queues one job for each transfer of ours among them. Events, cursor
 * and jobs are stored together, page by page, so that an interrupted run continues where it stopped. Two concurrent
 * runs read the same events twice, which changes nothing. Throws the bank's failure.
 */
export async function syncTransferEvents(deps: Deps): Promise<void> {
  const { bank } = deps.providers;
  const stream = { provider: bank.name, stream: 'transfer_events' };
  for (let hasMore = true; hasMore; ) {
    const page = await bank.syncTransferEvents(await streamPosition(deps.database, stream));
    if (page.events.length > 0) {
      await inTransaction(deps.database, async (transaction) => {
        await storeEvents(deps, transaction, page.events);
        await advanceStream(transaction, stream, page.lastEventId);
      });
    }
    hasMore = page.hasMore;
  }
}

/** Stores the events of our own draws and queues a job for each transfer among them. */
async function storeEvents(deps: Deps, transaction: Transaction, events: readonly BankTransferEvent[]): Promise<void> {
  const transferIds = new Set(events.map((event) => event.transferId));
  const owners = await ownersOfTransfers(transaction, [...transferIds]);
  const ours = events.flatMap((event) => {
    const receiverId = owners.get(event.transferId);
    return receiverId === undefined ? [] : [{ receiver_id: receiverId, event }];
  });
  await addTransferEvents(
    transaction,
    ours.map(({ receiver_id, event }) => ({
      receiver_id,
      event_id: BigInt(event.eventId),
      provider_transfer_id: event.transferId,
      type: event.type,
      failure_code: event.failure?.achReturnCode ?? event.failure?.code ?? null,
      failure_reason: event.failure?.description ?? null,
      direction: event.direction,
      amount_cents: event.amountCents === null ? null : BigInt(event.amountCents),
      at: event.at,
    })),
  );
  for (const [transfer_id, receiver_id] of owners) {
    await deps.queue.send('sync-transfer', { receiver_id, transfer_id }, { transaction });
  }
}
