import type { ShopConnection } from '../../contract/shop.ts';
import { inTransaction, type Transaction } from '../../db/database.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import { lockReceiver } from '../../db/queries/lockReceiver.ts';
import { forgetShopAccess } from '../../db/queries/shops.ts';
import type { PlatformAccount } from '../../db/rows.ts';
import { DomainError } from '../../domain/basics/errors.ts';
import { storeIdentities } from '../../domain/identity/claims.ts';
import type { ReceiverView } from '../access/viewReceiver.ts';
import type { Deps } from '../deps.ts';
import { claimIdentities, identityInUse, leaveIdentities } from '../identity/claimIdentities.ts';
import { programOf } from '../program/programOf.ts';
import { recordTimeline } from '../receiver/timeline.ts';
import { requestSpendingPower } from '../spendingPower/requestSpendingPower.ts';
import { forgetShopSales, shopAccounts } from './shopAccounts.ts';

/** Returns the shop in whose admin the receiver has our app; of several, the one linked last. */
function accountOf(transaction: Transaction, { scope }: ReceiverView): Promise<PlatformAccount | null> {
  const where = { platform: { endsWith: ':shopify' }, uninstalled_at: null };
  return databaseOf(transaction, scope).platformAccount.findFirst({ where, orderBy: { linked_at: 'desc' } });
}

const shopIdentities = (shop: string) => storeIdentities({ platform: 'shopify', domain: shop, connectionId: null });

/** Returns the store that has our app, and whether it counts towards the receiver's spending power. */
export async function readConnection({ database }: Deps, view: ReceiverView): Promise<ShopConnection> {
  const account = await accountOf(database, view);
  if (!account) return { store: null, is_connected: false, disconnected_at: null };
  const link = await databaseOf(database, view.scope).commerceLink.findFirst({
    where: { source: 'shopify', connection_id: account.external_id },
    select: { store_name: true },
  });
  return {
    store: link?.store_name ?? account.display_name ?? account.external_id,
    is_connected: account.disconnected_at === null,
    disconnected_at: account.disconnected_at?.toISOString() ?? null,
  };
}

/**
 * Gives up the access to the receiver's shop and deletes its sales, so that spending power is computed without them.
 * The app stays installed; card, debts and history stay as they are. May be repeated. Throws `not_found` for a receiver
 * who has our app in no shop.
 */
export async function disconnectStore(deps: Deps, view: ReceiverView): Promise<ShopConnection> {
  const { database, clock } = deps;
  await inTransaction(database, async (transaction) => {
    const account = await accountOf(transaction, view);
    if (!account) throw new DomainError('not_found');
    const { platform, external_id } = account;
    const where = { platform, external_id, disconnected_at: null };
    const { count } = await databaseOf(transaction, view.scope).platformAccount.updateMany({ where, data: { disconnected_at: clock() } });
    if (count === 0) return;
    // The access belongs to the shop: keep it while another program still has the shop connected.
    const others = await shopAccounts(transaction, external_id);
    if (others.every(({ disconnected_at }) => disconnected_at !== null)) await forgetShopAccess(transaction, external_id);
    await forgetShopSales(transaction, view.scope, external_id);
    await leaveIdentities(deps, transaction, view.scope, 'store', { only: shopIdentities(external_id) });
    await recordTimeline(deps, view.scope, 'store_disconnected', { platform: 'SHOPIFY', store: external_id }, transaction);
    await requestSpendingPower(deps, transaction, view.scope, 'store disconnected');
  });
  return readConnection(deps, view);
}

/**
 * Lets the receiver's shop count again. The next opening of the app brings new access and queues the reading of its
 * sales. May be repeated. Throws `not_found` for a receiver who has our app in no shop, and `identity_in_use` when the
 * shop has come to back another account.
 */
export async function reconnectStore(deps: Deps, view: ReceiverView): Promise<ShopConnection> {
  const isRefused = await inTransaction(deps.database, async (transaction) => {
    await lockReceiver(transaction, view.scope);
    const account = await accountOf(transaction, view);
    if (!account) throw new DomainError('not_found');
    const { platform, external_id } = account;
    const claim = { kind: 'store', identities: shopIdentities(external_id), rule: programOf(view.receiver).sharedIdentities } as const;
    if ((await claimIdentities(deps, transaction, view.scope, claim)) === 'refused') return true;
    await databaseOf(transaction, view.scope).platformAccount.updateMany({ where: { platform, external_id }, data: { disconnected_at: null } });
    return false;
  });
  if (isRefused) throw identityInUse('store', programOf(view.receiver));
  return readConnection(deps, view);
}
