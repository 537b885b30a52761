import type { Transaction } from '../../../db/database.ts';
import type { ReceiverScope } from '../../../db/scope.ts';
import type { Deps } from '../../deps.ts';

/** Queues the issue and shipment of an ordered card; the job runs once the transaction commits, and `delayMs` later where that is given. */
export async function queueCardIssue(
  { queue }: Pick<Deps, 'queue'>,
  transaction: Transaction,
  { receiverId }: ReceiverScope,
  { delayMs }: { delayMs?: number } = {},
): Promise<void> {
  await queue.send('issue-card', { receiver_id: receiverId }, { transaction, singletonKey: receiverId, ...(delayMs !== undefined && { delayMs }) });
}
