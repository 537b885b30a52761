import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { Announcer, announceBy, changesChannel } from './changes.ts';
import type { Database, Reading, Transaction } from './database.ts';
import { Prisma, PrismaClient } from './generated/client.ts';
import { connectionTo } from './primary.ts';
import { SharedReads } from './sharedReads.ts';

export type { Database, Reading, Transaction };

/** The product's database with the full Prisma client, for this folder and for the code that composes the product. `$disconnect()` closes its connections. */
export type PrismaDatabase = PrismaClient & Database;

/** Tagged SQL and the types of rows, for `db/queries`. */
export { Prisma };

interface DatabaseOptions {
  /** The most connections; a statement that finds none free waits for one. */
  maximumConnections?: number;
  /** Learns why open pages could not be told of changes. */
  onUnannounced?: (error: unknown) => void;
}

/** The connections of a database: those that statements take for themselves, and those that short reads share. */
class Connections extends pg.Pool {
  readonly reads: SharedReads;

  constructor(databaseUrl: string, maximumConnections: number) {
    const config = { ...connectionTo(databaseUrl), application_name: 'headway', connectionTimeoutMillis: 10_000 };
    super({ ...config, max: maximumConnections });
    this.reads = new SharedReads(config);
  }

  override async end(): Promise<void> {
    await Promise.all([this.reads.close(), super.end()]);
  }
}

/** The connections of each database, for statements that bypass Prisma. */
const pools = new WeakMap<object, pg.Pool>();
/** The connections that the short reads of each database share. */
const sharedReads = new WeakMap<object, SharedReads>();

/**
 * Opens the database at a postgresql:// address. Connects when a connection is first needed. Money columns are read as
 * bigint: make them `Cents` where they are read.
 */
export function createDatabase(databaseUrl: string, { maximumConnections = 10, onUnannounced = () => {} }: DatabaseOptions = {}): PrismaDatabase {
  const pool = new Connections(databaseUrl, maximumConnections);
  // The next statement replaces an idle connection that broke.
  pool.on('error', () => {});
  const database = openPrisma(pool);
  sharedReads.set(database, pool.reads);
  announceBy(database, new Announcer((texts) => pool.query({ name: 'headway_announce', text: announcement, values: [texts] }), onUnannounced));
  // Only the compiler sees the mark of a database.
  return database as unknown as PrismaDatabase;
}

/** Opens Prisma on a pool, which ends with it. */
export function openPrisma(pool: pg.Pool): PrismaClient {
  const adapter = new PrismaPg(pool, { disposeExternalPool: true });
  const prisma = new PrismaClient({ adapter, transactionOptions: { maxWait: 10_000, timeout: 20_000 } });
  pools.set(prisma, pool);
  return prisma;
}

/** Runs a statement on any connection of a database, for this folder. */
export function runOn<Row extends pg.QueryResultRow>(database: Database, statement: pg.QueryConfig): Promise<pg.QueryResult<Row>> {
  const pool = pools.get(database);
  if (!pool) throw new TypeError('a transaction has a connection of its own');
  return pool.query<Row>(statement);
}

/** Does not wait for the disk: an announcement may be lost. */
const announcement = `SELECT set_config('synchronous_commit', 'off', true), pg_notify('${changesChannel}', text) FROM unnest($1::text[]) text`;

/** Returns the tables of every receiver, unscoped; of a reading, what reads them by SQL. For this folder: services get `databaseOf`. */
export function prismaOf(transaction: Transaction): Prisma.TransactionClient;
export function prismaOf(reading: Reading): Pick<Prisma.TransactionClient, '$queryRaw'>;
export function prismaOf(reading: Reading): Prisma.TransactionClient {
  // Only `createDatabase`, `inTransaction` and a replica's readings make them, and all make Prisma's.
  return reading as unknown as Prisma.TransactionClient;
}

/** A statement with $1, $2 …, such as `Prisma.sql` makes. */
interface Statement {
  text: string;
  values: unknown[];
}

