import type { Deps } from '../deps.ts';
import { linkedSource } from './storeLink.ts';

/** News of a store may never come: one that was not read for so long is read without. */
const stale_ms = 6 * 60 * 60_000;

/** Has every connected store synced that no news came of for hours. */
export async function syncStaleStores({ database, queue, clock }: Deps): Promise<void> {
  const stale = await database.commerceLink.findMany({
    where: {
      source: linkedSource,
      unlinked_at: null,
      OR: [{ last_synced_at: null }, { last_synced_at: { lt: new Date(clock().getTime() - stale_ms) } }],
    },
    select: { receiver_id: true, id: true },
  });
  for (const { receiver_id, id } of stale) await queue.send('sync-store', { receiver_id, link_id: id }, { singletonKey: id });
}
