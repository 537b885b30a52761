import type { Transaction } from '../../db/database.ts';
import { accountsOfStore, type PlatformStore } from '../../db/queries/platformAccounts.ts';
import type { Deps } from '../deps.ts';

/** Queues the mail that tells how to go on, to each account of a store that uninstalls the app. Call it before the store's access ends. */
export async function tellOwnersOfUninstallation({ queue }: Pick<Deps, 'queue'>, transaction: Transaction, store: PlatformStore, at: Date): Promise<void> {
  const accounts = await accountsOfStore(transaction, store);
  for (const { receiver_id } of accounts.filter(({ uninstalled_at }) => uninstalled_at === null)) {
    await queue.send('send-letter', { receiver_id, kind: 'app_uninstalled', about: at.toISOString() }, { transaction });
  }
}