/** Returns the reading of values in which some types, by their number, have parsers of their own. */
const typesWith = (parsers: Readonly<Record<number, (text: string) => unknown>>): pg.CustomTypesConfig => ({
  getTypeParser: (type, format) => (format === 'binary' ? pg.types.getTypeParser(type, format) : (parsers[type] ?? pg.types.getTypeParser(type, 'text'))),
});

/** Reads values as Prisma does, so that results are the same either way. */
export const types = typesWith({
  [pg.types.builtins.INT8]: BigInt,
  [pg.types.builtins.DATE]: (day) => new Date(`${day}T00:00:00Z`),
});

const names = new Map<string, string>();

/** Returns the name of a statement's text. A connection prepares a statement once for each name. */
function nameOf(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  const made = `headway_${names.size + 1}`;
  names.set(text, made);
  return made;
}

/**
 * Runs a statement of fixed text that nearly every call makes. The database plans it once per connection. It bypasses
 * Prisma, which takes several times as long; inside a transaction it goes through the transaction. Rows are as
 * `$queryRaw` returns them. Name the columns: those of `*` may change under a prepared statement.
 */
export async function runOften<Row>(reading: Reading, statement: Statement): Promise<Row[]> {
  return runOnPool(reading, statement, nameOf(statement.text));
}

/**
 * Runs a read of fixed text that nearly every call makes, as `runOften`, but on connections that such reads share. It must be
 * short, and wait for no lock: what another call asks for waits behind it.
 */
export async function readOften<Row>(reading: Reading, statement: Statement): Promise<Row[]> {
  const reads = sharedReads.get(reading);
  if (!reads) return runOften(reading, statement);
  const { text, values } = statement;
  return reads.query<Row & pg.QueryResultRow>({ name: nameOf(text), text, values, types });
}

/** Reads many rows without Prisma, planned for the values given. Rows are as `$queryRaw` returns them. */
export async function readMany<Row>(reading: Reading, statement: Statement): Promise<Row[]> {
  return runOnPool(reading, statement);
}

/** Completes an instant as the database writes it, with a space and, mostly, without the minutes of the zone, to the form of JSON. */
function isoInstant(text: string): string {
  const instant = `${text.slice(0, 10)}T${text.slice(11)}`;
  const hasMinutes = instant.at(-3) === ':';
  return hasMinutes ? instant : `${instant}:00`;
}

/** Reads values as JSON has them. */
const jsonTypes = typesWith({
  [pg.types.builtins.INT8]: Number,
  [pg.types.builtins.NUMERIC]: Number,
  [pg.types.builtins.DATE]: String,
  [pg.types.builtins.TIMESTAMPTZ]: isoInstant,
});

/**
 * Reads many rows, each as the list of its values, which are as JSON has them. Building and reading JSON would take the database and
 * this process twice the work.
 */
export async function readCells<Cells extends readonly unknown[]>(reading: Reading, { text, values }: Statement): Promise<Cells[]> {
  const pool = pools.get(reading);
  if (!pool) throw new TypeError('rows are read outside of a transaction');
  const { rows } = await pool.query<Cells & unknown[]>({ text, values, types: jsonTypes, rowMode: 'array' });
  return rows;
}

async function runOnPool<Row>(reading: Reading, { text, values }: Statement, name?: string): Promise<Row[]> {
  const pool = pools.get(reading);
  // Whatever has no pool is a transaction.
  if (!pool) return prismaOf(reading as Transaction).$queryRawUnsafe<Row[]>(text, ...values);
  const { rows } = await pool.query<Row & pg.QueryResultRow>({ ...(name === undefined ? {} : { name }), text, values, types });
  return rows;
}

/** Returns the value of an SQL expression that is run often; use JSON for more than one value. */
export async function readValue<Value>(database: Transaction, expression: Prisma.Sql): Promise<Value> {
  const [row] = await readOften<{ value: Value }>(database, Prisma.sql`SELECT ${expression} AS value`);
  if (!row) throw new Error('a statement without conditions returned no row');
  return row.value;
}
