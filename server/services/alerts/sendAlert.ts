import { databaseOf } from '../../db/databaseOf.ts';
import type { AlertSent } from '../../db/rows.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import type { LetterKind } from '../../domain/mail/letterKind.ts';
import type { Deps } from '../deps.ts';
import { briefOf } from '../mail/brief.ts';
import { claimMs } from '../mail/sendLetter.ts';
import { type LetterAccount, readLetterAccount, writeLetter } from '../mail/writeLetter.ts';
import { type Delivered, deliver, deliverAlert } from './deliverAlert.ts';

/** Claims alerts for this caller alone. Returns false when one of them was sent, or another worker is about to send it. */
async function claim({ database, clock }: Deps, scope: ReceiverScope, ids: readonly string[]): Promise<boolean> {
  const now = clock();
  const isFree = { OR: [{ claimed_at: null }, { claimed_at: { lt: new Date(now.getTime() - claimMs) } }] };
  const where = { id: { in: [...ids] }, sent_at: null, dropped_at: null, ...isFree };
  const { count } = await databaseOf(database, scope).alertSent.updateMany({ where, data: { claimed_at: now } });
  return count === ids.length;
}

/** Stores what became of alerts. A claim that failed is given back, so that the job tries again. */
async function settle(deps: Deps, scope: ReceiverScope, ids: readonly string[], send: () => Promise<Delivered>): Promise<void> {
  const rows = databaseOf(deps.database, scope).alertSent;
  const where = { id: { in: [...ids] } };
  let delivered: Delivered;
  try {
    delivered = await send();
  } catch (failure) {
    await rows.updateMany({ where: { ...where, sent_at: null }, data: { claimed_at: null } });
    throw failure;
  }
  await rows.updateMany({ where, data: delivered === 'sent' ? { sent_at: deps.clock() } : { dropped_at: deps.clock() } });
}

const isOver = ({ sent_at, dropped_at }: AlertSent) => sent_at !== null || dropped_at !== null;

/**
 * Sends one alert, once however often it is called. One that has waited is written anew, and dropped when there is nothing left to say.
 * Throws any failure after which the job is to try again.
 */
export async function sendAlert(deps: Deps, scope: ReceiverScope, id: string): Promise<void> {
  const rows = databaseOf(deps.database, scope).alertSent;
  const alert = await rows.findUnique({ where: { receiver_id_id: { id } } });
  if (!alert || isOver(alert) || (alert.due_at !== null && alert.due_at > deps.clock())) return;
  const account = await readLetterAccount(deps, scope);
  const written = account && (await writtenNow(deps, scope, account, alert));
  if (!account || !written) {
    await rows.updateMany({ where: { id, sent_at: null }, data: { dropped_at: deps.clock() } });
    return;
  }
  if (!(await claim(deps, scope, [id]))) throw new Error('another worker has begun to send this alert');
  await settle(deps, scope, [id], () => deliverAlert(deps, scope, account, written));
}

/** Returns an alert as it reads now; null when there is nothing left to say. One that need not wait was written a moment ago. */
async function writtenNow(deps: Deps, scope: ReceiverScope, account: LetterAccount, alert: AlertSent): Promise<AlertSent | null> {
  if (alert.due_at === null) return alert;
  const letter = await writeLetter(deps, scope, account, { kind: alert.kind as LetterKind, about: alert.about });
  return letter && { ...alert, ...briefOf(letter) };
}

/**
 * Queues the alerts of a receiver whose quiet hours are over, and sends each digest whose hour has come. A way that does not answer keeps no
 * other digest from being sent; its failure is thrown at the end, so that the job tries again.
 */
export async function sendDueAlerts(deps: Deps, scope: ReceiverScope): Promise<void> {
  const { database, queue, clock } = deps;
  const due = await databaseOf(database, scope).alertSent.findMany({
    where: { due_at: { lte: clock() }, sent_at: null, dropped_at: null },
    orderBy: { id: 'asc' },
  });
  for (const { id: alert_id } of due.filter(({ is_digest }) => !is_digest)) {
    await queue.send('send-alert', { receiver_id: scope.receiverId, alert_id }, { singletonKey: alert_id });
  }
  const digests = Map.groupBy(
    due.filter(({ is_digest }) => is_digest),
    ({ channel, person, subscription_id }) => `${channel} ${person} ${subscription_id}`,
  );
  const sent = await Promise.allSettled([...digests.values()].map((alerts) => sendDigest(deps, scope, alerts)));
  const failed = sent.find((one) => one.status === 'rejected');
  if (failed) throw failed.reason;
}

/** Sends alerts to one person by one way in one message. Alerts that no longer hold are left out. */
async function sendDigest(deps: Deps, scope: ReceiverScope, alerts: readonly AlertSent[]): Promise<void> {
  const rows = databaseOf(deps.database, scope).alertSent;
  const account = await readLetterAccount(deps, scope);
  const written = account ? await Promise.all(alerts.map((alert) => writtenNow(deps, scope, account, alert))) : [];
  const told = written.filter((alert) => alert !== null);
  const over = alerts.filter(({ id }) => !told.some((alert) => alert.id === id)).map(({ id }) => id);
  if (over.length > 0) await rows.updateMany({ where: { id: { in: over }, sent_at: null }, data: { dropped_at: deps.clock() } });
  const [first] = told;
  if (!account || !first) return;
  const ids = told.map(({ id }) => id);
  if (!(await claim(deps, scope, ids))) throw new Error('another worker has begun to send this digest');
  const message = { ...digestOf(told, first), tag: `digest ${first.id}`, isUrgent: false };
  await settle(deps, scope, ids, () => deliver(deps, scope, account, first, message));
}

/** Returns the message of a digest: one alert as it is, several by their titles. */
function digestOf(alerts: readonly AlertSent[], { title, body, path }: AlertSent) {
  if (alerts.length === 1) return { title, body, path };
  return { title: `${alerts.length} things from the last day`, body: alerts.map((alert) => `• ${alert.title}`).join('\n'), path: '/' };
}
