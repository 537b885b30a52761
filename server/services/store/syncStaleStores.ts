import { staleStores } from '../../db/queries/staleStores.ts';
import type { Deps } from '../deps.ts';
import { linkedSource } from './storeLink.ts';

/** News of a store may never come: one that was not read for so long is read without. */
const stale_ms = 6 * 60 * 60_000;

/** Has every connected store synced that no news came of for hours. */
export async function syncStaleStores({ database, queue, clock }: Deps): Promise<void> {
  const stale = await staleStores(database, linkedSource, new Date(clock().getTime() - stale_ms));
  for (const { receiver_id, id } of stale) await queue.send('sync-store', { receiver_id, link_id: id }, { singletonKey: id });
}
