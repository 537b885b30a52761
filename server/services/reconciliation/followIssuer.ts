import { inTransaction } from '../../db/database.ts';
import { streamPosition } from '../../db/queries/transferEvents.ts';
import { addWebhookEvents } from '../../db/queries/webhookInbox.ts';
import type { IssuerEvent } from '../../providers/ports/cardIssuer.ts';
import type { Deps } from '../deps.ts';
import { firstReachMs, overlapMs, readByHours } from '../providerCalls/readByHours.ts';
import { issuerSubject, storedSubject } from '../webhooks/webhookEvent.ts';

/**
 * Reads the issuer's events of all cards and businesses since the last run, and handles those whose webhook never came as if it
 * had come now. A run that is broken off is taken up by the next. Throws the issuer's failure.
 */
export async function followIssuer(deps: Deps): Promise<void> {
  const { database, clock, providers } = deps;
  const stream = { provider: providers.cardIssuer.name, stream: 'events' };
  const began = clock().getTime();
  const position = await streamPosition(database, stream);
  const since = new Date(position === 0 ? began - firstReachMs : position - overlapMs);
  const period = { since, until: new Date(began) };
  await readByHours(database, stream, period, { list: providers.cardIssuer.listEvents, take: (events) => handleMissing(deps, events) });
}

/** Stores the events that no webhook brought, and queues a job for each. */
async function handleMissing({ database, queue, clock, log, providers }: Deps, events: readonly IssuerEvent[]): Promise<void> {
  const provider = providers.cardIssuer.name;
  const received_at = clock();
  const missing = await inTransaction(database, async (transaction) => {
    const added = await addWebhookEvents(
      transaction,
      events.map((event) => ({ provider, event_id: event.id, type: event.type, body: storedSubject(issuerSubject(event)), received_at })),
    );
    await queue.sendMany(
      'handle-webhook',
      added.map((event_id) => ({ data: { provider, event_id } })),
      transaction,
    );
    return added.length;
  });
  if (missing > 0) log.warn({ provider, events: missing }, 'events came without their webhooks');
}
