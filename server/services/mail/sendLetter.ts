import { inTransaction } from '../../db/database.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import { claimLetter } from '../../db/queries/letterClaims.ts';
import type { Receiver } from '../../db/rows.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import { waysOf } from '../../domain/alerts/alertChoices.ts';
import { eventOf } from '../../domain/alerts/alertEvents.ts';
import { Refused } from '../../providers/failure.ts';
import { ownerKey, readPeopleToTell } from '../contact/peopleToTell.ts';
import type { Deps } from '../deps.ts';
import { isMailAddressConfirmed, mailAddressOf } from '../receiver/mailAddress.ts';
import { composeLetter } from './compose.ts';
import { kindOf } from './letters.ts';
import { unsubscribeUrl } from './unsubscribe.ts';
import { type LetterName, readLetterAccount, writeLetter } from './writeLetter.ts';

/** A claim older than this, in milliseconds, is abandoned; another worker may take the letter or the alert. */
export const claimMs = 2 * 60_000;

const rowOf = ({ kind, about }: LetterName) => ({ kind, dedupe_key: about });

/** Claims the letter for this caller. Returns false when it was sent, or another worker is about to send it. */
function claim({ database, clock }: Deps, scope: ReceiverScope, { kind, about }: LetterName, to: string, subject: string): Promise<boolean> {
  const now = clock();
  const letter = { kind, dedupe_key: about, sent_to: to, subject };
  return claimLetter(database, scope, letter, now, new Date(now.getTime() - claimMs));
}

/** Stores that a letter was sent and when, also in the receiver's record if that has a field for it. */
async function markSent({ database, clock }: Deps, scope: ReceiverScope, named: LetterName, message_id: string): Promise<void> {
  const sent_at = clock();
  const { sentAtField } = kindOf(named.kind);
  await inTransaction(database, async (transaction) => {
    await databaseOf(transaction, scope).emailSent.update({ where: { receiver_id_kind_dedupe_key: rowOf(named) }, data: { sent_at, message_id } });
    if (sentAtField) await databaseOf(transaction, scope).receiver.update({ data: { [sentAtField]: sent_at } });
  });
}

/**
 * Sends one letter to a receiver, once however often it is called, unless the receiver has switched such letters off or
 * has no address.
 * The letter describes the present state; none is sent when there is nothing left to say. Gives up when the mail
 * server refuses the address; throws any other failure, so that the job tries again, under the same Message-ID.
 */
export async function sendLetter(deps: Deps, scope: ReceiverScope, named: LetterName): Promise<void> {
  const { receiverId } = scope;
  const own = databaseOf(deps.database, scope);
  const sent = await own.emailSent.findUnique({ where: { receiver_id_kind_dedupe_key: rowOf(named) } });
  if (sent?.sent_at) return;
  const account = await readLetterAccount(deps, scope);
  if (!account) return;
  const { receiver, program } = account;
  const { preference, addressee } = kindOf(named.kind);
  // A platform may not tell the address of one of a store's staff: they get none, and nobody else in their place.
  const to = addressee ? addressee(named.about) || null : mailAddressOf(receiver);
  // Nobody has asked for news at an address that is not confirmed; what they owe is told there all the same.
  const isNews = preference === 'gets_monday_email';
  if (to === null || (isNews && !isMailAddressConfirmed(receiver))) return;
  if (!(await wantsMail(deps, scope, receiver, named, addressee ? to : null))) return;
  const letter = await writeLetter(deps, scope, account, named);
  if (!letter) return;
  const mail = composeLetter(letter, program, receiver, preference ?? null);
  if (!(await claim(deps, scope, named, to, mail.subject))) throw new Error('another worker has begun to send this letter');
  const mailKey = `mail:${receiverId}:${named.kind}:${named.about}`;
  try {
    // The Monday mail alone is sent to many at once; withdrawals are not news that a mailbox should offer to end by one click.
    const oneClick = isNews ? { unsubscribeUrl: unsubscribeUrl(deps, program, receiverId) } : {};
    await deps.providers.mailer.send({ to, from: program.sender, key: mailKey, ...mail, ...oneClick });
  } catch (failure) {
    if (failure instanceof Refused) {
      deps.log.warn({ kind: named.kind, code: failure.code }, 'the mail server refused a letter');
      return;
    }
    await own.emailSent.deleteMany({ where: { ...rowOf(named), sent_at: null } });
    throw failure;
  }
  await markSent(deps, scope, named, mailKey);
}

/**
 * Decides whether a letter's recipient wants such letters by mail: the owner, or the member of the team with its address.
 * A letter for a mailbox alone is always sent.
 */
async function wantsMail({ database }: Deps, scope: ReceiverScope, receiver: Receiver, { kind }: LetterName, address: string | null): Promise<boolean> {
  const event = eventOf(kind);
  if (event === null) return true;
  const people = await readPeopleToTell(database, scope, receiver);
  const person = address === null ? people.find(({ key }) => key === ownerKey) : people.find(({ email }) => email === address);
  return !person || waysOf(person.choices, event).includes('mail');
}
