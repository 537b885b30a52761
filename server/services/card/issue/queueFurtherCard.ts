import type { Transaction } from '../../../db/database.ts';
import type { ReceiverScope } from '../../../db/scope.ts';
import type { Deps } from '../../deps.ts';

/** How long, in milliseconds, a job leaves to the call that queued it to do the same at once, while a person waits. */
export const callFirstMs = 5_000;

/** Queues the issue of a further card, in case that the call which asks for it is cut off; the job repeats until the issuer has answered. */
export async function queueFurtherCard(
  { queue }: Pick<Deps, 'queue'>,
  transaction: Transaction,
  { receiverId }: ReceiverScope,
  issueId: string,
): Promise<void> {
  await queue.send('issue-further-card', { receiver_id: receiverId, issue_id: issueId }, { transaction, singletonKey: issueId, delayMs: callFirstMs });
}
