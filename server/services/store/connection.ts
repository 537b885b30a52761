import type { ShopConnection } from '../../contract/shop.ts';
import { inTransaction, type Transaction } from '../../db/database.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import { lockReceiver } from '../../db/queries/lockReceiver.ts';
import { forgetShopAccess } from '../../db/queries/shops.ts';
import { otherCurrencies } from '../../db/queries/storeTransactions.ts';
import type { PlatformAccount } from '../../db/rows.ts';
import { DomainError } from '../../domain/basics/errors.ts';
import { storeIdentities } from '../../domain/receiver/claims.ts';
import { shownDays } from '../../domain/store/sales.ts';
import { storeErrorOf } from '../../domain/store/storeErrors.ts';
import type { ReceiverView } from '../access/viewReceiver.ts';
import type { Deps } from '../deps.ts';
import { claimIdentities, identityInUse, leaveIdentities } from '../identities/claimIdentities.ts';
import { programOf } from '../receiver/programOf.ts';
import { recordTimeline } from '../receiver/timeline.ts';
import { requestSpendingPower } from '../spendingPower/requestSpendingPower.ts';
import { atAppPlatforms, forgetAppSales, isPanel, queueReading } from './appAccounts.ts';
import { bigcommerce, shopify } from './appStore.ts';
import { shopAccounts } from './shopify/shopAccounts.ts';

/** Returns the store in whose admin the receiver has our app; of several, the one linked last. */
function accountOf(transaction: Transaction, { scope }: ReceiverView): Promise<PlatformAccount | null> {
  const where = { ...atAppPlatforms, uninstalled_at: null };
  return databaseOf(transaction, scope).platformAccount.findFirst({ where, orderBy: { linked_at: 'desc' } });
}

const platformOf = ({ platform }: PlatformAccount) => (isPanel(platform) ? bigcommerce : shopify);
const identitiesOf = (account: PlatformAccount) => storeIdentities({ platform: platformOf(account).source, domain: account.external_id, connectionId: null });

/** Returns the store that has our app, and whether it counts toward the receiver's spending power. */
export async function readConnection({ database, clock }: Deps, view: ReceiverView): Promise<ShopConnection> {
  const account = await accountOf(database, view);
  if (!account) return { store: null, platform: null, is_connected: false, disconnected_at: null, error: null, shown_days: null };
  const link = await databaseOf(database, view.scope).commerceLink.findFirst({
    where: { source: platformOf(account).source, connection_id: account.external_id },
    select: { store_name: true, last_error: true, shown_since: true },
  });
  const others = await otherCurrencies(database, view.scope, platformOf(account).source);
  return {
    store: link?.store_name ?? account.display_name ?? account.external_id,
    platform: platformOf(account).platform,
    is_connected: account.disconnected_at === null,
    disconnected_at: account.disconnected_at?.toISOString() ?? null,
    error: link?.last_error == null ? null : storeErrorOf(link.last_error),
    shown_days: shownDays(link?.shown_since ?? null, clock()),
    ...(others.length > 0 && { other_currencies: others }),
  };
}

/**
 * Stops reading the receiver's store, gives up the access where a new one can be had, and deletes its sales, so that spending power
 * is computed without them. The app stays installed; card, debts and history stay as they are. May be repeated. Throws `not_found`
 * for a receiver who has our app in no store.
 */
export async function disconnectStore(deps: Deps, view: ReceiverView): Promise<ShopConnection> {
  const { database, clock } = deps;
  await inTransaction(database, async (transaction) => {
    await lockReceiver(transaction, view.scope);
    const account = await accountOf(transaction, view);
    if (!account) throw new DomainError('not_found');
    const { platform, external_id } = account;
    const where = { platform, external_id, disconnected_at: null };
    const { count } = await databaseOf(transaction, view.scope).platformAccount.updateMany({ where, data: { disconnected_at: clock() } });
    if (count === 0) return;
    if (!isPanel(platform)) await giveUpShop(transaction, external_id);
    await forgetAppSales(transaction, view.scope, { source: platformOf(account).source, id: external_id });
    await leaveIdentities(deps, transaction, view.scope, 'store', { only: identitiesOf(account) });
    await recordTimeline(deps, view.scope, 'store_disconnected', { platform: platformOf(account).platform, store: external_id }, transaction);
    await requestSpendingPower(deps, transaction, view.scope, 'store disconnected');
  });
  return readConnection(deps, view);
}

/** Deletes the access to a shop, which belongs to the shop: keeps it while another program still has the shop connected. */
async function giveUpShop(transaction: Transaction, shop: string): Promise<void> {
  const accounts = await shopAccounts(transaction, shop);
  if (accounts.every(({ disconnected_at }) => disconnected_at !== null)) await forgetShopAccess(transaction, shop);
}

/**
 * Lets the receiver's store count again. The next opening of a Shopify app brings new access and queues the reading of its sales;
 * the access to a BigCommerce store lasts as long as its installation, so its sales are read at once. May be repeated. Throws
 * `not_found` for a receiver who has our app in no store, and `identity_in_use` when the store has come to back another account.
 */
export async function reconnectStore(deps: Deps, view: ReceiverView): Promise<ShopConnection> {
  const isRefused = await inTransaction(deps.database, async (transaction) => {
    await lockReceiver(transaction, view.scope);
    const account = await accountOf(transaction, view);
    if (!account) throw new DomainError('not_found');
    const { platform, external_id } = account;
    const claim = { kind: 'store', identities: identitiesOf(account), rule: programOf(view.receiver).sharedIdentities } as const;
    if ((await claimIdentities(deps, transaction, view.scope, claim)) === 'refused') return true;
    await databaseOf(transaction, view.scope).platformAccount.updateMany({ where: { platform, external_id }, data: { disconnected_at: null } });
    if (isPanel(platform)) await queueReading(deps, account, transaction);
    return false;
  });
  if (isRefused) throw identityInUse('store', programOf(view.receiver));
  return readConnection(deps, view);
}
