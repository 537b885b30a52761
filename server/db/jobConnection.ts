import { prismaOf } from './client.ts';
import type { Transaction } from './database.ts';
import type { Prisma } from './generated/client.ts';

/** Returns the connection by which the job queue writes in a transaction, so that a job exists exactly if the transaction commits. */
export function jobConnection(transaction: Transaction): Pick<Prisma.TransactionClient, '$queryRawUnsafe'> {
  return prismaOf(transaction);
}
