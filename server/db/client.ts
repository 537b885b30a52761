import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import type { Database, Transaction } from './database.ts';
import { Prisma, PrismaClient } from './generated/client.ts';

export type { Database, Transaction };

/** The product's database with its tables in sight, for this folder and for what composes. `$disconnect()` closes its connections. */
export type PrismaDatabase = PrismaClient & Database;

/** Tagged SQL and the types of rows, for `db/queries`. */
export { Prisma };

interface DatabaseOptions {
  /** How many connections at most; a statement that finds none free waits for one. */
  connections_max?: number;
}

/** The connections of each database, for statements that do without Prisma. */
const pools = new WeakMap<object, pg.Pool>();

/**
 * Opens the database at a postgresql:// address. Connections are made when they are first needed. Columns of money
 * come as bigint: make them `Cents` where they are read.
 */
export function createDatabase(databaseUrl: string, { connections_max = 10 }: DatabaseOptions = {}): PrismaDatabase {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: connections_max, application_name: 'headway', connectionTimeoutMillis: 10_000 });
  // An idle connection that breaks is replaced by the next statement.
  pool.on('error', () => {});
  const adapter = new PrismaPg(pool, { disposeExternalPool: true });
  const database = new PrismaClient({ adapter, transactionOptions: { maxWait: 10_000, timeout: 20_000 } });
  pools.set(database, pool);
  // The mark of a database is there for the compiler alone.
  return database as unknown as PrismaDatabase;
}

/** Returns the tables of every receiver, unscoped. For this folder: services get `databaseOf`. */
export function prismaOf(transaction: Transaction): Prisma.TransactionClient {
  // Every one of them is one of Prisma's: `createDatabase` and `inTransaction` are what makes them.
  return transaction as unknown as Prisma.TransactionClient;
}

/** A statement with $1, $2 … in it; what `Prisma.sql` makes is one. */
interface Statement {
  text: string;
  values: unknown[];
}

/** Values as Prisma reads them, so that it makes no difference which way a statement went. */
const parsers: Readonly<Record<number, (text: string) => unknown>> = {
  [pg.types.builtins.INT8]: BigInt,
  [pg.types.builtins.DATE]: (day) => new Date(`${day}T00:00:00Z`),
};
const types: pg.CustomTypesConfig = {
  getTypeParser: (type, format) => (format === 'binary' ? pg.types.getTypeParser(type, format) : (parsers[type] ?? pg.types.getTypeParser(type, 'text'))),
};

const names = new Map<string, string>();

/** A connection prepares the statement of a name once. */
function nameOf(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  const made = `headway_${names.size + 1}`;
  names.set(text, made);
  return made;
}

/**
 * Runs a statement of fixed text that nearly every call makes. The database plans it once a connection, and it goes past
 * Prisma, which takes several times as long about it; inside a transaction it takes the transaction's way. Rows are as
 * `$queryRaw` gives them. Columns are to be named: those of `*` may change under a prepared statement.
 */
export async function runOften<Row>(database: Transaction, statement: Statement): Promise<Row[]> {
  return runOnPool(database, statement, nameOf(statement.text));
}

/** Reads many rows past Prisma, planned for the values at hand. Rows are as `$queryRaw` gives them. */
export async function readMany<Row>(database: Transaction, statement: Statement): Promise<Row[]> {
  return runOnPool(database, statement);
}

async function runOnPool<Row>(database: Transaction, { text, values }: Statement, name?: string): Promise<Row[]> {
  const pool = pools.get(database);
  if (!pool) return prismaOf(database).$queryRawUnsafe<Row[]>(text, ...values);
  const { rows } = await pool.query<Row & pg.QueryResultRow>({ ...(name === undefined ? {} : { name }), text, values, types });
  return rows;
}

/** What an expression comes to, run often; JSON when there is more than one thing to tell. */
export async function readValue<Value>(database: Transaction, expression: Prisma.Sql): Promise<Value> {
  const [row] = await runOften<{ value: Value }>(database, Prisma.sql`SELECT ${expression} AS value`);
  if (!row) throw new Error('a statement without conditions answered no row');
  return row.value;
}
