import type { ReceiverScope } from '../../db/scope.ts';
import { withoutSecrets } from '../../providers/failure.ts';
import type { Deps } from '../deps.ts';
import { newsHandler } from './handlers.ts';
import type { NewsSubject } from './news.ts';

interface NewsKey {
  provider: string;
  event_id: string;
}

/** Looks at what the news are about. Answers whose they were. */
async function applyNews(deps: Deps, subject: NewsSubject, scopeOf: (receiverId: string) => ReceiverScope): Promise<string | null> {
  const handler = newsHandler(subject);
  if (handler === null) return null;
  if ('applyForAll' in handler) {
    await handler.applyForAll(deps, subject);
    return null;
  }
  const receiverId = await handler.findReceiver(deps, subject);
  if (receiverId !== null) await handler.apply(deps, scopeOf(receiverId), subject);
  return receiverId;
}

/**
 * Handles one stored webhook, and marks it as handled last: cut off before that, it is handled again. `scopeOf` makes
 * the scope of the receiver that the news turn out to concern.
 */
export async function handleNews(deps: Deps, { provider, event_id }: NewsKey, scopeOf: (receiverId: string) => ReceiverScope): Promise<void> {
  const where = { provider_event_id: { provider, event_id } };
  const stored = await deps.database.webhookInbox.findUnique({ where });
  if (!stored || stored.handled_at !== null) return;
  try {
    // Written by receiveWebhook, from nothing else than a NewsSubject.
    const receiver_id = await applyNews(deps, stored.body as unknown as NewsSubject, scopeOf);
    await deps.database.webhookInbox.update({ where, data: { receiver_id, handled_at: deps.clock(), attempts: { increment: 1 }, error: null } });
  } catch (failure) {
    const error = failure instanceof Error ? `${failure.name}: ${withoutSecrets(failure.message)}` : 'unknown';
    await deps.database.webhookInbox.update({ where, data: { attempts: { increment: 1 }, error } });
    throw failure;
  }
}
