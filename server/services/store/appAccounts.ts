import type { Transaction } from '../../db/database.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import type { PlatformAccount } from '../../db/rows.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import { appPlatforms } from '../../domain/store/appPlatforms.ts';
import type { Deps } from '../deps.ts';
import { queuePanelReading } from './bigcommerce/panelAccounts.ts';
import { syncAccount } from './shopify/shopAccounts.ts';

/** Selects a receiver's accounts at the platforms in whose stores our app is installed. */
export const atAppPlatforms = { OR: appPlatforms.map((platform) => ({ platform: { endsWith: `:${platform}` } })) };

/** Returns whether a platform's name, with or without its program before it, is BigCommerce. */
export const isPanel = (platform: string) => platform === 'bigcommerce' || platform.endsWith(':bigcommerce');

type Account = Pick<PlatformAccount, 'platform' | 'receiver_id' | 'external_id'>;

/** Queues the reading of the sales of a store with our app. */
export async function queueReading(deps: Deps, { platform, receiver_id, external_id }: Account, transaction: Transaction): Promise<void> {
  if (isPanel(platform)) return queuePanelReading(deps, { receiver_id, store_hash: external_id }, { transaction });
  await syncAccount(deps, { receiver_id, external_id }, { transaction });
}

/** Queues the reading of each store with our app that counts for a receiver, after another store was connected or disconnected. */
export async function queueReadings(deps: Deps, transaction: Transaction, scope: ReceiverScope): Promise<void> {
  const where = { ...atAppPlatforms, uninstalled_at: null, disconnected_at: null };
  for (const app of await databaseOf(transaction, scope).platformAccount.findMany({ where })) await queueReading(deps, app, transaction);
}

/** Deletes the sales of a store with our app from a receiver's receivables. It deletes the connection first, since every writer of sales holds that row. */
export async function forgetAppSales(transaction: Transaction, scope: ReceiverScope, { source, id }: { source: string; id: string }): Promise<void> {
  await databaseOf(transaction, scope).commerceLink.deleteMany({ where: { source, connection_id: id } });
  await databaseOf(transaction, scope).storeTransaction.deleteMany({ where: { source } });
}

/** Deletes the sales of all stores with our app from the receivables of a receiver whose stores move to another account. */
export async function forgetAllAppSales(transaction: Transaction, scope: ReceiverScope): Promise<void> {
  const where = { source: { in: [...appPlatforms] } };
  await databaseOf(transaction, scope).commerceLink.deleteMany({ where });
  await databaseOf(transaction, scope).storeTransaction.deleteMany({ where });
}
