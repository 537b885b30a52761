import { announcingAfter } from './changes.ts';
import type { Prisma, PrismaClient } from './generated/client.ts';

declare const opening: unique symbol;

/**
 * The source of rows that are only shown: a replica that has all that was committed before the reading began, or the
 * database itself. Nothing can be written in it. A function that decides takes a `Transaction`, which a reading is not.
 */
export interface Reading {
  readonly [opening]: 'database' | 'transaction' | 'reading';
}

/** The outcome of asking the replica: it served a reading, had not got as far as the primary, or failed. A reason is given for a failure. */
export interface ReplicaReport {
  outcome: 'served' | 'behind' | 'failed';
  reason: string | null;
}

/**
 * An open transaction, or the database itself where a single statement needs none. It has no methods of its own:
 * `databaseOf(transaction, scope)` opens the rows of one receiver, and functions in `db/queries` do the rest.
 */
export interface Transaction extends Reading {
  readonly [opening]: 'database' | 'transaction';
}

/** The product's database. `inTransaction` begins a transaction in it. */
export interface Database extends Transaction {
  readonly [opening]: 'database';
}

interface TransactionLimits {
  /** `maxWait`: ms to wait for a connection. `timeout`: ms that the transaction may run. */
  maxWait?: number;
  timeout?: number;
  /** `RepeatableRead`: every statement sees the rows of one moment. */
  isolationLevel?: 'RepeatableRead';
}

/** Runs work in one transaction, which commits when the work resolves and rolls back when it throws. Open pages are told of its changes after the commit. */
export function inTransaction<Result>(database: Database, work: (transaction: Transaction) => Promise<Result>, limits?: TransactionLimits): Promise<Result> {
  // Only the compiler sees the marks of a database and of a transaction.
  const prisma = database as unknown as PrismaClient;
  return announcingAfter(database, (begun) =>
    prisma.$transaction((transaction: Prisma.TransactionClient) => {
      begun(transaction);
      return work(transaction as unknown as Transaction);
    }, limits),
  );
}
