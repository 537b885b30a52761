import { type Prisma, prismaOf, type Transaction } from '../client.ts';
import type { WebhookInbox } from '../generated/client.ts';
import type { ReceiverScope } from '../scope.ts';

/** The key of a stored webhook event. */
export type WebhookEventKey = Pick<WebhookInbox, 'provider' | 'event_id'>;

export type NewWebhookEvent = Prisma.WebhookInboxCreateManyInput;

/** Stores a webhook event. Returns whether it was new. */
export async function addWebhookEvent(transaction: Transaction, event: NewWebhookEvent): Promise<boolean> {
  const { count } = await prismaOf(transaction).webhookInbox.createMany({ data: event, skipDuplicates: true });
  return count === 1;
}

/** Stores webhook events, each once. Returns the ids of those that were new. */
export async function addWebhookEvents(transaction: Transaction, events: readonly NewWebhookEvent[]): Promise<string[]> {
  const added = await prismaOf(transaction).webhookInbox.createManyAndReturn({ data: [...events], skipDuplicates: true, select: { event_id: true } });
  return added.map(({ event_id }) => event_id);
}

/** Returns a stored webhook event; null when there is none. */
export function findWebhookEvent(transaction: Transaction, key: WebhookEventKey): Promise<WebhookInbox | null> {
  return prismaOf(transaction).webhookInbox.findUnique({ where: { provider_event_id: key } });
}

/** Marks a webhook event as handled. `receiverId` is its receiver; null when it concerns none. */
export async function markHandled(transaction: Transaction, key: WebhookEventKey, receiverId: string | null, at: Date): Promise<void> {
  const data = { receiver_id: receiverId, handled_at: at, attempts: { increment: 1 }, error: null };
  await prismaOf(transaction).webhookInbox.update({ where: { provider_event_id: key }, data });
}

/** Records why this attempt to handle a webhook event failed. */
export async function markFailed(transaction: Transaction, key: WebhookEventKey, receiverId: string | null, error: string): Promise<void> {
  await prismaOf(transaction).webhookInbox.update({ where: { provider_event_id: key }, data: { receiver_id: receiverId, attempts: { increment: 1 }, error } });
}

/** Returns the webhook events about a receiver, newest first. */
export function webhookEventsOfReceiver(transaction: Transaction, { receiverId }: ReceiverScope, limit: number): Promise<WebhookInbox[]> {
  return prismaOf(transaction).webhookInbox.findMany({ where: { receiver_id: receiverId }, orderBy: { received_at: 'desc' }, take: limit });
}

/** Marks a receiver's webhook event as not handled. Returns its type; null when it is not this receiver's. */
export async function reopenWebhookEvent(transaction: Transaction, { receiverId }: ReceiverScope, key: WebhookEventKey): Promise<string | null> {
  const { provider, event_id } = key;
  const where = { provider, event_id, receiver_id: receiverId };
  const [event] = await prismaOf(transaction).webhookInbox.updateManyAndReturn({ where, data: { handled_at: null, error: null }, select: { type: true } });
  return event?.type ?? null;
}
