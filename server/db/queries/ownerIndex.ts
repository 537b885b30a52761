import { Prisma, prismaOf, readOften, type Transaction } from '../client.ts';
import type { BankLink, CommerceLink, Receiver } from '../generated/client.ts';
import type { ReceiverScope } from '../scope.ts';

/*
 * The index of owners: a table for each kind of name that leads to a receiver, keyed by the name. An entry is written in the transaction of the row
 * that it leads to, and names one receiver for good, except an email address that its owner gave up and a store's connection.
 */

/** Returns the id of the receiver of a user at the authentication provider; null before their first call. */
export async function receiverIdOfUser(transaction: Transaction, userId: string): Promise<string | null> {
  const [found] = await readOften<{ receiver_id: string }>(transaction, Prisma.sql`SELECT receiver_id FROM receiver_of_token WHERE token = ${userId}`);
  return found?.receiver_id ?? null;
}

/** An email address with which somebody signs in to a program, in lower case. */
interface SignInEmail {
  program: string;
  email: string;
}

/** Returns the id of the receiver who signs in to a program with an email address; null when nobody does. */
export async function receiverIdOfEmail(transaction: Transaction, { program, email }: SignInEmail): Promise<string | null> {
  const entry = await prismaOf(transaction).receiverOfEmail.findUnique({ where: { program_email: { program, email } } });
  return entry?.receiver_id ?? null;
}

/** Makes an address lead to a receiver. Returns false when it leads to another. */
export async function claimEmail(transaction: Transaction, { id: receiverId }: Pick<Receiver, 'id'>, { program, email }: SignInEmail): Promise<boolean> {
  const { count: added } = await prismaOf(transaction).receiverOfEmail.createMany({ data: { program, email, receiver_id: receiverId }, skipDuplicates: true });
  return added > 0 || (await receiverIdOfEmail(transaction, { program, email })) === receiverId;
}

/** Ends that an address leads to a receiver. */
export async function giveUpEmail(transaction: Transaction, { id: receiverId }: Pick<Receiver, 'id'>, { program, email }: SignInEmail): Promise<void> {
  await prismaOf(transaction).receiverOfEmail.deleteMany({ where: { program, email, receiver_id: receiverId } });
}

/** Makes a new receiver's user at the authentication provider lead to it. Returns false when they lead to another. */
export async function claimUser(transaction: Transaction, { id: receiverId, token }: Pick<Receiver, 'id' | 'token'>): Promise<boolean> {
  const { count } = await prismaOf(transaction).receiverOfToken.createMany({ data: { token, receiver_id: receiverId }, skipDuplicates: true });
  return count > 0;
}

/** Makes a new card lead to its receiver. Throws when it leads to another: the issuer never gives two the same. */
export async function leadFromCard(transaction: Transaction, { receiverId }: ReceiverScope, card_token: string): Promise<void> {
  const [entry] = await prismaOf(transaction).$queryRaw<{ receiver_id: string }[]>`
    INSERT INTO receiver_of_card AS present (card_token, receiver_id) VALUES (${card_token}, ${receiverId}::uuid)
    ON CONFLICT (card_token) DO UPDATE SET receiver_id = present.receiver_id RETURNING receiver_id`;
  if (entry?.receiver_id !== receiverId) throw new Error(`the card ${card_token} is another receiver's`);
}

/** Makes a bank's item lead to its link. Throws when it leads to another receiver: the bank never gives two the same. */
export async function leadFromItem(transaction: Transaction, { receiverId }: ReceiverScope, { item_id, id }: Pick<BankLink, 'item_id' | 'id'>): Promise<void> {
  const [entry] = await prismaOf(transaction).$queryRaw<{ receiver_id: string }[]>`
    INSERT INTO receiver_of_item AS present (item_id, receiver_id, bank_link_id) VALUES (${item_id}, ${receiverId}::uuid, ${id}::uuid)
    ON CONFLICT (item_id) DO UPDATE SET receiver_id = present.receiver_id RETURNING receiver_id`;
  if (entry?.receiver_id !== receiverId) throw new Error(`the bank's item ${item_id} is another receiver's`);
}

/** Makes a connection of the store data provider lead to its link, and no more to that of another receiver who connected the store before. */
export async function leadFromConnection(
  transaction: Transaction,
  { receiverId: receiver_id }: ReceiverScope,
  { connection_id, id: commerce_link_id }: Pick<CommerceLink, 'connection_id' | 'id'>,
): Promise<void> {
  const led = { receiver_id, commerce_link_id };
  await prismaOf(transaction).receiverOfConnection.upsert({ where: { connection_id }, create: { connection_id, ...led }, update: led });
}
