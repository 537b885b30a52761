import type { Transaction } from '../client.ts';
import type { Receiver } from '../generated/client.ts';
import type { ReceiverScope } from '../scope.ts';

/**
 * Reads a receiver and keeps its row until the transaction ends. Every decision about a balance begins with it: the row
 * always exists, so two decisions about the same receiver never run at once, the first of all included.
 */
export async function lockReceiver(transaction: Transaction, { receiverId }: ReceiverScope): Promise<Receiver | null> {
  const locked = await transaction.$executeRaw`SELECT 1 FROM receiver WHERE id = ${receiverId}::uuid FOR NO KEY UPDATE`;
  return locked === 0 ? null : transaction.receiver.findUnique({ where: { id: receiverId } });
}
