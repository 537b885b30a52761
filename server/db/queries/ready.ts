import { prismaOf, type Transaction } from '../client.ts';

/** Returns whether the database answers. Never throws: readiness reports the failure as a fact. */
export function databaseAnswers(database: Transaction): Promise<boolean> {
  return prismaOf(database).$queryRaw`SELECT 1`.then(
    () => true,
    () => false,
  );
}
