import { databaseOf } from '../../db/databaseOf.ts';
import type { AlertSent } from '../../db/rows.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import { alertRule, eventOf } from '../../domain/alerts/alertEvents.ts';
import type { LetterKind } from '../../domain/mail/letterKind.ts';
import { Refused, Unknown } from '../../providers/failure.ts';
import { readPeopleToTell } from '../contact/peopleToTell.ts';
import type { Deps } from '../deps.ts';
import type { Brief } from '../mail/brief.ts';
import { composeLetter } from '../mail/compose.ts';
import { type LetterAccount, writeLetter } from '../mail/writeLetter.ts';
import { forgetDevice, forgetSlack, readDevice, readSlack } from './alertAddresses.ts';

/** `sent`: the other side has it. `dropped`: nobody is there to hear it, or it will not be taken. */
export type Delivered = 'sent' | 'dropped';

interface Delivery extends Brief {
  /** The same for every attempt. */
  tag: string;
  isUrgent: boolean;
}

type Addressed = Pick<AlertSent, 'channel' | 'person' | 'subscription_id'>;

/**
 * Sends a message to a device or to the account's Slack, once. Forgets a device or a webhook that is gone. Throws any failure after
 * which the message may be sent again.
 */
export async function deliver(
  deps: Deps,
  scope: ReceiverScope,
  { program }: LetterAccount,
  to: Addressed,
  { tag, isUrgent, ...brief }: Delivery,
): Promise<Delivered> {
  const url = `${program.siteUrl}${brief.path}`;
  const { providers, log } = deps;
  const refused = async (failure: unknown, forget: () => Promise<void>): Promise<Delivered> => {
    if (!(failure instanceof Refused)) throw failure;
    log.warn({ channel: to.channel, code: failure.code }, 'an alert was refused');
    if (failure.code === 'gone') await forget();
    return 'dropped';
  };
  if (to.channel === 'slack') {
    const webhook = await readSlack(deps, scope);
    if (webhook === null) return 'dropped';
    const message = { title: brief.title, body: brief.body, link: { label: `Open ${program.name}`, url } };
    return providers.slack.post(webhook.url, message).then(
      () => 'sent' as const,
      (failure: unknown) => refused(failure, () => forgetSlack(deps, scope, webhook)),
    );
  }
  const device = to.subscription_id === null ? null : await readDevice(deps, scope, to.subscription_id);
  if (device === null) return 'dropped';
  return providers.push.send(device, { title: brief.title, body: brief.body, url, tag, isUrgent }).then(
    async () => {
      await databaseOf(deps.database, scope).pushSubscription.updateMany({ where: { id: device.id }, data: { last_sent_at: deps.clock() } });
      return 'sent' as const;
    },
    (failure: unknown) => refused(failure, () => forgetDevice(deps, scope, device.id)),
  );
}

/** Sends one alert by its way. A member of the team gets the whole letter by mail, everybody else the alert in short. */
export async function deliverAlert(deps: Deps, scope: ReceiverScope, account: LetterAccount, alert: AlertSent): Promise<Delivered> {
  const { kind, about, fact, channel, person } = alert;
  if (channel === 'mail') return mailTo(deps, scope, account, alert);
  const event = eventOf(kind as LetterKind);
  const isUrgent = event !== null && alertRule(event).urgency === 'now';
  const { title, body, path } = alert;
  try {
    return await deliver(deps, scope, account, alert, { title, body, path, tag: `${kind} ${fact}`, isUrgent });
  } catch (failure) {
    // A post that may have arrived would stand there twice. Only what one must know is better told twice than never.
    const isMustKnow = event !== null && alertRule(event).isMustKnow;
    if (!(failure instanceof Unknown) || isMustKnow) throw failure;
    deps.log.warn({ kind, about, person }, 'an alert may have arrived, and is not repeated');
    return 'sent';
  }
}

async function mailTo(deps: Deps, scope: ReceiverScope, account: LetterAccount, { kind, about, fact, person }: AlertSent): Promise<Delivered> {
  const { receiver, program } = account;
  const people = await readPeopleToTell(deps.database, scope, receiver);
  const email = people.find(({ key }) => key === person)?.email ?? null;
  const letter = email === null ? null : await writeLetter(deps, scope, account, { kind: kind as LetterKind, about });
  if (email === null || letter === null) return 'dropped';
  const mail = composeLetter(letter, program, receiver, null);
  const key = `mail:${receiver.id}:${kind}:${fact}:${person}`;
  return deps.providers.mailer.send({ to: email, from: program.sender, key, ...mail }).then(
    () => 'sent' as const,
    (failure: unknown) => {
      if (!(failure instanceof Refused)) throw failure;
      deps.log.warn({ kind, code: failure.code }, 'the mail server refused a letter');
      return 'dropped' as const;
    },
  );
}
