import { prismaOf, type Transaction } from '../client.ts';

/** Returns whether the database answers. One that does not is a fact to report, so nothing is thrown. */
export function databaseAnswers(database: Transaction): Promise<boolean> {
  return prismaOf(database).$queryRaw`SELECT 1`.then(
    () => true,
    () => false,
  );
}
