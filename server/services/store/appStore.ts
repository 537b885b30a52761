import { inTransaction, type Transaction } from '../../db/database.ts';
import { type ChangesOf, databaseOf } from '../../db/databaseOf.ts';
import { lockReceiver } from '../../db/queries/lockReceiver.ts';
import { holdConnectedStore } from '../../db/queries/platformAccounts.ts';
import { type StoreTransactionRow, upsertStoreTransactions } from '../../db/queries/storeTransactions.ts';
import type { CommerceLink } from '../../db/rows.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import { storeIdentities } from '../../domain/receiver/claims.ts';
import { BLANK } from '../../domain/receiver/receiver.ts';
import { monthsWanted } from '../../domain/store/firstReading.ts';
import type { StoreError } from '../../domain/store/storeErrors.ts';
import { inCurrency } from '../../domain/table/activity.ts';
import { searchText, tabs } from '../../domain/table/table.ts';
import type { ShopMovement, ShopPage } from '../../providers/ports/shopPlatform.ts';
import { newHandle } from '../access/opaqueHandle.ts';
import type { Deps } from '../deps.ts';
import { claimIdentities } from '../identities/claimIdentities.ts';
import { programOf } from '../receiver/programOf.ts';
import { recordTimeline } from '../receiver/timeline.ts';
import { requestSpendingPower } from '../spendingPower/requestSpendingPower.ts';
import { noteFirstReading } from './noteFirstReading.ts';
import { noteMonthsRead } from './noteMonthsRead.ts';

/** The platforms in whose stores our app is installed: the source of their sales, and their name as Rutter writes it. */
export const shopify = { source: 'shopify', platform: 'SHOPIFY' } as const;
export const bigcommerce = { source: 'bigcommerce', platform: 'BIG_COMMERCE' } as const;
type AppPlatform = typeof shopify | typeof bigcommerce;

/** A store in which our app is installed. */
export interface AppStore {
  of: AppPlatform;
  /** The platform's permanent id of it. */
  id: string;
  name: string;
  /** Its address, for display and for comparing it with other accounts' stores. */
  domain: string;
  /** Its sales may not be read. */
  isDisabled: boolean;
  /** Returns since when its platform shows orders, given when it was first read; null when it shows all. All are shown when left out. */
  shownSince?: (firstRead: Date) => Date | null;
}

/** Returns the connection of a receiver's store with our app; null before its first reading. */
export function findAppLink(transaction: Transaction, scope: ReceiverScope, source: AppPlatform['source'], id: string): Promise<CommerceLink | null> {
  return databaseOf(transaction, scope).commerceLink.findUnique({ where: { receiver_id_source_connection_id: { source, connection_id: id } } });
}

/** Returns the fields that say how far back a store's platform shows its orders. Orders that the first reading was shown stay with us. */
function shownOf(present: CommerceLink | null, shownSince: AppStore['shownSince'], now: Date) {
  const isRead = present !== null && present.synced_until !== null;
  const firstRead = isRead ? present.linked_at : now;
  const since = shownSince?.(firstRead) ?? null;
  const shown_since = since !== null && isRead && present.shown_since !== null ? present.shown_since : since;
  return { shown_since, months_wanted: monthsWanted(shown_since, firstRead) };
}

/**
 * Stores the store as one of the receiver's connections. This completes the store step of onboarding if its sales may be
 * read; otherwise that step asks the merchant for the permission. Returns null, and stores nothing, for a store that is not connected to
 * the account any more, and for one that backs another account where the program refuses that.
 */
