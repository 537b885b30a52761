import type { Transaction } from '../../db/database.ts';
import type { Deps } from '../deps.ts';

/** Queues a reading of the bank's transfer events, unless one waits already. Its key is that of the schedule. */
export async function queueTransferEvents({ queue }: Pick<Deps, 'queue'>, transaction?: Transaction): Promise<void> {
  await queue.send('sync-transfer-events', {}, { singletonKey: 'default', ...(transaction && { transaction }) });
}
