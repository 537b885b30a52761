import { prismaOf, type Transaction } from '../client.ts';
import type { Receiver } from '../generated/client.ts';
import type { ReceiverScope } from '../scope.ts';

/**
 * Reads a receiver and keeps its row until the transaction ends. Every decision about a balance begins with it: the row
 * always exists, so two decisions about the same receiver never run at once, the first of all included.
 */
export async function lockReceiver(transaction: Transaction, scope: ReceiverScope): Promise<Receiver | null> {
  const isThere = await holdReceiver(transaction, scope);
  return isThere ? prismaOf(transaction).receiver.findUnique({ where: { id: scope.receiverId } }) : null;
}

/** Keeps a receiver's row until the transaction ends, without reading it. Returns false when there is no such receiver. */
export async function holdReceiver(transaction: Transaction, { receiverId }: ReceiverScope): Promise<boolean> {
  return (await prismaOf(transaction).$executeRaw`SELECT 1 FROM receiver WHERE id = ${receiverId}::uuid FOR NO KEY UPDATE`) > 0;
}

/** Has statements of this transaction give up on a row that somebody else holds for longer than a second. */
export async function waitOneSecondForLocks(transaction: Transaction): Promise<void> {
  await prismaOf(transaction).$executeRaw`SET LOCAL lock_timeout = '1s'`;
}
