import type { Transaction } from '../../db/client.ts';
import type { BankTransferEvent } from '../../providers/plaid/index.ts';
import type { Deps } from '../deps.ts';

const cursor = { provider: 'plaid', stream: 'transfer_events' };

/**
 * Reads what happened to all transfers since the last time and has each that is ours looked at anew, by a job of its own.
 * Events, cursor and jobs are stored together, page by page, so that what is cut off goes on where it was. Two at once
 * read the same twice, which changes nothing. Throws the bank's failure.
 */
export async function syncTransferEvents(deps: Deps): Promise<void> {
  for (let hasMore = true; hasMore; ) {
    const stored = await deps.database.providerCursor.findUnique({ where: { provider_stream: cursor } });
    const position = Number(stored?.position ?? 0);
    const news = await deps.providers.bank.syncTransferEvents(position);
    if (news.events.length > 0) {
      await deps.database.$transaction(async (transaction) => {
        await storeEvents(deps, transaction, news.events);
        await moveCursor(transaction, news.lastEventId);
      });
    }
    hasMore = news.hasMore;
  }
}

/** Stores the events of our own draws and sends a job for each transfer among them. */
async function storeEvents(deps: Deps, transaction: Transaction, events: readonly BankTransferEvent[]): Promise<void> {
  const transferIds = [...new Set(events.map((event) => event.transferId))];
  const owners = new Map<string, string>();
  const draws = await transaction.draw.findMany({ where: { transfer_id: { in: transferIds } }, select: { transfer_id: true, receiver_id: true } });
  for (const { transfer_id, receiver_id } of draws) if (transfer_id !== null) owners.set(transfer_id, receiver_id);
  const ours = events.flatMap((event) => {
    const receiver_id = owners.get(event.transferId);
    return receiver_id === undefined ? [] : [{ receiver_id, event }];
  });
  await transaction.bankTransferEvent.createMany({
    data: ours.map(({ receiver_id, event }) => ({
      receiver_id,
      event_id: BigInt(event.eventId),
      provider_transfer_id: event.transferId,
      type: event.type,
      failure_code: event.failure?.achReturnCode ?? event.failure?.code ?? null,
      failure_reason: event.failure?.description ?? null,
      at: event.at,
    })),
    skipDuplicates: true,
  });
  for (const [transfer_id, receiver_id] of owners) await deps.queue.send('sync-transfer', { receiver_id, transfer_id }, { transaction });
}

/** The cursor only goes forward, however many read at once. */
async function moveCursor(transaction: Transaction, lastEventId: number): Promise<void> {
  await transaction.$executeRaw`
    INSERT INTO provider_cursor (provider, stream, position) VALUES (${cursor.provider}, ${cursor.stream}, ${String(lastEventId)})
    ON CONFLICT (provider, stream) DO UPDATE SET position = greatest(provider_cursor.position::bigint, excluded.position::bigint)::text, updated_at = headway_now()`;
}
