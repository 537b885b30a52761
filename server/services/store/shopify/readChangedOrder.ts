import type { ReceiverScope } from '../../../db/scope.ts';
import { Refused } from '../../../providers/failure.ts';
import type { Deps } from '../../deps.ts';
import { requestSpendingPower } from '../../spendingPower/requestSpendingPower.ts';
import { shopify, storeSales } from '../appStore.ts';
import { isReplacedByWindow } from '../isReplacedByWindow.ts';
import { withAccess } from './shopAccess.ts';
import { isShopDisconnected } from './shopAccounts.ts';
import { findShopLink } from './shopLink.ts';

/**
 * Reads one order that the platform says has changed, so that its page in the admin and receivables have it within seconds. Does
 * nothing for a shop that is not read, or has not begun to be: its sync brings the order. May be repeated. Throws a failure that
 * may pass, so that the job tries again.
 */
export async function readChangedOrder(deps: Deps, scope: ReceiverScope, { shop, orderId }: { shop: string; orderId: string }): Promise<void> {
  const { database, providers } = deps;
  if ((await isReplacedByWindow(database, scope, { platform: shopify.platform, domain: shop })) || (await isShopDisconnected(database, scope, shop))) return;
  const link = await findShopLink(database, scope, shop);
  if (!link || link.unlinked_at !== null || link.is_disabled) return;
  const items = await withAccess(deps, shop, (accessToken) => providers.shopPlatform.readOrder(shop, accessToken, orderId)).catch((failure: unknown) => {
    // Why it is refused, the next sync of the shop finds out and stores.
    if (failure instanceof Refused) return null;
    throw failure;
  });
  if (items === null || items.length === 0 || !(await storeSales(deps, scope, link, { items }, {}))) return;
  if (link.last_synced_at !== null) await requestSpendingPower(deps, database, scope, 'order changed');
}
