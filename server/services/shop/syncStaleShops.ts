import { staleShops } from '../../db/queries/staleStores.ts';
import type { Deps } from '../deps.ts';
import { syncAccount } from './shopAccounts.ts';

/** A shop tells us nothing of its sales: it is read again after so long. */
const stale_ms = 3 * 60 * 60_000;

/** Has every shop with our app read that has not been for hours. */
export async function syncStaleShops(deps: Deps): Promise<void> {
  const { database, clock } = deps;
  const before = new Date(clock().getTime() - stale_ms);
  const stale = await staleShops(database, before);
  for (const { receiver_id, connection_id } of stale) await syncAccount(deps, { receiver_id, external_id: connection_id });
}
