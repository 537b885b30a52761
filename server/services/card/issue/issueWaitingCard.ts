import type { ReceiverScope } from '../../../db/scope.ts';
import type { Deps } from '../../deps.ts';
import { issueCard } from './issueCard.ts';
import { shipCard } from './shipCard.ts';

/** Issues a card that had to wait, mails its holder, and has it sent to the holder's address. Does nothing when no card waits. */
export async function issueWaitingCard(deps: Deps, scope: ReceiverScope): Promise<void> {
  const number = await issueCard(deps, scope);
  if (number !== null) await deps.queue.send('send-letter', { receiver_id: scope.receiverId, kind: 'card_issued', about: String(number) });
  await shipCard(deps, scope);
}
