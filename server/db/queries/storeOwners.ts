import { prismaOf, type Transaction } from '../client.ts';
import type { ReceiverScope } from '../scope.ts';

/** Returns whether another account uses a connection of the store data provider. */
export async function isConnectedElsewhere(transaction: Transaction, { receiverId }: ReceiverScope, connectionId: string): Promise<boolean> {
  const where = { connection_id: connectionId, receiver_id: { not: receiverId } };
  return (await prismaOf(transaction).commerceLink.count({ where })) > 0;
}
