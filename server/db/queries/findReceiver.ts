import { prismaOf, type Transaction } from '../client.ts';
import type { Receiver } from '../generated/client.ts';

/** Returns the receiver with an id; null when there is none. */
export function findReceiver(transaction: Transaction, id: string): Promise<Receiver | null> {
  return prismaOf(transaction).receiver.findUnique({ where: { id } });
}

/** Returns the receiver of a user at the authentication provider; null before their first call. */
export function findReceiverOfUser(transaction: Transaction, userId: string): Promise<Receiver | null> {
  return prismaOf(transaction).receiver.findUnique({ where: { token: userId } });
}

/** Returns a program's receiver with an e-mail address, in any case; null when there is none. */
export function findReceiverByEmail(transaction: Transaction, program: string, email: string): Promise<Receiver | null> {
  return prismaOf(transaction).receiver.findUnique({ where: { whitelabel_email: { whitelabel: program, email: email.toLowerCase() } } });
}

/** Returns the receiver whose calendar feed has this secret address; null when none has. */
export async function findReceiverOfFeed(transaction: Transaction, token: string): Promise<Receiver | null> {
  const feed = await prismaOf(transaction).calendarFeed.findUnique({ where: { token } });
  return feed && findReceiver(transaction, feed.receiver_id);
}
