import { inTransaction } from '../../../db/database.ts';
import { storeShopScopes } from '../../../db/queries/shops.ts';
import type { CommerceLink } from '../../../db/rows.ts';
import type { ReceiverScope } from '../../../db/scope.ts';
import { type StoreError, storeErrorOf } from '../../../domain/store/storeErrors.ts';
import { isThrottled, ProviderFailure, Refused } from '../../../providers/failure.ts';
import type { Deps } from '../../deps.ts';
import { forgetAppSales } from '../appAccounts.ts';
import { finishReading, shopify, storePage, updateAppLink, upsertAppStore } from '../appStore.ts';
import { isReplacedByWindow } from '../isReplacedByWindow.ts';
import { readSince } from '../storeLink.ts';
import { type Progress, readAllOrders } from './readAllOrders.ts';
import { readPaymentsAccount } from './readPaymentsAccount.ts';
import { offlineId, withAccess } from './shopAccess.ts';
import { isShopDisconnected, syncAccount } from './shopAccounts.ts';
import { findShopLink, shownSince } from './shopLink.ts';

const ordersScope = 'read_orders';
/** How long to wait, in milliseconds, when the platform asks us to and does not say for how long. */
const usualWaitMs = 1_000;

/**
 * Reads what changed in the shop that has our app, with the access given at installation: its payments and payouts are
 * the merchant's receivables, and no second connection is needed. Where the merchant has connected the same store by the
 * link window, it gives way to that: the same sales seen twice would count twice. Waits for a platform that asks us to; stores why a
 * reading failed. May be repeated and interrupted. Throws a failure that may pass, so that the job tries again.
 */
export async function syncShop(deps: Deps, scope: ReceiverScope, shop: string): Promise<void> {
  const { database } = deps;
  if (await isReplacedByWindow(database, scope, { platform: shopify.platform, domain: shop })) return forgetOwnSales(deps, scope, shop);
  if (await isShopDisconnected(database, scope, shop)) return;
  try {
    const progress = await withAccess(deps, shop, (accessToken) => readShop(deps, scope, shop, accessToken));
    if (progress === null) return noteError(deps, scope, shop, 'access_ended');
    if (typeof progress === 'object') await goOnLater(deps, scope, shop, progress.waitMs);
  } catch (failure) {
    if (isThrottled(failure)) return goOnLater(deps, scope, shop, failure.retryAfterMs ?? usualWaitMs);
    await noteFailure(deps, scope, shop, failure);
    // A refusal is not asked for again at once: the next regular reading does.
    if (!(failure instanceof Refused)) throw failure;
  }
}

async function readShop(deps: Deps, scope: ReceiverScope, shop: string, accessToken: string): Promise<Progress> {
  const { database, providers, clock } = deps;
  const startedAt = clock();
  const profile = await providers.shopPlatform.readProfile(shop, accessToken);
  const { scopes } = profile;
  await storeShopScopes(database, offlineId(shop), scopes);
  const isDisabled = !scopes.includes(ordersScope);
  const link = await upsertAppStore(deps, scope, {
    of: shopify,
    id: shop,
    domain: shop,
    name: profile.name,
    isDisabled,
    shownSince: (firstRead) => shownSince(profile, firstRead),
  });
  if (link !== null && isDisabled) await noteError(deps, scope, shop, 'access_denied');
  if (link === null || isDisabled) return 'ended';

  const progress = await readOrders(deps, scope, { link, shop, accessToken });
  if (progress !== 'read') return progress;
  const missing = await readPaymentsAccount(deps, scope, { link, shop, accessToken, scopes, startedAt });
  await finishReading(deps, scope, link, startedAt, missing);
  return 'read';
}

/** Reads all orders at first, and later by pages those that changed since. */
async function readOrders(deps: Deps, scope: ReceiverScope, reading: { link: CommerceLink; shop: string; accessToken: string }): Promise<Progress> {
  const { link, shop, accessToken } = reading;
  const since = readSince(link);
  if (since === null) return readAllOrders(deps, scope, reading);
  for (let after = link.sync_cursor; ; ) {
    const page = await deps.providers.shopPlatform.listOrders(shop, accessToken, since, after);
    if (!(await storePage(deps, scope, link, page))) return 'ended';
    if (page.next === null) return 'read';
    after = page.next;
  }
}

/** Deletes the shop's own sales in favor of those of a store that was connected by the link window. */
async function forgetOwnSales({ database }: Deps, scope: ReceiverScope, shop: string): Promise<void> {
  await inTransaction(database, (transaction) => forgetAppSales(transaction, scope, { source: shopify.source, id: shop }));
}

async function goOnLater(deps: Deps, { receiverId }: ReceiverScope, shop: string, delayMs: number): Promise<void> {
  await syncAccount(deps, { receiver_id: receiverId, external_id: shop }, { delayMs });
}

async function noteFailure(deps: Deps, scope: ReceiverScope, shop: string, failure: unknown): Promise<void> {
  const isRefused = failure instanceof Refused;
  // The cursor may be stale at the platform: after a refusal the next attempt starts at the first page.
  await noteError(deps, scope, shop, failure instanceof ProviderFailure ? storeErrorOf(failure.code) : 'failed', isRefused ? { sync_cursor: null } : {});
}

async function noteError(deps: Deps, scope: ReceiverScope, shop: string, error: StoreError, more: { sync_cursor?: null } = {}): Promise<void> {
  const link = await findShopLink(deps.database, scope, shop);
  if (link) await updateAppLink(deps.database, scope, link, { sync_state: 'failed', last_error: error, ...more });
}
