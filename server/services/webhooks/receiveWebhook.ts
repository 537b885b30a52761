import type { IncomingHttpHeaders } from 'node:http';
import { inTransaction } from '../../db/database.ts';
import { addNews } from '../../db/queries/webhookInbox.ts';
import { InvalidSignature } from '../../providers/signature.ts';
import type { Deps } from '../deps.ts';
import { type NewsProvider, readNews, subjectJson } from './webhookEvent.ts';

interface Webhook {
  /** The body as it came, byte for byte: the signature is over that. */
  rawBody: Buffer;
  headers: IncomingHttpHeaders;
}

/**
 * Takes a webhook in: verified, then kept and queued in one transaction, each event once. `forged` stored nothing. Any
 * other failure is thrown, so that the provider sends it again: a key or our database that cannot be had, or a genuine
 * message that we do not understand.
 */
export async function receiveWebhook(deps: Deps, provider: NewsProvider, { rawBody, headers }: Webhook): Promise<'taken' | 'forged'> {
  const news = await readNews(deps, provider, rawBody, headers).catch((failure: unknown) => {
    if (!(failure instanceof InvalidSignature)) throw failure;
    deps.log.warn({ provider, fault: failure.fault }, 'a webhook is not from who it says');
    return null;
  });
  if (news === null) return 'forged';
  await inTransaction(deps.database, async (transaction) => {
    const isNew = await addNews(transaction, {
      provider,
      event_id: news.id,
      type: news.type,
      body: { ...news.subject, version: subjectJson.version },
      received_at: deps.clock(),
    });
    if (isNew) await deps.queue.send('handle-webhook', { provider, event_id: news.id }, { transaction });
    // The bank's pokes about transfers name none, and two of one second are alike: each leads to a look all the same.
    else if (news.subject.about === 'bank_transfers') await deps.queue.send('sync-transfer-events', {}, { transaction });
  });
  return 'taken';
}
