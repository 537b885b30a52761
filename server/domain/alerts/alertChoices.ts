import type { TeamRole } from '../access/teamRoles.ts';
import { DomainError } from '../basics/errors.ts';
import { type AlertChannel, type AlertEvent, alertChannels, alertEvents, alertRule } from './alertEvents.ts';

/** A person's choices of events and ways. */

/** A person who chooses for themselves. The owner is the person who opened the account. */
export interface AlertPerson {
  readonly isOwner: boolean;
  readonly role: TeamRole;
}

/** A choice that differs from what is usual, as it is stored. */
export interface StoredChoice {
  readonly event: string;
  readonly channel: string;
  readonly is_on: boolean;
}

/** The ways that are set up beside mail: a device of the person's own, and the account's Slack. */
export interface ConnectedChannels {
  readonly push: boolean;
  readonly slack: boolean;
}

/** The fields of the account's record that switch mails of the owner. */
interface MailFields {
  readonly fund_withdraw_email: boolean;
  readonly gets_monday_email: boolean;
}

type EventChoices = Readonly<Record<AlertChannel, boolean>>;
export type AlertChoices = Readonly<Partial<Record<AlertEvent, EventChoices>>>;

/** Returns the events that a person may get, in their order. */
export const eventsOf = ({ role, isOwner }: AlertPerson): readonly AlertEvent[] =>
  alertEvents.filter((event) => alertRule(event).roles.includes(isOwner ? 'owner' : role));

/** Decides whether a way is used where nobody has chosen: mail as ever; a way that was set up on purpose for all that cannot wait a day. */
function isUsual(event: AlertEvent, channel: AlertChannel, { isOwner }: AlertPerson): boolean {
  const { mailTo, urgency } = alertRule(event);
  if (channel === 'mail') return mailTo === 'everybody' || (mailTo === 'owner' && isOwner);
  return urgency !== 'daily';
}

interface ChoiceFacts {
  readonly person: AlertPerson;
  /** The person's own, and the account's for Slack. */
  readonly stored: readonly StoredChoice[];
  readonly connected: ConnectedChannels;
  readonly fields: MailFields;
}

/**
 * Returns the ways that are on for each event that a person may get. A way that is not set up is off. An event that the owner must
 * know comes by mail while no other way is on, so that a lost device silences nothing.
 */
export function alertChoices({ person, stored, connected, fields }: ChoiceFacts): AlertChoices {
  const isChosen = (event: AlertEvent, channel: AlertChannel): boolean => {
    const { mailField } = alertRule(event);
    if (channel === 'mail' && person.isOwner && mailField) return fields[mailField];
    if (channel !== 'mail' && !connected[channel]) return false;
    return stored.find((choice) => choice.event === event && choice.channel === channel)?.is_on ?? isUsual(event, channel, person);
  };
  const choicesOf = (event: AlertEvent): EventChoices => {
    const [mail, push, slack] = alertChannels.map((channel) => isChosen(event, channel)) as [boolean, boolean, boolean];
    const isSilent = !mail && !push && !slack;
    return { mail: mail || (isSilent && isOwnersDuty(person, event)), push, slack };
  };
  return Object.fromEntries(eventsOf(person).map((event) => [event, choicesOf(event)]));
}

const isOwnersDuty = ({ isOwner }: Pick<AlertPerson, 'isOwner'>, event: AlertEvent) => isOwner && alertRule(event).isMustKnow;

/** Decides whether a way is the last one on for an event that a person must know. It then cannot be switched off. */
export function isLastWay(person: Pick<AlertPerson, 'isOwner'>, event: AlertEvent, choices: EventChoices, channel: AlertChannel): boolean {
  return isOwnersDuty(person, event) && choices[channel] && alertChannels.every((other) => other === channel || !choices[other]);
}

/** Says why the last way of an event cannot be switched off. */
const lastWayWords = (event: AlertEvent): string =>
  `“${alertRule(event).label}” is something the owner must know. Keep it on in at least one way; switch another one on first.`;

export interface ChoiceChange {
  readonly event: AlertEvent;
  readonly channel: AlertChannel;
  readonly is_on: boolean;
}

/** Returns the choices after changes. Throws `forbidden` for an event that the person does not get, and `step_out_of_order` where the owner would not learn what they must know. */
export function changedChoices(person: AlertPerson, choices: AlertChoices, changes: readonly ChoiceChange[]): AlertChoices {
  const changed: Partial<Record<AlertEvent, EventChoices>> = { ...choices };
  for (const { event, channel, is_on } of changes) {
    const before = changed[event];
    if (!before) throw new DomainError('forbidden', { reason: 'Somebody else on your team is told of this.' });
    changed[event] = { ...before, [channel]: is_on };
  }
  const silent = eventsOf(person).find((event) => isOwnersDuty(person, event) && !Object.values(changed[event] ?? {}).includes(true));
  if (silent) throw new DomainError('step_out_of_order', { reason: lastWayWords(silent) });
  return changed;
}

/** Returns the ways that are on for one event; none for an event that the person may not get. */
export function waysOf(choices: AlertChoices, event: AlertEvent): readonly AlertChannel[] {
  const ways = choices[event];
  return ways ? alertChannels.filter((channel) => ways[channel]) : [];
}
