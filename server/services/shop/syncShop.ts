import { inTransaction, type Transaction } from '../../db/database.ts';
import { type ChangesOf, databaseOf } from '../../db/databaseOf.ts';
import { lockReceiver } from '../../db/queries/lockReceiver.ts';
import { storeShopScopes } from '../../db/queries/shops.ts';
import { type StoreTransactionRow, upsertStoreTransactions } from '../../db/queries/storeTransactions.ts';
import type { CommerceLink } from '../../db/rows.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import { storeIdentities } from '../../domain/identity/claims.ts';
import { BLANK } from '../../domain/receiver/receiver.ts';
import { searchColumns, tabs } from '../../domain/table/table.ts';
import { Refused } from '../../providers/failure.ts';
import type { ShopMovement, ShopPage } from '../../providers/ports/shopPlatform.ts';
import type { Deps } from '../deps.ts';
import { claimIdentities } from '../identity/claimIdentities.ts';
import { programOf } from '../program/programOf.ts';
import { isLinked } from '../receiver/presentReceiver.ts';
import { recordTimeline } from '../receiver/timeline.ts';
import { newHandle } from '../secrets/opaqueHandle.ts';
import { requestSpendingPower } from '../spendingPower/requestSpendingPower.ts';
import { offlineId, openAccess } from './shopAccess.ts';
import { forgetShopSales, shopAccounts } from './shopAccounts.ts';

const source = 'shopify';
/** Overlap between two syncs in milliseconds: changes made shortly before the last sync may have been missed, so they are read again. */
const overlapMs = 10 * 60_000;
const ordersScope = 'read_orders';
const payoutsScope = 'read_shopify_payments_payouts';

/**
 * Reads what changed in the shop that has our app, with the access given at installation: its payments and payouts are
 * the merchant's receivables, and no second connection is needed. A merchant who has connected a store by the link
 * window keeps that one: the same sales seen twice would count twice. May be repeated and interrupted. Throws the
 * provider's failure, so that the job tries again.
 */
export async function syncShop(deps: Deps, scope: ReceiverScope, shop: string): Promise<void> {
  const { database, providers } = deps;
  const receiver = await databaseOf(database, scope).receiver.findUniqueOrThrow();
  if (isLinked(receiver.rutter_access_token)) return leaveTo(deps, scope, shop);
  if (await isDisconnected(deps, scope, shop)) return;
  const startedAt = deps.clock();
  const access = await openAccess(deps, shop).catch(refusedMeansNone);
  if (!access) return;
  const profile = await providers.shopPlatform.readProfile(shop, access.accessToken).catch(refusedMeansNone);
  if (!profile) return;
  await storeShopScopes(database, offlineId(shop), profile.scopes);
  const maySee = (wanted: string) => profile.scopes.includes(wanted);
  const link = await upsertLink(deps, scope, { shop, name: profile.name, isDisabled: !maySee(ordersScope) });
  if (link === null || !maySee(ordersScope)) return;

  const since = link.synced_until === null ? null : new Date(link.synced_until.getTime() - overlapMs);
  for (let after = link.sync_cursor; ; ) {
    const page = await providers.shopPlatform.listOrders(shop, access.accessToken, since, after);
    if (!(await storePage(deps, scope, link, page))) return;
    if (page.next === null) break;
    after = page.next;
  }
  if (maySee(payoutsScope)) await storePage(deps, scope, link, { ...(await providers.shopPlatform.listPayouts(shop, access.accessToken)), next: null });
  await finish(deps, scope, link, startedAt);
}

function refusedMeansNone(failure: unknown): null {
  if (failure instanceof Refused) return null;
  throw failure;
}

/** Decides whether the merchant has disconnected the shop while our app stays in its admin. */
async function isDisconnected({ database }: Deps, { receiverId }: ReceiverScope, shop: string): Promise<boolean> {
  const [account] = (await shopAccounts(database, shop)).filter(({ receiver_id }) => receiver_id === receiverId);
  return account !== undefined && account.disconnected_at !== null;
}

/** Deletes the shop's own sales in favour of those of a store that was connected by the link window. */
async function leaveTo({ database }: Deps, scope: ReceiverScope, shop: string): Promise<void> {
  await inTransaction(database, (transaction) => forgetShopSales(transaction, scope, shop));
}

