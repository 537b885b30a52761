import type { Transaction } from '../../db/database.ts';
import { readAlertRows } from '../../db/queries/alerts.ts';
import type { Receiver } from '../../db/rows.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import { type AlertChoices, type AlertPerson, alertChoices, type ConnectedChannels } from '../../domain/alerts/alertChoices.ts';
import { type AlertHours, noAlertHours } from '../../domain/alerts/alertHours.ts';
import { readRole } from '../access/caller.ts';
import { mailAddressOf } from '../receiver/mailAddress.ts';

/** How the stored choices name the person who opened the account, and what all of its people share: its Slack. */
export const ownerKey = 'owner';
export const accountKey = 'account';

/** Somebody who can be told of what happens on an account, with what they have chosen. */
export interface PersonToTell extends AlertPerson {
  /** `owner`, or the id of a member of the team. */
  key: string;
  /** Null for an owner without an address, and for a member whose address the platform does not tell. */
  email: string | null;
  choices: AlertChoices;
  connected: ConnectedChannels;
  hours: AlertHours;
  /** The ids of their devices. */
  devices: readonly string[];
}

/** Reads everybody who can be told of what happens on an account, the owner first. */
export async function readPeopleToTell(transaction: Transaction, scope: ReceiverScope, receiver: Receiver): Promise<PersonToTell[]> {
  const { members, choices, hours, devices, has_slack } = await readAlertRows(transaction, scope);
  const tell = (key: string, person: AlertPerson, email: string | null): PersonToTell => {
    const ownDevices = devices.filter((device) => device.person === key).map(({ id }) => id);
    const connected = { push: ownDevices.length > 0, slack: has_slack };
    const chosen = choices.filter((choice) => choice.person === (choice.channel === 'slack' ? accountKey : key));
    const kept = hours.find((row) => row.person === key);
    return {
      ...person,
      key,
      email,
      connected,
      choices: alertChoices({ person, stored: chosen, connected, fields: receiver }),
      hours: kept ?? noAlertHours,
      devices: ownDevices,
    };
  };
  return [
    tell(ownerKey, { isOwner: true, role: 'owner' }, mailAddressOf(receiver)),
    ...members.map(({ id, role, email }) => tell(id, { isOwner: false, role: readRole(role) }, email === '' ? null : email)),
  ];
}
