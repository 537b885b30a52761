import type { IncomingHttpHeaders } from 'node:http';
import { inTransaction } from '../../db/database.ts';
import { addWebhookEvent } from '../../db/queries/webhookInbox.ts';
import { InvalidSignature } from '../../providers/signature.ts';
import type { Deps } from '../deps.ts';
import { queueTransferEvents } from '../repayment/queueTransferEvents.ts';
import { readWebhookEvent, storedSubject, type WebhookPort } from './webhookEvent.ts';

interface Webhook {
  /** The body exactly as received, byte for byte: the signature covers these bytes. */
  rawBody: Buffer;
  headers: IncomingHttpHeaders;
}

/**
 * Verifies a webhook, then stores and queues it in one transaction, each event once. Returns `forged` when the
 * signature is wrong; nothing is stored then. Throws any other failure, so that the provider sends the webhook again: a
 * key or our database that cannot be reached, or a genuine message that we do not understand.
 */
export async function receiveWebhook(deps: Deps, port: WebhookPort, { rawBody, headers }: Webhook): Promise<'taken' | 'forged'> {
  const provider = deps.providers[port].name;
  const event = await readWebhookEvent(deps, port, rawBody, headers).catch((failure: unknown) => {
    if (!(failure instanceof InvalidSignature)) throw failure;
    deps.log.warn({ provider, fault: failure.fault }, 'a webhook failed verification');
    return null;
  });
  if (event === null) return 'forged';
  await inTransaction(deps.database, async (transaction) => {
    const isNew = await addWebhookEvent(transaction, {
      provider,
      event_id: event.id,
      type: event.type,
      body: storedSubject(event.subject),
      received_at: deps.clock(),
    });
    if (isNew) await deps.queue.send('handle-webhook', { provider, event_id: event.id }, { transaction });
    // The bank's notices of transfers name none, and two in one second are identical: each still triggers a sync.
    else if (event.subject.about === 'bank_transfers') await queueTransferEvents(deps, transaction);
  });
  return 'taken';
}
