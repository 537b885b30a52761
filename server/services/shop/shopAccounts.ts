import type { Transaction } from '../../db/database.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import { accountsOfStore } from '../../db/queries/platformAccounts.ts';
import type { PlatformAccount } from '../../db/rows.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import type { Deps } from '../deps.ts';

/** Returns a shop's accounts, one in each program, whether the app is installed or not. */
export function shopAccounts(transaction: Transaction, shop: string): Promise<PlatformAccount[]> {
  return accountsOfStore(transaction, { platform: 'shopify', externalId: shop });
}

/** Deletes a shop's sales from a receiver's receivables. It deletes the connection first, since every writer of sales holds that row. */
export async function forgetShopSales(transaction: Transaction, scope: ReceiverScope, shop: string): Promise<void> {
  await databaseOf(transaction, scope).commerceLink.deleteMany({ where: { source: 'shopify', connection_id: shop } });
  await databaseOf(transaction, scope).storeTransaction.deleteMany({ where: { source: 'shopify' } });
}

/** Queues the reading of a shop's own sales. */
export async function syncAccount(
  { queue }: Deps,
  { receiver_id, external_id }: Pick<PlatformAccount, 'receiver_id' | 'external_id'>,
  transaction?: Transaction,
): Promise<void> {
  await queue.send('sync-shop', { receiver_id, shop: external_id }, { singletonKey: `${receiver_id}:${external_id}`, ...(transaction && { transaction }) });
}
