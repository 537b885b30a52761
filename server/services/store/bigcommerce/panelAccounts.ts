import type { Transaction } from '../../../db/database.ts';
import { accountsOfStore } from '../../../db/queries/platformAccounts.ts';
import type { PlatformAccount } from '../../../db/rows.ts';
import type { Deps } from '../../deps.ts';

/** Returns the accounts of a store, one in each program, whether the app is installed or not. */
export function panelAccounts(transaction: Transaction, storeHash: string): Promise<PlatformAccount[]> {
  return accountsOfStore(transaction, { platform: 'bigcommerce', externalId: storeHash });
}

/** Queues the reading of a store's orders for each of its accounts. */
export async function queuePanelReadings(deps: Pick<Deps, 'queue' | 'database'>, storeHash: string, transaction?: Transaction): Promise<void> {
  for (const { receiver_id } of await panelAccounts(transaction ?? deps.database, storeHash))
    await queuePanelReading(deps, { receiver_id, store_hash: storeHash }, { transaction });
}

interface Reading {
  receiver_id: string;
  store_hash: string;
}

/** Queues the reading of a store's orders, now or later. */
export async function queuePanelReading(
  { queue }: Pick<Deps, 'queue'>,
  reading: Reading,
  { transaction, delayMs }: { transaction?: Transaction | undefined; delayMs?: number },
): Promise<void> {
  const singletonKey = `${reading.receiver_id}:${reading.store_hash}`;
  await queue.send('sync-panel-store', reading, { singletonKey, ...(transaction && { transaction }), ...(delayMs !== undefined && { delayMs }) });
}
