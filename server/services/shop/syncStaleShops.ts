import { staleShops } from '../../db/queries/staleStores.ts';
import type { Deps } from '../deps.ts';
import { queueReading } from './appAccounts.ts';

/** How long after its last reading a store with our app is read again, in milliseconds: it sends no events about its sales. */
const staleMs = 3 * 60 * 60_000;

/** Queues a reading of every store with our app that has not been read for hours. */
export async function syncStaleShops(deps: Deps): Promise<void> {
  const { database, clock } = deps;
  const before = new Date(clock().getTime() - staleMs);
  const stale = await staleShops(database, before);
  for (const { receiver_id, source, connection_id } of stale) await queueReading(deps, { platform: source, receiver_id, external_id: connection_id });
}
