import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { openPrisma, runOn, types } from './client.ts';
import type { Database, Reading, ReplicaReport } from './database.ts';

/*
 * A replica serves what is only shown. A reading begins with the primary's position in its log of changes, and no
 * statement of it runs on the replica before that has replayed the log up to there: so a reading has all that anybody
 * has seen before it. Each statement is checked on its own connection, since the next one may lead to a server that
 * was restarted, replaced or made the primary. The primary runs each read that the replica does not.
 */

/** A position in the log of a cluster's changes. Positions of two clusters, or of a cluster before and after another server became its primary, say nothing of each other. */
export interface LogPosition {
  cluster: string;
  bytes: bigint;
}

const cluster = `(SELECT system_identifier FROM pg_control_system()) || '/' || (SELECT timeline_id FROM pg_control_checkpoint()) AS cluster`;

/** A change can be seen once its commit is on the disk; where commits do not wait for that, once it is in the log. */
const positionOfPrimary = `SELECT ${cluster},
  (CASE current_setting('synchronous_commit') WHEN 'off' THEN pg_current_wal_insert_lsn() ELSE pg_current_wal_flush_lsn() END - '0/0')::bigint AS bytes`;

/** A replica refuses to write by itself, and one that has just become the primary by this setting of the connection. */
const positionOfReplica = `SELECT ${cluster}, (pg_last_wal_replay_lsn() - '0/0')::bigint AS bytes, pg_is_in_recovery() AS is_replica,
  set_config('default_transaction_read_only', 'on', false)`;

/** Returns a database's present position. */
export async function readPosition(primary: Database): Promise<LogPosition> {
  const [position] = (await runOn<LogPosition & pg.QueryResultRow>(primary, { text: positionOfPrimary, types })).rows;
  if (!position) throw new Error('a statement without conditions returned no row');
  return position;
}

/** The replica has not replayed what a reading needs, but may have in a moment. */
class ReplicaBehind extends Error {}

/** Times in milliseconds. A statement unanswered within its time is done on the primary: a server that vanished never answers. */
const limits = { connect: 1_500, position: 1_500, statement: 60_000, pause: 10 };

/** How often a replica is asked for its position until a reading turns to the primary, a pause apart. */
const patience = 25;

/** How long a statement waits for one of the pool's connections is the pool's matter. */
class ReplicaClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super({ ...config, connectionTimeoutMillis: limits.connect });
  }
}

interface Settings {
  url: string;
  /** The most connections. */
  maximumConnections: number;
  primary: Database;
  /** Hears what came of asking the replica. */
  report: (report: ReplicaReport) => void;
}

/** The replica of a database, and the readings from it. */
export class Replica {
  readonly #primary: Database;
  readonly #report: Settings['report'];
  readonly #pool: pg.Pool;
  readonly #prisma: ReturnType<typeof openPrisma>;
  readonly #connect: () => Promise<pg.PoolClient>;
  /** Everything up to here has been read by this process, which never reads anything older again. */
  #known: LogPosition = { cluster: '', bytes: 0n };
  /** After a failure the readings under way go on on the primary. */
  #isAside = false;

  constructor({ url, maximumConnections, primary, report }: Settings) {
    this.#primary = primary;
    this.#report = report;
    const pool = new pg.Pool({
      connectionString: url,
      max: maximumConnections,
      application_name: 'headway-readings',
      query_timeout: limits.statement,
      statement_timeout: limits.statement,
      keepAlive: true,
      Client: ReplicaClient,
    });
    this.#connect = () => pool.connect();
    // A connection that breaks fails the statement that needs it, or nothing.
    pool.on('error', () => {}).on('connect', (client) => client.on('error', () => {}));
    this.#pool = Object.assign(pool, { query: (statement: pg.QueryConfig) => this.#run(statement) });
    this.#prisma = openPrisma(this.#pool);
  }

  /** Begins a reading that has all that was committed before this call: on the replica, or on the primary when that has not got there or fails. */
  async begin(): Promise<Reading> {
    this.#know(await readPosition(this.#primary));
    try {
      await this.#onReplica(async () => {});
    } catch (failure) {
      this.#blame(failure);
      return this.#primary;
    }
    this.#isAside = false;
    this.#report({ outcome: 'served', reason: null });
    // Only the compiler sees the mark of a reading.
    return this.#prisma as unknown as Reading;
  }

  /** Returns how far the replica has replayed. Throws when it does not answer, or is no replica of this primary. */
  async readPosition(primary: LogPosition): Promise<LogPosition> {
    const client = await this.#connect();
    return ending(client, positionOn(client, primary));
  }

  close(): Promise<void> {
    return this.#prisma.$disconnect();
  }

  async #run(statement: pg.QueryConfig): Promise<pg.QueryResult> {
    if (this.#isAside) return this.#onPrimary(statement);
    try {
      return await this.#onReplica((client) => client.query(statement));
    } catch (failure) {
      if (wouldWrite(failure)) throw failure;
      const result = await this.#onPrimary(statement);
      // Only what the primary can do is the replica's failure.
      this.#blame(failure);
      return result;
    }
  }

  async #onPrimary(statement: pg.QueryConfig): Promise<pg.QueryResult> {
    const result = await runOn(this.#primary, statement);
    this.#know(await readPosition(this.#primary));
    return result;
  }

  async #onReplica<Result>(work: (client: pg.PoolClient) => Promise<Result>): Promise<Result> {
    const client = await this.#connect();
    return ending(
      client,
      this.#untilThere(client).then(() => work(client)),
    );
  }

  /** Waits until the server of a connection has replayed all that is known. */
  async #untilThere(client: pg.PoolClient): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      const position = await positionOn(client, this.#known);
      if (position.bytes >= this.#known.bytes) return this.#know(position);
      if (attempt === patience) throw new ReplicaBehind('the replica has not replayed what was read before');
      await pause(limits.pause);
    }
  }

  #know(position: LogPosition): void {
    if (position.cluster !== this.#known.cluster || position.bytes > this.#known.bytes) this.#known = position;
  }

  #blame(failure: unknown): void {
    const isBehind = failure instanceof ReplicaBehind;
    this.#isAside ||= !isBehind;
    this.#report({ outcome: isBehind ? 'behind' : 'failed', reason: failure instanceof Error ? failure.message : String(failure) });
  }
}

/** Gives a connection back when work on it has ended; one on which work failed is closed. */
async function ending<Result>(client: pg.PoolClient, work: Promise<Result>): Promise<Result> {
  try {
    const result = await work;
    client.release();
    return result;
  } catch (failure) {
    client.release(!(failure instanceof ReplicaBehind));
    throw failure;
  }
}

/** Asks a connection's server for its position. Throws when it is no replica of the primary. */
async function positionOn(client: pg.PoolClient, primary: LogPosition): Promise<LogPosition> {
  const question = { text: positionOfReplica, types, query_timeout: limits.position };
  const [found] = (await client.query<LogPosition & { is_replica: boolean }>(question)).rows;
  if (!found?.is_replica) throw new Error('it is no replica, or has become a primary itself');
  if (found.cluster !== primary.cluster) throw new Error('it does not follow this primary');
  return { cluster: found.cluster, bytes: found.bytes ?? 0n };
}

/** Reports whether a statement was refused because it writes. It is a mistake of ours, which the primary must not carry out. */
function wouldWrite(failure: unknown): boolean {
  return failure instanceof pg.DatabaseError && failure.code === '25006';
}
