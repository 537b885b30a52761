import { prismaOf, type Transaction } from '../client.ts';
import type { Receiver } from '../generated/client.ts';
import { type ReceiverJson, receiverOf } from '../receiverRow.ts';
import type { ReceiverScope } from '../scope.ts';

/**
 * Reads a receiver and locks its row until the transaction ends. Every decision about a balance begins with this: the
 * row always exists, so two decisions about one receiver never run at once, not even the very first.
 */
export async function lockReceiver(transaction: Transaction, { receiverId }: ReceiverScope): Promise<Receiver | null> {
  const [row] = await prismaOf(transaction).$queryRaw<{ receiver: ReceiverJson }[]>`
    SELECT row_to_json(receiver) AS receiver FROM receiver WHERE id = ${receiverId}::uuid FOR NO KEY UPDATE`;
  return row ? receiverOf(row.receiver) : null;
}

/** Locks the rows of two receivers until the transaction ends, in the order of ids, so that two transactions never wait for each other. */
export async function holdBoth(transaction: Transaction, one: ReceiverScope, other: ReceiverScope): Promise<void> {
  const inOrder = one.receiverId < other.receiverId ? [one, other] : [other, one];
  for (const { receiverId } of inOrder) await prismaOf(transaction).$executeRaw`SELECT 1 FROM receiver WHERE id = ${receiverId}::uuid FOR NO KEY UPDATE`;
}

type Flags = Pick<Receiver, 'id' | 'admin' | 'support'>;

/**
 * Locks the rows of a staff member and of a customer until the transaction ends, and returns the flags of the first,
 * which cannot change meanwhile. Locks in the order of ids, because two colleagues may view each other.
 */
export async function holdStaffAndCustomer(transaction: Transaction, staff: ReceiverScope, customer: ReceiverScope): Promise<Omit<Flags, 'id'>> {
  const held: Flags[] = [];
  for (const id of new Set([staff.receiverId, customer.receiverId].toSorted())) {
    held.push(...(await prismaOf(transaction).$queryRaw<Flags[]>`SELECT id, admin, support FROM receiver WHERE id = ${id}::uuid FOR NO KEY UPDATE`));
  }
  return held.find(({ id }) => id === staff.receiverId) ?? { admin: false, support: false };
}
