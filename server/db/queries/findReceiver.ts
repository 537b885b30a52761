import { prismaOf, type Transaction } from '../client.ts';
import type { Receiver } from '../generated/client.ts';
import { readReceiver } from '../receiverRow.ts';
import { receiverIdOfEmail, receiverIdOfUser } from './ownerIndex.ts';

/** Returns the receiver with an id; null when there is none. */
export function findReceiver(transaction: Transaction, id: string): Promise<Receiver | null> {
  return readReceiver(transaction, id);
}

/** Returns the receiver of a user at the authentication provider; null before their first call. */
export async function findReceiverOfUser(transaction: Transaction, userId: string): Promise<Receiver | null> {
  const id = await receiverIdOfUser(transaction, userId);
  return id === null ? null : findReceiver(transaction, id);
}

/**
 * Returns a program's receiver with an email address, in any case: the one who signs in with it, or else the only one whose
 * mails go there. Null when there is none.
 */
export async function findReceiverByEmail(transaction: Transaction, program: string, email: string): Promise<Receiver | null> {
  const id = await receiverIdOfEmail(transaction, { program, email: email.toLowerCase() });
  if (id !== null) return findReceiver(transaction, id);
  const [only, ...others] = await receiversOfContactEmail(transaction, program, email.toLowerCase());
  return only && others.length === 0 ? only : null;
}

/** Returns a program's receivers whose mails go to an address that a platform or its owner has given. */
export function receiversOfContactEmail(transaction: Transaction, program: string, contact_email: string): Promise<Receiver[]> {
  return prismaOf(transaction).receiver.findMany({ where: { whitelabel: program, contact_email }, orderBy: { created_at: 'asc' }, take: 20 });
}

/** Returns the receiver whose calendar feed has this secret address; null when none has. */
export async function findReceiverOfFeed(transaction: Transaction, token: string): Promise<Receiver | null> {
  const feed = await prismaOf(transaction).calendarFeed.findUnique({ where: { token } });
  return feed && findReceiver(transaction, feed.receiver_id);
}
