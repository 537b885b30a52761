import type { Receiver } from '../../db/rows.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import { waysOf } from '../../domain/alerts/alertChoices.ts';
import { eventOf } from '../../domain/alerts/alertEvents.ts';
import type { Deps } from '../deps.ts';
import type { LetterName } from '../mail/writeLetter.ts';
import { ownerKey, readPeopleToTell } from './alertPeople.ts';

/**
 * Decides whether a letter's recipient wants such letters by mail: the owner, or the member of the team with its address.
 * A letter for a mailbox alone is always sent.
 */
export async function wantsMail({ database }: Deps, scope: ReceiverScope, receiver: Receiver, { kind }: LetterName, address: string | null): Promise<boolean> {
  const event = eventOf(kind);
  if (event === null) return true;
  const people = await readPeopleToTell(database, scope, receiver);
  const person = address === null ? people.find(({ key }) => key === ownerKey) : people.find(({ email }) => email === address);
  return !person || waysOf(person.choices, event).includes('mail');
}
