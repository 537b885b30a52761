import { staleStores } from '../../db/queries/staleStores.ts';
import type { Deps } from '../deps.ts';
import { linkedSource } from './storeLink.ts';

/** How long, in milliseconds, a store waits for a webhook event: after that it is read without one. */
const staleMs = 6 * 60 * 60_000;

/** Queues a sync for every connected store that has not been read for hours. */
export async function syncStaleStores({ database, queue, clock }: Deps): Promise<void> {
  const stale = await staleStores(database, linkedSource, new Date(clock().getTime() - staleMs));
  for (const { receiver_id, id } of stale) await queue.send('sync-store', { receiver_id, link_id: id }, { singletonKey: id });
}
