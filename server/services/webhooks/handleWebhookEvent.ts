import { findWebhookEvent, markFailed, markHandled, type WebhookEventKey } from '../../db/queries/webhookInbox.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import { UnreadableContent } from '../../db/storedJson.ts';
import { withoutSecrets } from '../../providers/failure.ts';
import type { Deps } from '../deps.ts';
import { eventHandler, receiverNamedBy } from './handlers.ts';
import { subjectJson } from './webhookEvent.ts';

/**
 * Handles one stored webhook, and marks it as handled last: an interrupted one is handled again. `scopeOf` makes the
 * scope of the receiver that the event turns out to concern. A failure is stored in the row, where staff see it at that
 * customer, and thrown, so that the job tries again. Throws UnreadableContent for a row that cannot be read.
 */
export async function handleWebhookEvent(deps: Deps, event: WebhookEventKey, scopeOf: (receiverId: string) => ReceiverScope): Promise<void> {
  const stored = await findWebhookEvent(deps.database, event);
  if (!stored || stored.handled_at !== null) return;
  let receiverId = stored.receiver_id;
  try {
    const subject = subjectJson.read(stored.body);
    const handler = eventHandler(subject);
    if (handler && 'applyForAll' in handler) await handler.applyForAll(deps, subject);
    else if (handler) {
      receiverId = await handler.findReceiver(deps, subject);
      if (receiverId !== null) await handler.apply(deps, scopeOf(receiverId), subject);
    }
    await markHandled(deps.database, event, receiverId, deps.clock());
  } catch (failure) {
    const error = failure instanceof Error ? `${failure.name}: ${withoutSecrets(failure.message)}` : 'unknown';
    if (failure instanceof UnreadableContent) receiverId ??= await receiverNamedBy(deps, stored.body);
    await markFailed(deps.database, event, receiverId, error);
    throw failure;
  }
}
