import { databaseOf } from '../../db/databaseOf.ts';
import { findReceiver } from '../../db/queries/findReceiver.ts';
import type { Receiver } from '../../db/rows.ts';
import { DomainError } from '../../domain/basics/errors.ts';
import { callerOf } from '../access/caller.ts';
import type { ReceiverView } from '../access/viewReceiver.ts';
import type { CurrentProgram, Deps } from '../deps.ts';
import { readMailLink } from './mailLinks.ts';

/** Queues the mail that asks the reader of an address to confirm it; at most one a minute. */
async function askToConfirm({ queue, clock }: Deps, { id: receiver_id }: Pick<Receiver, 'id'>, email: string): Promise<void> {
  const about = `${email} ${clock().toISOString().slice(0, 16)}`;
  await queue.send('send-letter', { receiver_id, kind: 'confirm_email', about }, { singletonKey: `${receiver_id}:confirm_email:${about}` });
}

/**
 * Takes over the owner's address from the platform, when an account that nobody has signed in to directly has none yet.
 * Mails about obligations go there from now on; a link asks its reader to confirm it.
 */
export async function takeOwnersEmail(deps: Deps, receiver: Receiver, email: string | null): Promise<Receiver> {
  if (email === null || receiver.contact_email !== null || receiver.first_direct_sign_in_at !== null) return receiver;
  const own = databaseOf(deps.database, callerOf(receiver).scope).receiver;
  await own.update({ data: { contact_email: email.toLowerCase() } });
  await askToConfirm(deps, receiver, email.toLowerCase());
  return own.findUniqueOrThrow();
}

/** Mails a link to an address that the owner has given. It takes the place of the present one once its reader confirms it. */
export async function changeContactEmail(deps: Deps, { receiver }: ReceiverView, email: string): Promise<void> {
  await askToConfirm(deps, receiver, email.trim().toLowerCase());
}

/**
 * Returns whether a link may still give its address to an account: it is the present one, or the last that the owner gave. Otherwise
 * the reader of an address that was given before, by mistake or in the past, could sign in by it.
 */
async function isLastGiven({ database }: Deps, receiver: Receiver, email: string): Promise<boolean> {
  if (receiver.contact_email === email) return true;
  const { emailSent } = databaseOf(database, callerOf(receiver).scope);
  const last = await emailSent.findFirst({ where: { kind: 'confirm_email' }, orderBy: { claimed_at: 'desc' }, select: { sent_to: true } });
  return last?.sent_to === email;
}

/**
 * Stores that the reader of an address has confirmed it: mails go there from now on. May be repeated. Throws `not_found` for a link
 * that we did not make, an expired one, and one to an address that the owner has replaced since.
 */
export async function confirmContactEmail(deps: Deps, program: CurrentProgram, token: string): Promise<string> {
  const link = readMailLink(deps, program, 'confirm_email', token);
  const receiver = await findReceiver(deps.database, link.receiver_id);
  if (!receiver || !(await isLastGiven(deps, receiver, link.email))) throw new DomainError('not_found');
  const { scope } = callerOf(receiver);
  await databaseOf(deps.database, scope).receiver.update({ data: { contact_email: link.email, contact_email_confirmed_at: deps.clock() } });
  return link.email;
}
