import { createHash } from 'node:crypto';
import { invalidFields } from '../../contract/invalidRequest.ts';
import { inTransaction } from '../../db/database.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import { pushServiceName, slackWebhookProblem } from '../../domain/alerts/alertAddresses.ts';
import { alertTexts } from '../../domain/alerts/alertWords.ts';
import { DomainError } from '../../domain/basics/errors.ts';
import { Refused } from '../../providers/failure.ts';
import type { PushDevice } from '../../providers/ports/pushSender.ts';
import type { Caller } from '../access/caller.ts';
import { requireStillManages } from '../access/requireStillManages.ts';
import type { ReceiverView } from '../access/viewReceiver.ts';
import type { Deps } from '../deps.ts';
import { failureForReader } from '../failureForReader.ts';
import { withLockedReceiver } from '../ledger/lockedReceiver.ts';
import { programOf } from '../receiver/programOf.ts';
import { recordTimeline } from '../receiver/timeline.ts';
import { endpointPlace, slackPlace } from './alertAddresses.ts';
import { requirePerson } from './ownAlerts.ts';

/** The browsers that one person can have; the oldest makes room for a new one. */
const maximumDevices = 10;

/** Adds a browser to those to which the caller's alerts go. May be repeated. Throws `invalid_request` for an address that is no known push service's. */
export async function addDevice(deps: Deps, caller: Caller, view: ReceiverView, { endpoint, p256dh, auth }: PushDevice): Promise<void> {
  const { database, providers, secrets, clock } = deps;
  if (providers.push.publicKey === null) throw new DomainError('step_out_of_order', { reason: alertTexts.push.notOffered });
  if (!providers.push.isKnown(endpoint)) {
    throw new DomainError('invalid_request', { reason: 'This browser’s push service is not one that we know. Use Chrome, Edge, Firefox or Safari.' });
  }
  const endpoint_hash = createHash('sha256').update(endpoint).digest('hex');
  await inTransaction(database, async (transaction) => {
    const { person } = await requirePerson(transaction, caller, view);
    const rows = databaseOf(transaction, view.scope).pushSubscription;
    // A browser belongs to the person who uses it now.
    await rows.deleteMany({ where: { endpoint_hash, person: { not: person.key } } });
    const keys = { p256dh, auth, endpoint_encrypted: secrets.encrypt(endpoint, endpointPlace(view.scope)) };
    const key = { person: person.key, endpoint_hash };
    const row = { ...key, ...keys, service: pushServiceName(endpoint), created_at: clock() };
    await rows.upsert({ where: { receiver_id_person_endpoint_hash: key }, create: row, update: keys });
    const all = await rows.findMany({ where: { person: person.key }, orderBy: { id: 'desc' }, select: { id: true } });
    await rows.deleteMany({ where: { id: { in: all.slice(maximumDevices).map(({ id }) => id) } } });
  });
}

/** Forgets one of the caller's browsers. May be repeated. */
export async function removeDevice({ database }: Deps, caller: Caller, view: ReceiverView, id: string): Promise<void> {
  const { person } = await requirePerson(database, caller, view);
  await databaseOf(database, view.scope).pushSubscription.deleteMany({ where: { id, person: person.key } });
}

/**
 * Connects the account's Slack in place of another one, once a first message could be posted there. Throws `invalid_request` for an address
 * that is no incoming webhook of Slack, or that Slack does not know, `provider_unavailable`, and `forbidden`
 * for a caller who manages the team no more.
 */
export async function connectSlack(deps: Deps, caller: Caller, view: ReceiverView, { url, label }: { url: string; label: string }): Promise<void> {
  const { providers, secrets, clock } = deps;
  const wrong = (message: string) => invalidFields([{ path: 'url', message }]);
  if (!providers.slack.isKnown(url)) throw wrong(slackWebhookProblem);
  const { name, siteUrl } = deps.programs[programOf(view.receiver).key];
  const first = { title: `${name} writes here now`, body: 'Choose in your settings what comes to this channel.' };
  await providers.slack.post(url, { ...first, link: { label: 'Open your alerts', url: `${siteUrl}/settings#mails` } }).catch((failure: unknown) => {
    if (failure instanceof Refused) throw wrong('Slack does not know this address, or no longer lets it write. Copy it once more from Slack.');
    throw failureForReader(failure);
  });
  const row = { url_encrypted: secrets.encrypt(url, slackPlace(view.scope)), label, connected_by: caller.memberId, connected_at: clock() };
  await withLockedReceiver(deps, view.scope, async (transaction) => {
    await requireStillManages(transaction, view.scope, caller);
    const own = databaseOf(transaction, view.scope);
    await own.slackWebhook.deleteMany();
    await own.slackWebhook.create({ data: row });
    await recordTimeline(deps, view.scope, 'slack_connected', { label }, transaction);
  });
}

/** Forgets the account's Slack. May be repeated. */
export async function disconnectSlack(deps: Deps, view: ReceiverView): Promise<void> {
  await inTransaction(deps.database, async (transaction) => {
    const { count } = await databaseOf(transaction, view.scope).slackWebhook.deleteMany();
    if (count > 0) await recordTimeline(deps, view.scope, 'slack_ended', {}, transaction);
  });
}
