import { prismaOf } from './client.ts';
import type { Transaction } from './database.ts';

/** Returns the connection by which the job queue writes in a transaction, so that a job exists exactly if the transaction commits. */
export function jobConnection(transaction: Transaction): Pick<ReturnType<typeof prismaOf>, '$queryRawUnsafe'> {
  return prismaOf(transaction);
}
