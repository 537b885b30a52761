import { prismaOf } from './client.ts';
import type { Transaction } from './database.ts';

/** Returns a transaction as the job queue writes by it, so that a job exists exactly if the transaction commits. */
export function jobConnection(transaction: Transaction): Pick<ReturnType<typeof prismaOf>, '$queryRawUnsafe'> {
  return prismaOf(transaction);
}
