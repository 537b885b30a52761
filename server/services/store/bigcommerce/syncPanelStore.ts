import { inTransaction } from '../../../db/database.ts';
import { findPanelStore } from '../../../db/queries/controlPanel.ts';
import type { BigcommerceStore, CommerceLink } from '../../../db/rows.ts';
import type { ReceiverScope } from '../../../db/scope.ts';
import { dayMs } from '../../../domain/basics/dates.ts';
import type { StoreError } from '../../../domain/store/storeErrors.ts';
import { isThrottled, Refused } from '../../../providers/failure.ts';
import type { PanelAccess } from '../../../providers/ports/controlPanel.ts';
import type { Deps } from '../../deps.ts';
import { forgetAppSales } from '../appAccounts.ts';
import { bigcommerce, findAppLink, finishReading, storePage, updateAppLink, upsertAppStore } from '../appStore.ts';
import { isReplacedByWindow } from '../isReplacedByWindow.ts';
import { readSince } from '../storeLink.ts';
import { panelTokenPlace } from './installStore.ts';
import { panelAccounts, queuePanelReading } from './panelAccounts.ts';

/** How far back the first reading goes: the twelve months that pages show, and the one that has begun. */
const firstReadingMs = 400 * dayMs;
const orderScopes = ['store_v2_orders', 'store_v2_orders_read_only'];
const informationScopes = ['store_v2_information', 'store_v2_information_read_only'];

/**
 * Reads what changed in the orders of the store whose control panel has our app, with the access given at installation: they
 * are the merchant's receivables, and no second connection is needed. Where the merchant has connected the same store by the
 * link window, it gives way to that: the same sales seen twice would count twice. Leaves the store's quota to its other apps before it
 * is used up, and goes on when the next one begins. May be repeated and interrupted. Throws the provider's failure, so that
 * the job tries again, except where the store itself has ended the access or does not grant it.
 */
export async function syncPanelStore(deps: Deps, scope: ReceiverScope, storeHash: string): Promise<void> {
  const { database } = deps;
  if (await isReplacedByWindow(database, scope, { platform: bigcommerce.platform, domain: storeHash })) {
    await inTransaction(database, (transaction) => forgetAppSales(transaction, scope, { source: bigcommerce.source, id: storeHash }));
    return;
  }
  const account = (await panelAccounts(database, storeHash)).find(({ receiver_id }) => receiver_id === scope.receiverId);
  const store = await findPanelStore(database, storeHash);
  if (!account || account.disconnected_at !== null || !store) return;
  if (store.access_token === null) return noteUninstalled(deps, scope, storeHash);
  const access = { storeHash, accessToken: deps.secrets.decrypt(store.access_token, panelTokenPlace(storeHash)) };
  const link = await connect(deps, scope, store, access);
  if (link && !link.is_disabled) await noteFailures(deps, scope, link, () => readChanges(deps, scope, link, access));
}

/** Stores on the connection that the store has uninstalled the app: what was read stays, and a new installation goes on. */
async function noteUninstalled({ database }: Deps, scope: ReceiverScope, storeHash: string): Promise<void> {
  const link = await findAppLink(database, scope, bigcommerce.source, storeHash);
  if (link) await updateAppLink(database, scope, link, { sync_state: 'failed', is_disabled: true, last_error: 'access_ended' });
}

/** Stores the store as one of the receiver's connections. Returns null when it may not be one. */
async function connect(deps: Deps, scope: ReceiverScope, store: BigcommerceStore, access: PanelAccess): Promise<CommerceLink | null> {
  const { storeHash } = access;
  const mayRead = (scopes: readonly string[]) => store.scope.split(' ').some((granted) => scopes.includes(granted));
  const nameless = { name: `store-${storeHash}`, domain: `store-${storeHash}.mybigcommerce.com` };
  const present = await findAppLink(deps.database, scope, bigcommerce.source, storeHash);
  const read = () => deps.providers.controlPanel.readStore(access);
  const found = mayRead(informationScopes) ? await (present ? noteFailures(deps, scope, present, read) : read().catch(refusedMeansNone)) : nameless;
  if (!found) return null;
  return upsertAppStore(deps, scope, { of: bigcommerce, id: storeHash, ...found, isDisabled: !mayRead(orderScopes) });
}

function refusedMeansNone(failure: unknown): null {
  if (failure instanceof Refused) return null;
  throw failure;
}

async function readChanges(deps: Deps, scope: ReceiverScope, link: CommerceLink, access: PanelAccess): Promise<void> {
  const startedAt = deps.clock();
  const since = readSince(link) ?? new Date(link.linked_at.getTime() - firstReadingMs);
  for (let after = link.sync_cursor; ; ) {
    const page = await deps.providers.controlPanel.listOrders(access, since, after);
    if (!(await storePage(deps, scope, link, page))) return;
    if (page.next === null) break;
    if (page.pauseMs > 0) return goOnLater(deps, scope, link, page.pauseMs);
    after = page.next;
  }
  await finishReading(deps, scope, link, startedAt);
}

/** Queues the rest of a reading for when the store's next quota begins. */
async function goOnLater(deps: Deps, { receiverId }: ReceiverScope, { connection_id }: CommerceLink, delayMs: number): Promise<void> {
  await queuePanelReading(deps, { receiver_id: receiverId, store_hash: connection_id }, { delayMs });
}

/**
 * Makes calls to a store, and stores on its connection why they failed: `access_ended` and `access_denied` wait for the
 * merchant, `throttled` for the store's next quota, and `unreachable` for the next attempt. Returns null after a failure
 * that no attempt of ours mends, and throws the others.
 */
async function noteFailures<Result>(deps: Deps, scope: ReceiverScope, link: CommerceLink, work: () => Promise<Result>): Promise<Result | null> {
  try {
    return await work();
  } catch (failure) {
    const note = (last_error: StoreError, more: { sync_state?: 'failed'; is_disabled?: true; sync_cursor?: null } = { sync_state: 'failed' }) =>
      updateAppLink(deps.database, scope, link, { last_error, ...more });
    if (failure instanceof Refused && (failure.status === 401 || failure.status === 403)) {
      await note(failure.status === 401 ? 'access_ended' : 'access_denied', { sync_state: 'failed', is_disabled: true });
      return null;
    }
    // Another process may have been refused, or have left what remains to the store's other apps.
    if (isThrottled(failure) && failure.retryAfterMs !== undefined) {
      await note('throttled', {});
      await goOnLater(deps, scope, link, failure.retryAfterMs);
      return null;
    }
    // The stored place may be the reason: after another refusal the next attempt starts at the first page.
    if (failure instanceof Refused) await note('failed', { sync_state: 'failed', sync_cursor: null });
    else await note('unreachable');
    throw failure;
  }
}
