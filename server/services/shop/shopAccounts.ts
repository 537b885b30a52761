import type { Transaction } from '../../db/client.ts';
import type { PlatformAccount } from '../../db/generated/client.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import type { Deps } from '../deps.ts';

/** Whose a shop is, in each program, whether the app is installed or not. */
export function shopAccounts(transaction: Transaction, shop: string): Promise<PlatformAccount[]> {
  return transaction.platformAccount.findMany({ where: { external_id: shop, platform: { endsWith: ':shopify' } } });
}

/** Takes what was read of a shop out of a receiver's receivables: first the connection, whose row whoever stores sales holds. */
export async function forgetShopSales(transaction: Transaction, { receiverId: receiver_id }: ReceiverScope, shop: string): Promise<void> {
  await transaction.commerceLink.deleteMany({ where: { receiver_id, source: 'shopify', connection_id: shop } });
  await transaction.storeTransaction.deleteMany({ where: { receiver_id, source: 'shopify' } });
}

/** Has a shop's own sales read. */
export async function syncAccount(
  { queue }: Deps,
  { receiver_id, external_id }: Pick<PlatformAccount, 'receiver_id' | 'external_id'>,
  transaction?: Transaction,
): Promise<void> {
  await queue.send('sync-shop', { receiver_id, shop: external_id }, { singletonKey: `${receiver_id}:${external_id}`, ...(transaction && { transaction }) });
}
