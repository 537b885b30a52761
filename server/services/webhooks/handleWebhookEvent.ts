import type { ReceiverScope } from '../../db/scope.ts';
import { UnreadableContent } from '../../db/storedJson.ts';
import { withoutSecrets } from '../../providers/failure.ts';
import type { Deps } from '../deps.ts';
import { newsHandler, receiverNamedBy } from './handlers.ts';
import { subjectJson } from './webhookEvent.ts';

interface NewsKey {
  provider: string;
  event_id: string;
}

/**
 * Handles one stored webhook, and marks it as handled last: cut off before that, it is handled again. `scopeOf` makes
 * the scope of the receiver that the news turn out to concern. A failure is kept in the row, where staff see it at that
 * customer, and thrown, so that the job tries again. Throws UnreadableContent for a row that cannot be read.
 */
export async function handleNews(deps: Deps, { provider, event_id }: NewsKey, scopeOf: (receiverId: string) => ReceiverScope): Promise<void> {
  const where = { provider_event_id: { provider, event_id } };
  const stored = await deps.database.webhookInbox.findUnique({ where });
  if (!stored || stored.handled_at !== null) return;
  let receiver_id = stored.receiver_id;
  try {
    const subject = subjectJson.read(stored.body);
    const handler = newsHandler(subject);
    if (handler && 'applyForAll' in handler) await handler.applyForAll(deps, subject);
    else if (handler) {
      receiver_id = await handler.findReceiver(deps, subject);
      if (receiver_id !== null) await handler.apply(deps, scopeOf(receiver_id), subject);
    }
    await deps.database.webhookInbox.update({ where, data: { receiver_id, handled_at: deps.clock(), attempts: { increment: 1 }, error: null } });
  } catch (failure) {
    const error = failure instanceof Error ? `${failure.name}: ${withoutSecrets(failure.message)}` : 'unknown';
    if (failure instanceof UnreadableContent) receiver_id ??= await receiverNamedBy(deps, stored.body);
    await deps.database.webhookInbox.update({ where, data: { receiver_id, attempts: { increment: 1 }, error } });
    throw failure;
  }
}
