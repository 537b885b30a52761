import type { Transaction } from '../../db/database.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import type { Deps } from '../deps.ts';

/** Queues the issue of a further card; the job runs once the transaction commits, and again until the issuer has answered. */
export async function queueFurtherCard({ queue }: Pick<Deps, 'queue'>, transaction: Transaction, { receiverId }: ReceiverScope, issueId: string): Promise<void> {
  await queue.send('issue-further-card', { receiver_id: receiverId, issue_id: issueId }, { transaction, singletonKey: issueId });
}
