import type { Transaction } from '../../../db/database.ts';
import { accountsOfStore } from '../../../db/queries/platformAccounts.ts';
import type { PlatformAccount } from '../../../db/rows.ts';
import type { ReceiverScope } from '../../../db/scope.ts';
import type { Deps } from '../../deps.ts';

/** Returns a shop's accounts, one in each program, whether the app is installed or not. */
export function shopAccounts(transaction: Transaction, shop: string): Promise<PlatformAccount[]> {
  return accountsOfStore(transaction, { platform: 'shopify', externalId: shop });
}

/** Decides whether the merchant has disconnected the shop while our app stays in its admin. */
export async function isShopDisconnected(transaction: Transaction, { receiverId }: ReceiverScope, shop: string): Promise<boolean> {
  const account = (await shopAccounts(transaction, shop)).find(({ receiver_id }) => receiver_id === receiverId);
  return account !== undefined && account.disconnected_at !== null;
}

/** Queues the reading of a shop's own sales. */
export async function syncAccount(
  { queue }: Deps,
  { receiver_id, external_id }: Pick<PlatformAccount, 'receiver_id' | 'external_id'>,
  options: { transaction?: Transaction; delayMs?: number } = {},
): Promise<void> {
  await queue.send('sync-shop', { receiver_id, shop: external_id }, { singletonKey: `${receiver_id}:${external_id}`, ...options });
}

/** Queues the reading of one order of a shop, which waits at most once. */
export async function readOrderLater(
  { queue }: Deps,
  { receiver_id, external_id }: Pick<PlatformAccount, 'receiver_id' | 'external_id'>,
  orderId: string,
  transaction: Transaction,
): Promise<void> {
  const singletonKey = `${receiver_id}:${external_id}:${orderId}`;
  await queue.send('read-shop-order', { receiver_id, shop: external_id, order_id: orderId }, { singletonKey, transaction });
}
