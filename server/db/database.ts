import type { Prisma, PrismaClient } from './generated/client.ts';

declare const opening: unique symbol;

/**
 * An open transaction, or the database itself where a single statement needs none. Nothing can be read or written by it:
 * `databaseOf(transaction, scope)` opens the rows of one receiver, and functions in `db/queries` do the rest.
 */
export interface Transaction {
  readonly [opening]: 'database' | 'transaction';
}

/** The product's database. `inTransaction` begins a transaction in it. */
export interface Database extends Transaction {
  readonly [opening]: 'database';
}

interface TransactionLimits {
  /** How many milliseconds it may wait for a connection, and run. */
  maxWait?: number;
  timeout?: number;
  /** `RepeatableRead`: every statement sees the rows of one moment. */
  isolationLevel?: 'RepeatableRead';
}

/** Does work in one transaction, which commits when the work resolves and is undone when it throws. */
export function inTransaction<Result>(database: Database, work: (transaction: Transaction) => Promise<Result>, limits?: TransactionLimits): Promise<Result> {
  // The marks of a database and of a transaction are there for the compiler alone.
  const prisma = database as unknown as PrismaClient;
  return prisma.$transaction((transaction: Prisma.TransactionClient) => work(transaction as unknown as Transaction), limits);
}
