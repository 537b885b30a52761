import type { Transaction } from '../../db/database.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import { accountsOfStore } from '../../db/queries/platformAccounts.ts';
import type { PlatformAccount } from '../../db/rows.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import type { Deps } from '../deps.ts';

/** Whose a shop is, in each program, whether the app is installed or not. */
export function shopAccounts(transaction: Transaction, shop: string): Promise<PlatformAccount[]> {
  return accountsOfStore(transaction, { platform: 'shopify', externalId: shop });
}

/** Takes what was read of a shop out of a receiver's receivables: first the connection, whose row whoever stores sales holds. */
export async function forgetShopSales(transaction: Transaction, scope: ReceiverScope, shop: string): Promise<void> {
  await databaseOf(transaction, scope).commerceLink.deleteMany({ where: { source: 'shopify', connection_id: shop } });
  await databaseOf(transaction, scope).storeTransaction.deleteMany({ where: { source: 'shopify' } });
}

/** Has a shop's own sales read. */
export async function syncAccount(
  { queue }: Deps,
  { receiver_id, external_id }: Pick<PlatformAccount, 'receiver_id' | 'external_id'>,
  transaction?: Transaction,
): Promise<void> {
  await queue.send('sync-shop', { receiver_id, shop: external_id }, { singletonKey: `${receiver_id}:${external_id}`, ...(transaction && { transaction }) });
}