export async function upsertAppStore(deps: Deps, scope: ReceiverScope, store: AppStore): Promise<CommerceLink | null> {
  const { of, id, name, domain, isDisabled, shownSince } = store;
  const { source, platform } = of;
  const now = { store_name: name, store_domain: domain, is_disabled: isDisabled };
  return inTransaction(deps.database, async (transaction) => {
    const own = databaseOf(transaction, scope);
    const receiver = await lockReceiver(transaction, scope);
    // While the store was read, it may have been disconnected or moved to another account, or the app uninstalled.
    const isConnected = await holdConnectedStore(transaction, scope, { platform: source, externalId: id });
    if (receiver === null || !isConnected) return null;
    const present = await findAppLink(transaction, scope, source, id);
    const identities = storeIdentities({ platform: source, domain: id, connectionId: null });
    // A store that was connected before is too late to refuse.
    const rule = present ? 'flag' : programOf(receiver).sharedIdentities;
    if ((await claimIdentities(deps, transaction, scope, { kind: 'store', identities, rule })) === 'refused') return null;
    if (!isDisabled) await own.receiver.updateMany({ where: { rutter_access_token: null }, data: { rutter_access_token: BLANK } });
    const shown = shownOf(present, shownSince, deps.clock());
    if (present) {
      // All orders are shown now, and not only those from then on: they are read from the beginning.
      const again = present.shown_since !== null && shown.shown_since === null ? { synced_until: null, sync_cursor: null } : {};
      return own.commerceLink.update({ where: { receiver_id_id: { id: present.id } }, data: { ...now, ...shown, ...again, sync_state: 'running' } });
    }
    // Of two stores, the one that was opened last is current.
    await own.commerceLink.updateMany({ where: { source, unlinked_at: null }, data: { unlinked_at: deps.clock() } });
    await recordTimeline(deps, scope, 'store_connected', { platform, store: domain }, transaction);
    return own.commerceLink.create({
      data: { source, handle: newHandle(), connection_id: id, platform, sync_state: 'running', linked_at: deps.clock(), ...now, ...shown },
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
    search_text: searchText(tabs.receivables, { id, type, status, amount_cents: amountCents, created_at: createdAt, ...inCurrency(currency) }),
    created_at: createdAt,
    updated_at: updatedAt,
  };
}

/** Sales of a store. Where they name their orders, the items are all that the store has of them. */
interface Sales {
  items: readonly ShopMovement[];
  orderIds?: readonly string[];
}

/** Stores one page of sales while the store is connected; returns false once it is not. */
export function storePage(deps: Deps, scope: ReceiverScope, link: CommerceLink, { next, ...sales }: Sales & Pick<ShopPage, 'next'>): Promise<boolean> {
  return storeSales(deps, scope, link, sales, { sync_cursor: next });
}

/**
 * Stores sales, and how far the reading has come, while the store is connected; returns false once it is not. It locks the
 * connection's row, so that nothing is stored after a disconnection.
 */
export async function storeSales(
  { database }: Deps,
  scope: ReceiverScope,
  link: CommerceLink,
  { items, orderIds = [] }: Sales,
  progress: ChangesOf<'commerceLink'>,
): Promise<boolean> {
  return inTransaction(database, async (transaction) => {
    const { count } = await updateAppLink(transaction, scope, link, { ...progress, is_ready: true });
    if (count === 0) return false;
    const withdrawn = { source: link.source, order_id: { in: [...orderIds] }, external_id: { notIn: items.map(({ id }) => id) } };
    if (orderIds.length > 0) await databaseOf(transaction, scope).storeTransaction.deleteMany({ where: withdrawn });
    await upsertStoreTransactions(transaction, scope, link.source, items.map(rowOf));
    await noteMonthsRead(transaction, scope, link);
    return true;
  });
}

/** Ends a reading that began at an instant and came to its last page. `missing` says why a part beside the orders could not be read. */
export async function finishReading(deps: Deps, scope: ReceiverScope, link: CommerceLink, startedAt: Date, missing: StoreError | null = null): Promise<void> {
  await inTransaction(deps.database, async (transaction) => {
    const count = await databaseOf(transaction, scope).storeTransaction.count({ where: { source: link.source } });
    // This reading resumed an interrupted one, and earlier pages may have changed since: the next one starts where that one began.
    const synced_until = link.sync_cursor === null ? later(startedAt, await newestChange(transaction, scope, link)) : (link.synced_until ?? link.linked_at);
    await noteFirstReading(deps, transaction, scope, { linkId: link.id, count });
    await updateAppLink(transaction, scope, link, {
      sync_state: 'done',
      sync_cursor: null,
      synced_count: count,
      months_read: link.months_wanted,
      expected_count: count,
      synced_until,
      fresh_at: startedAt,
      last_synced_at: deps.clock(),
      last_error: missing,
    });
    await requestSpendingPower(deps, transaction, scope, 'store synced');
  });
}

/** Returns the instant of the newest change of an order that was read, by the platform's clock, which may be ahead of ours; null before any. */
async function newestChange(transaction: Transaction, scope: ReceiverScope, { source }: CommerceLink): Promise<Date | null> {
  const newest = { where: { source, order_id: { not: null } }, orderBy: { updated_at: 'desc' }, select: { updated_at: true } } as const;
  return (await databaseOf(transaction, scope).storeTransaction.findFirst(newest))?.updated_at ?? null;
}

const later = (one: Date, other: Date | null): Date => (other !== null && other > one ? other : one);

/** Changes the connection of a store with our app; changes none once it is gone. */
export function updateAppLink(transaction: Transaction, scope: ReceiverScope, { id }: CommerceLink, data: ChangesOf<'commerceLink'>) {
  return databaseOf(transaction, scope).commerceLink.updateMany({ where: { id }, data });
}
