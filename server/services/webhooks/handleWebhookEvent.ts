import { findNews, markFailed, markHandled, type NewsKey } from '../../db/queries/webhookInbox.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import { withoutSecrets } from '../../providers/failure.ts';
import type { Deps } from '../deps.ts';
import { newsHandler } from './handlers.ts';
import type { NewsSubject } from './webhookEvent.ts';

/** Looks at what the news are about. Answers whose they were. */
async function applyNews(deps: Deps, subject: NewsSubject, scopeOf: (receiverId: string) => ReceiverScope): Promise<string | null> {
  const handler = newsHandler(subject);
  if (!handler) return null;
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
export async function handleNews(deps: Deps, news: NewsKey, scopeOf: (receiverId: string) => ReceiverScope): Promise<void> {
  const stored = await findNews(deps.database, news);
  if (!stored || stored.handled_at !== null) return;
  try {
    // Written by receiveWebhook, from nothing else than a NewsSubject.
    const receiverId = await applyNews(deps, stored.body as unknown as NewsSubject, scopeOf);
    await markHandled(deps.database, news, receiverId, deps.clock());
  } catch (failure) {
    const error = failure instanceof Error ? `${failure.name}: ${withoutSecrets(failure.message)}` : 'unknown';
    await markFailed(deps.database, news, error);
    throw failure;
  }
}
