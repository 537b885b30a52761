import type { AlertsAnswer } from '../../contract/alerts.ts';
import { inTransaction, type Transaction } from '../../db/database.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import { mayRoleCall } from '../../domain/access/teamRoles.ts';
import { type ChoiceChange, changedChoices, eventsOf } from '../../domain/alerts/alertChoices.ts';
import { alertChannelTexts, alertRule } from '../../domain/alerts/alertEvents.ts';
import { type AlertHours, alertHoursProblem, storedAlertHours } from '../../domain/alerts/alertHours.ts';
import { DomainError } from '../../domain/basics/errors.ts';
import type { Caller } from '../access/caller.ts';
import { type ReceiverView, reloadView } from '../access/viewReceiver.ts';
import { accountKey, ownerKey, type PersonToTell, readPeopleToTell } from '../contact/peopleToTell.ts';
import type { Deps } from '../deps.ts';
import { programOf } from '../receiver/programOf.ts';

/** Returns how the caller is named among those who are told. Staff who view an account see what its owner has chosen. */
const personKeyOf = (caller: Caller, { isOwn }: ReceiverView): string => (isOwn ? (caller.memberId ?? ownerKey) : ownerKey);

/** Only owner and admins choose what is written to the account's Slack. */
export const mayManageSlack = ({ role }: PersonToTell): boolean => mayRoleCall('managers', role);

/** Reads the caller among those who are told of what happens on an account. Throws `forbidden` for somebody who is not in its team. */
export async function requirePerson(transaction: Transaction, caller: Caller, view: ReceiverView): Promise<{ person: PersonToTell; owner: PersonToTell }> {
  const people = await readPeopleToTell(transaction, view.scope, view.receiver);
  const person = people.find(({ key }) => key === personKeyOf(caller, view));
  const owner = people.find(({ key }) => key === ownerKey);
  if (!person || !owner) throw new DomainError('forbidden');
  return { person, owner };
}

/** Returns the caller's alert choices, devices and hours, and the account's Slack. */
export async function presentAlerts({ database, providers }: Deps, caller: Caller, view: ReceiverView): Promise<AlertsAnswer> {
  const own = databaseOf(database, view.scope);
  const { person } = await requirePerson(database, caller, view);
  const [devices, slack] = await Promise.all([
    own.pushSubscription.findMany({ where: { person: person.key }, orderBy: { id: 'asc' } }),
    own.slackWebhook.findFirst(),
  ]);
  const { quiet_from, quiet_until, digest_hour, time_zone } = person.hours;
  return {
    events: eventsOf(person).map((event) => ({ event, ways: person.choices[event] ?? { mail: false, push: false, slack: false } })),
    is_owner: person.isOwner,
    email: person.email,
    push: {
      key: providers.push.publicKey,
      devices: devices.map(({ id, service, endpoint_hash, created_at, last_sent_at }) => ({
        id,
        service,
        endpoint_hash,
        created_at: created_at.toISOString(),
        last_sent_at: last_sent_at?.toISOString() ?? null,
      })),
    },
    slack: slack && { label: slack.label, connected_at: slack.connected_at.toISOString() },
    may_manage_slack: mayManageSlack(person),
    hours: { quiet_from, quiet_until, digest_hour, time_zone },
    time_zone: programOf(view.receiver).timeZone,
  };
}

interface AlertChanges {
  choices: readonly ChoiceChange[];
  hours: AlertHours | undefined;
}

/**
 * Stores what the caller has chosen for themselves, and, of owner and admins, what is written to the account's Slack. Throws
 * `step_out_of_order` where the owner would not learn what they must know, or for a way that is not set up, `forbidden` for what is not
 * the caller's to choose, and `invalid_request` for impossible hours.
 */
export async function changeAlerts(deps: Deps, caller: Caller, view: ReceiverView, { choices, hours }: AlertChanges): Promise<AlertsAnswer> {
  const problem = hours ? alertHoursProblem(hours) : null;
  if (problem !== null) throw new DomainError('invalid_request', { reason: problem });
  await inTransaction(deps.database, async (transaction) => {
    const { person, owner } = await requirePerson(transaction, caller, view);
    requireChoosable(person, choices);
    changedChoices(person, person.choices, choices);
    // The account's Slack may be the owner's last way.
    const ofSlack = choices.filter(({ channel, event }) => channel === 'slack' && owner.choices[event]);
    changedChoices(owner, owner.choices, ofSlack);
    for (const choice of choices) await storeChoice(transaction, view, person, choice);
    const where = { receiver_id_person: { person: person.key } };
    const stored = hours && storedAlertHours(hours);
    if (stored) await databaseOf(transaction, view.scope).alertHours.upsert({ where, create: { person: person.key, ...stored }, update: stored });
  });
  return presentAlerts(deps, caller, await reloadView(deps, view));
}

function requireChoosable(person: PersonToTell, choices: readonly ChoiceChange[]): void {
  if (choices.some(({ channel }) => channel === 'slack') && !mayManageSlack(person)) {
    throw new DomainError('forbidden', { reason: 'Only the owner and admins choose what is written to Slack.' });
  }
  const missing = choices.find(({ channel, is_on }) => is_on && channel !== 'mail' && !person.connected[channel]);
  if (missing) throw new DomainError('step_out_of_order', { reason: `Set up ${alertChannelTexts[missing.channel]} first, then choose what comes there.` });
}

async function storeChoice(transaction: Transaction, { scope }: ReceiverView, person: PersonToTell, { event, channel, is_on }: ChoiceChange): Promise<void> {
  const own = databaseOf(transaction, scope);
  const { mailField } = alertRule(event);
  if (channel === 'mail' && person.isOwner && mailField) {
    await own.receiver.update({ data: { [mailField]: is_on } });
    return;
  }
  const key = { person: channel === 'slack' ? accountKey : person.key, event, channel };
  await own.alertChoice.upsert({ where: { receiver_id_person_event_channel: key }, create: { ...key, is_on }, update: { is_on } });
}
