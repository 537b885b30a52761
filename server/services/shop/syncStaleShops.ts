import type { Deps } from '../deps.ts';
import { syncAccount } from './shopAccounts.ts';

/** A shop tells us nothing of its sales: it is read again after so long. */
const stale_ms = 3 * 60 * 60_000;

/** Has every shop with our app read that has not been for hours. */
export async function syncStaleShops(deps: Deps): Promise<void> {
  const { database, clock } = deps;
  const before = new Date(clock().getTime() - stale_ms);
  const stale = await database.commerceLink.findMany({
    where: { source: 'shopify', unlinked_at: null, is_disabled: false, OR: [{ last_synced_at: null }, { last_synced_at: { lt: before } }] },
    select: { receiver_id: true, connection_id: true },
  });
  for (const { receiver_id, connection_id } of stale) await syncAccount(deps, { receiver_id, external_id: connection_id });
}
