import { PrismaPg } from '@prisma/adapter-pg';
import { Prisma, PrismaClient } from './generated/client.ts';

/** The product's database. `$disconnect()` closes its connections. */
export type Database = PrismaClient;

/** The same inside `database.$transaction(async (transaction) => …)`. */
export type Transaction = Prisma.TransactionClient;

/** Tagged SQL and the types of rows, for `db/queries`. */
export { Prisma };

interface DatabaseOptions {
  /** How many connections at most; a statement that finds none free waits for one. */
  connections_max?: number;
}

/**
 * Opens the database at a postgresql:// address. Connections are made when they are first needed. Columns of money
 * come as bigint: make them `Cents` where they are read.
 */
export function createDatabase(databaseUrl: string, { connections_max = 10 }: DatabaseOptions = {}): Database {
  const adapter = new PrismaPg({ connectionString: databaseUrl, max: connections_max, application_name: 'headway', connectionTimeoutMillis: 10_000 });
  return new PrismaClient({ adapter, transactionOptions: { maxWait: 10_000, timeout: 20_000 } });
}
