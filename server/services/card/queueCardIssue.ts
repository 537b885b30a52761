import type { Transaction } from '../../db/database.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import type { Deps } from '../deps.ts';

/** Queues the issue of an ordered card; the job runs once the transaction commits. */
export async function queueCardIssue({ queue }: Pick<Deps, 'queue'>, transaction: Transaction, { receiverId }: ReceiverScope): Promise<void> {
  await queue.send('issue-card', { receiver_id: receiverId }, { transaction, singletonKey: receiverId });
}
