import { otherCurrencies } from '../../db/queries/storeTransactions.ts';
import { isLinked } from '../../domain/receiver/receiver.ts';
import { shownDays } from '../../domain/store/sales.ts';
import { storeErrorOf } from '../../domain/store/storeErrors.ts';
import { storeSyncStates } from '../../domain/store/storeSync.ts';
import type { ReceiverView } from '../access/viewReceiver.ts';
import type { Deps } from '../deps.ts';
import { currentAppStore, currentStoreLink } from './storeLink.ts';

/** Returns the connected store and how far its sales have been read: that of the link window, else the one in whose admin our app is. */
export async function presentStore({ database, clock }: Deps, { scope, receiver }: ReceiverView) {
  const link = await (isLinked(receiver.rutter_access_token) ? currentStoreLink : currentAppStore)(database, scope);
  const others = link ? await otherCurrencies(database, scope, link.source) : [];
  return {
    connected: receiver.rutter_access_token !== null,
    store_name: link?.store_name ?? null,
    platform: link?.platform ?? null,
    sync_state: storeSyncStates.find((state) => state === link?.sync_state) ?? null,
    synced_count: link?.synced_count ?? 0,
    expected_count: link?.expected_count ?? null,
    needs_update: link !== null && (link.needs_update || link.is_disabled),
    last_synced_at: link?.last_synced_at?.toISOString() ?? null,
    error: link?.last_error == null ? null : storeErrorOf(link.last_error),
    shown_days: shownDays(link?.shown_since ?? null, clock()),
    ...(others.length > 0 && { other_currencies: others }),
  };
}
