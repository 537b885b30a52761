import { prismaOf, type Transaction } from '../client.ts';
import type { Receiver } from '../generated/client.ts';
import type { ReceiverScope } from '../scope.ts';

/**
 * Reads a receiver and locks its row until the transaction ends. Every decision about a balance begins with this: the
 * row always exists, so two decisions about one receiver never run at once, not even the very first.
 */
export async function lockReceiver(transaction: Transaction, scope: ReceiverScope): Promise<Receiver | null> {
  const isThere = await holdReceiver(transaction, scope);
  return isThere ? prismaOf(transaction).receiver.findUnique({ where: { id: scope.receiverId } }) : null;
}

/** Locks a receiver's row until the transaction ends, without reading it. Returns false when there is no such receiver. */
async function holdReceiver(transaction: Transaction, { receiverId }: ReceiverScope): Promise<boolean> {
  return (await prismaOf(transaction).$executeRaw`SELECT 1 FROM receiver WHERE id = ${receiverId}::uuid FOR NO KEY UPDATE`) > 0;
}

/** Locks the rows of two receivers until the transaction ends, in the order of ids, so that two transactions never wait for each other. */
export async function holdBoth(transaction: Transaction, one: ReceiverScope, other: ReceiverScope): Promise<void> {
  const inOrder = one.receiverId < other.receiverId ? [one, other] : [other, one];
  for (const scope of inOrder) await holdReceiver(transaction, scope);
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