interface ShopOfLink {
  shop: string;
  name: string;
  isDisabled: boolean;
}

/**
 * Stores the shop as one of the receiver's connections. This completes the store step of onboarding if its sales may be
 * read; otherwise that step asks the merchant for the permission. Returns null, and stores nothing, for a shop that backs
 * another account where the program refuses that.
 */
async function upsertLink(deps: Deps, scope: ReceiverScope, { shop, name, isDisabled }: ShopOfLink): Promise<CommerceLink | null> {
  const where = { receiver_id_source_connection_id: { source, connection_id: shop } };
  const now = { store_name: name, store_domain: shop, is_disabled: isDisabled };
  return inTransaction(deps.database, async (transaction) => {
    const own = databaseOf(transaction, scope);
    const receiver = await lockReceiver(transaction, scope);
    if (receiver === null) return null;
    const present = await own.commerceLink.findUnique({ where });
    const identities = storeIdentities({ platform: source, domain: shop, connectionId: null });
    // A shop that was connected before is too late to refuse.
    const rule = present ? 'flag' : programOf(receiver).sharedIdentities;
    if ((await claimIdentities(deps, transaction, scope, { kind: 'store', identities, rule })) === 'refused') return null;
    if (!isDisabled) await own.receiver.updateMany({ where: { rutter_access_token: null }, data: { rutter_access_token: BLANK } });
    if (present) return own.commerceLink.update({ where, data: { ...now, sync_state: 'running' } });
    // Of two shops, the one that was opened last is current.
    await own.commerceLink.updateMany({ where: { source, unlinked_at: null }, data: { unlinked_at: deps.clock() } });
    await recordTimeline(deps, scope, 'store_connected', { platform: 'SHOPIFY', store: shop }, transaction);
    return own.commerceLink.create({
      data: { source, handle: newHandle(), connection_id: shop, platform: 'SHOPIFY', sync_state: 'running', linked_at: deps.clock(), ...now },
    });
  });
}

function rowOf({ id, orderId, type, status, gateway, amountCents, currency, createdAt, updatedAt }: ShopMovement): StoreTransactionRow {
  return {
    external_id: id,
    order_id: orderId,
    type,
    status,
    payment_method_type: null,
    gateway,
    amount_cents: BigInt(amountCents),
    currency,
    ...searchColumns(tabs.receivables, { id, type, status, amount_cents: amountCents, created_at: createdAt }),
    created_at: createdAt,
    updated_at: updatedAt,
  };
}

/**
 * Stores one page of sales while the shop is connected; returns false once it is not. It locks the connection's row, so
 * that nothing is stored after a disconnection.
 */
async function storePage({ database }: Deps, scope: ReceiverScope, link: CommerceLink, { items, next }: ShopPage): Promise<boolean> {
  return inTransaction(database, async (transaction) => {
    const { count } = await updateLink(transaction, scope, link, { sync_cursor: next, is_ready: true });
    if (count === 1) await upsertStoreTransactions(transaction, scope, source, items.map(rowOf));
    return count === 1;
  });
}

async function finish(deps: Deps, scope: ReceiverScope, link: CommerceLink, startedAt: Date): Promise<void> {
  await inTransaction(deps.database, async (transaction) => {
    const count = await databaseOf(transaction, scope).storeTransaction.count({ where: { source } });
    // This sync resumed an interrupted one, and earlier pages may have changed since: the next sync starts where that one began.
    const synced_until = link.sync_cursor === null ? startedAt : (link.synced_until ?? link.linked_at);
    await updateLink(transaction, scope, link, {
      sync_state: 'done',
      sync_cursor: null,
      synced_count: count,
      expected_count: count,
      synced_until,
      fresh_at: startedAt,
      last_synced_at: deps.clock(),
      last_error: null,
    });
    if (link.last_synced_at === null) await recordTimeline(deps, scope, 'store_synced', { transactions: count }, transaction);
    await requestSpendingPower(deps, transaction, scope, 'store synced');
  });
}

function updateLink(transaction: Transaction, scope: ReceiverScope, { id }: CommerceLink, data: ChangesOf<'commerceLink'>) {
  return databaseOf(transaction, scope).commerceLink.updateMany({ where: { id }, data });
}
