import { inTransaction, type Transaction } from '../../db/database.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import type { SecretPlace } from '../../db/secrets.ts';
import type { PushDevice } from '../../providers/ports/pushSender.ts';
import type { Deps } from '../deps.ts';
import { recordTimeline } from '../receiver/timeline.ts';

/** The columns that hold the address of a device, and that of an account's Slack. */
export const endpointPlace = ({ receiverId: owner }: ReceiverScope): SecretPlace => ({ table: 'push_subscription', column: 'endpoint_encrypted', owner });
export const slackPlace = ({ receiverId: owner }: ReceiverScope): SecretPlace => ({ table: 'slack_webhook', column: 'url_encrypted', owner });

/** Reads a device's address and keys; null for one that was forgotten, and for one of somebody who has left the team. */
export async function readDevice({ database, secrets }: Deps, scope: ReceiverScope, id: string): Promise<(PushDevice & { id: string }) | null> {
  const device = await databaseOf(database, scope).pushSubscription.findUnique({ where: { receiver_id_id: { id } } });
  if (!device) return null;
  const { p256dh, auth, endpoint_encrypted } = device;
  return { id, p256dh, auth, endpoint: secrets.decrypt(endpoint_encrypted, endpointPlace(scope)) };
}

/** Forgets a device that no longer takes messages. */
export async function forgetDevice({ database }: Deps, scope: ReceiverScope, id: string): Promise<void> {
  await databaseOf(database, scope).pushSubscription.deleteMany({ where: { id } });
}

interface SlackAddress {
  url: string;
  connectedAt: Date;
}

/** Reads the address of the account's Slack; null without one. */
export async function readSlack({ database, secrets }: Pick<Deps, 'database' | 'secrets'>, scope: ReceiverScope): Promise<SlackAddress | null> {
  const webhook = await databaseOf(database, scope).slackWebhook.findFirst();
  return webhook && { url: secrets.decrypt(webhook.url_encrypted, slackPlace(scope)), connectedAt: webhook.connected_at };
}

/** Forgets a webhook that Slack no longer knows, and tells the merchant by mail. Leaves one that was connected since. */
export async function forgetSlack(deps: Deps, scope: ReceiverScope, { connectedAt: connected_at }: Pick<SlackAddress, 'connectedAt'>): Promise<void> {
  await inTransaction(deps.database, async (transaction) => {
    const own = databaseOf(transaction, scope);
    const webhook = await own.slackWebhook.findFirst({ where: { connected_at } });
    if (!webhook || (await own.slackWebhook.deleteMany({ where: { connected_at } })).count === 0) return;
    await recordTimeline(deps, scope, 'slack_ended', {}, transaction);
    const about = `${webhook.connected_at.toISOString()} ${webhook.label}`;
    await deps.queue.send('send-letter', { receiver_id: scope.receiverId, kind: 'slack_ended', about }, { transaction });
  });
}

/** Disconnects the account's Slack where the member who connected it loses the right to: it may be a channel of their own. */
export async function endSlackOf(deps: Pick<Deps, 'clock'>, transaction: Transaction, scope: ReceiverScope, memberId: string): Promise<void> {
  const { count } = await databaseOf(transaction, scope).slackWebhook.deleteMany({ where: { connected_by: memberId } });
  if (count > 0) await recordTimeline(deps, scope, 'slack_ended', {}, transaction);
}
