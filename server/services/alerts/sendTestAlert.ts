import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { AlertChannel } from '../../domain/alerts/alertEvents.ts';
import { alertChannelTexts } from '../../domain/alerts/alertEvents.ts';
import { alertTexts } from '../../domain/alerts/alertWords.ts';
import { DomainError } from '../../domain/basics/errors.ts';
import { Unavailable } from '../../providers/failure.ts';
import type { Caller } from '../access/caller.ts';
import type { ReceiverView } from '../access/viewReceiver.ts';
import { accountKey } from '../contact/peopleToTell.ts';
import type { Deps } from '../deps.ts';
import { composeLetter } from '../mail/compose.ts';
import { paragraph } from '../mail/letter.ts';
import { type LetterAccount, readLetterAccount } from '../mail/writeLetter.ts';
import { type Delivered, deliver } from './deliverAlert.ts';
import { mayManageSlack, requirePerson } from './ownAlerts.ts';

/** The longest that a person waits until a service takes the next message, in ms. */
const longestWaitMs = 2_000;

const words = { title: 'This is how an alert looks', body: 'You asked for it in your settings. There is nothing to do.', path: '/settings#mails' };

/**
 * Sends the caller a message at once by one way, whatever the hour. Returns how many devices, channels or mailboxes took it. Throws
 * `step_out_of_order` for a way that is not set up, `forbidden` for a Slack that is not theirs to manage, and the failures of the ways.
 */
export async function sendTestAlert(deps: Deps, caller: Caller, view: ReceiverView, channel: AlertChannel): Promise<number> {
  const { scope } = view;
  const { person } = await requirePerson(deps.database, caller, view);
  const account = await readLetterAccount(deps, scope);
  if (!account) throw new DomainError('not_found');
  if (channel === 'mail') return mailTest(deps, account, person.email);
  if (channel === 'slack' && !mayManageSlack(person)) {
    throw new DomainError('forbidden', { reason: 'Only the owner and admins write to Slack.' });
  }
  if (!person.connected[channel]) throw new DomainError('step_out_of_order', { reason: `Set up ${alertChannelTexts[channel]} first.` });
  const devices = channel === 'slack' ? [null] : person.devices;
  const to = { channel, person: channel === 'slack' ? accountKey : person.key };
  const delivered: Delivered[] = [];
  for (const subscription_id of devices) {
    const message = { ...words, tag: `test ${randomUUID()}`, isUrgent: true };
    delivered.push(await sendWithOneRetry(() => deliver(deps, scope, account, { ...to, subscription_id }, message)));
  }
  return delivered.filter((one) => one === 'sent').length;
}

/** Sends once more what a service did not take because another message came right before it, such as that of connecting it. */
async function sendWithOneRetry(send: () => Promise<Delivered>): Promise<Delivered> {
  return send().catch(async (failure: unknown) => {
    const waitMs = failure instanceof Unavailable && failure.status === 429 ? failure.retryAfterMs : undefined;
    if (waitMs === undefined || waitMs > longestWaitMs) throw failure;
    await pause(waitMs);
    return send();
  });
}

async function mailTest(deps: Deps, { receiver, program }: LetterAccount, to: string | null): Promise<number> {
  if (to === null) throw new DomainError('step_out_of_order', { reason: alertTexts.mailsGoTo(null) });
  const letter = { subject: words.title, passages: [paragraph(words.body)], action: { label: 'Open your alerts', path: words.path } };
  const mail = composeLetter(letter, program, receiver, null);
  await deps.providers.mailer.send({ to, from: program.sender, key: `mail:${receiver.id}:test:${randomUUID()}`, ...mail });
  return 1;
}
