import { inTransaction } from '../../db/database.ts';
import { reopenWebhookEvent, webhookEventsOfReceiver } from '../../db/queries/webhookInbox.ts';
import { DomainError } from '../../domain/basics/errors.ts';
import { recordAudit } from '../access/audit.ts';
import type { Origin } from '../access/auditEntry.ts';
import type { Caller } from '../access/caller.ts';
import type { ReceiverView } from '../access/viewReceiver.ts';
import type { Deps } from '../deps.ts';

const maximumShown = 100;

/** Returns the webhook events about a customer, newest first. */
export async function readInbox({ database }: Deps, { scope }: ReceiverView) {
  const rows = await webhookEventsOfReceiver(database, scope, maximumShown);
  return rows.map(({ provider, event_id, type, received_at, handled_at, attempts, error }) => ({
    provider,
    event_id,
    type,
    received_at: received_at.toISOString(),
    handled_at: handled_at?.toISOString() ?? null,
    attempts,
    error,
  }));
}

/**
 * Queues a webhook event about a customer to be handled again. Handling fetches the present state, so a repeat does no
 * harm. Throws `not_found` for an event about another customer.
 */
export async function replayWebhookEvent(
  deps: Deps,
  caller: Caller,
  { scope }: ReceiverView,
  { origin, ...event }: { provider: string; event_id: string; origin: Origin },
): Promise<{ queued: boolean }> {
  await inTransaction(deps.database, async (transaction) => {
    const type = await reopenWebhookEvent(transaction, scope, event);
    if (type === null) throw new DomainError('not_found');
    await deps.queue.send('handle-webhook', event, { transaction });
    await recordAudit(deps, { scope, actor: caller, action: 'replay webhook event', details: { ...event, type }, origin }, transaction);
  });
  return { queued: true };
}
