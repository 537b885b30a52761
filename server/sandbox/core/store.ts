import { AsyncLocalStorage } from 'node:async_hooks';
import type { Socket } from 'node:net';
import pg from 'pg';
import { sandboxSchema } from './schema.ts';

/** A row of one of the sandbox's tables, as the driver returns it. */
type Row = Record<string, unknown>;

interface OpenTransaction {
  client: pg.PoolClient;
  afterCommit: (() => void)[];
  afterRollback: (() => void)[];
  open: boolean;
}

export interface FindOptions {
  /** Maximum number of objects; all when left out. */
  limit?: number;
  /** Newest first instead of oldest first (the order of insertion). */
  newestFirst?: boolean;
  /** Only objects after the one with this id, in the requested order. */
  after?: string;
  /** Only objects before the one with this id; with a limit, the nearest ones, still in the requested order. */
  before?: string;
  /** Only objects whose `created`, an ISO instant, is in `[from, until)`; they come in its order. */
  created?: { from?: string | undefined; until?: string | undefined };
}

/** The objects of one kind of one stand-in: JSON by id. Dates are stored as ISO strings. */
export interface Collection<T extends object> {
  get(id: string): Promise<T | undefined>;
  /** Reads and locks the row until the surrounding transaction ends. Throws outside `store.transaction`. */
  lock(id: string): Promise<T | undefined>;
  /** Inserts an object. Returns false, and changes nothing, when the id is taken. */
  insert(id: string, data: T): Promise<boolean>;
  insertMany(rows: readonly { id: string; data: T }[]): Promise<void>;
  /** Inserts or replaces. */
  put(id: string, data: T): Promise<void>;
  /** Locks, changes and stores one object; returns undefined when there is none. */
  update(id: string, change: (current: T) => T | Promise<T>): Promise<T | undefined>;
  remove(id: string): Promise<boolean>;
  /** Returns the objects that contain `match` (nested objects too; a key whose value is undefined is ignored). Uses an index. */
  find(match?: object, options?: FindOptions): Promise<T[]>;
  findOne(match: object): Promise<T | undefined>;
  count(match?: object): Promise<number>;
  /** Removes all but the newest objects. */
  keepNewest(count: number): Promise<void>;
  clear(): Promise<void>;
}

export interface Store {
  collection<T extends object>(standIn: string, kind: string): Collection<T>;
  /** Runs everything awaited inside, in whichever module, in one transaction; joins the outer transaction if there is one. Never make HTTP calls inside it. */
  transaction<T>(work: () => Promise<T>): Promise<T>;
  /** Runs the action after the surrounding transaction commits, or immediately when there is none; never after a rollback. */
  afterCommit(action: () => void): void;
  /** Runs the action if the surrounding transaction is rolled back. */
  afterRollback(action: () => void): void;
  query(text: string, values?: readonly unknown[]): Promise<Row[]>;
  close(): Promise<void>;
}

/** How connections are made: to the server of an address, or through sockets that find the server in use by themselves. */
export interface DatabaseConnection {
  connectionString: string;
  stream?: () => Socket;
  idleTimeoutMillis?: number;
}

const names = new Map<string, string>();

/** Returns the name of a statement's text: a connection reads and plans a statement once for each name. */
function nameOf(text: string): string {
  const name = names.get(text) ?? `sandbox_${names.size + 1}`;
  names.set(text, name);
  return name;
}

/** Opens the sandbox's part of the database and creates its schema if missing. */
export async function openStore(database: DatabaseConnection, onError: (error: Error) => void): Promise<Store> {
  const pool = new pg.Pool({ ...database, max: 6 });
  pool.on('error', (error) => {
    // At a stop the database may cut a connection off while it is being closed.
    if (!pool.ending) onError(error);
  });
  // One that breaks in a transaction fails the statement that follows, and must not end the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  const transactions = new AsyncLocalStorage<OpenTransaction>();

  const current = (): OpenTransaction | undefined => {
    const transaction = transactions.getStore();
    return transaction?.open ? transaction : undefined;
  };

  async function query(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    // Only a single statement can be prepared, and what has no values may be many.
    const named = values.length > 0 && { name: nameOf(text) };
    const result = await (current()?.client ?? pool).query<Row>({ ...named, text, values: [...values] });
    return result.rows;
  }

  async function transaction<T>(work: () => Promise<T>): Promise<T> {
    if (current()) return work();
    const client = await pool.connect();
    const opened: OpenTransaction = { client, afterCommit: [], afterRollback: [], open: true };
    try {
      await client.query('begin');
      const result = await transactions.run(opened, work);
      await client.query('commit');
      opened.open = false;
      for (const action of opened.afterCommit) action();
      return result;
    } catch (error) {
      opened.open = false;
      await client.query('rollback').catch(onError);
      for (const action of opened.afterRollback) action();
      throw error;
    } finally {
      client.release();
    }
  }

  function afterCommit(action: () => void) {
    const inside = current();
    if (inside) inside.afterCommit.push(action);
    else action();
  }

  const afterRollback = (action: () => void) => void current()?.afterRollback.push(action);

  // Two processes may start at once on one database, and then "if not exists" alone can fail.
  await transaction(async () => {
    await query(`select pg_advisory_xact_lock(hashtext('sandbox schema'))`);
    await query(sandboxSchema);
  });

  return {
    collection: (standIn, kind) => collectionOf(standIn, kind, { query, transaction, inTransaction: () => current() !== undefined }),
    transaction,
    afterCommit,
    afterRollback,
    query,
    close: () => pool.end(),
  };
}

interface Access {
  query: Store['query'];
  transaction: Store['transaction'];
  inTransaction(): boolean;
}

function collectionOf<T extends object>(standIn: string, kind: string, { query, transaction, inTransaction }: Access): Collection<T> {
  const mine = 'stand_in = $1 and kind = $2';
  const data = (row: Row | undefined) => row?.data as T | undefined;

  /** Returns the place of an object in the order of making, and its own instant of it. */
  async function placeOf(id: string): Promise<{ seq: unknown; created: unknown }> {
    const [row] = await query(`select seq, data ->> 'created' as created from sandbox.object where ${mine} and id = $3`, [standIn, kind, id]);
    return { seq: row?.seq ?? null, created: row?.created ?? null };
  }

  const collection: Collection<T> = {
    async get(id) {
      const [row] = await query(`select data from sandbox.object where ${mine} and id = $3`, [standIn, kind, id]);
      return data(row);
    },
    async lock(id) {
      if (!inTransaction()) throw new Error('lock() holds nothing outside of store.transaction()');
      const [row] = await query(`select data from sandbox.object where ${mine} and id = $3 for update`, [standIn, kind, id]);
      return data(row);
    },
    async insert(id, value) {
      const rows = await query('insert into sandbox.object (stand_in, kind, id, data) values ($1, $2, $3, $4) on conflict do nothing returning id', [
        standIn,
        kind,
        id,
        JSON.stringify(value),
      ]);
      return rows.length === 1;
    },
    async insertMany(rows) {
      const batch = 500;
      for (let start = 0; start < rows.length; start += batch) {
        const part = rows.slice(start, start + batch);
        await query(
          `insert into sandbox.object (stand_in, kind, id, data)
           select $1, $2, id, data from unnest($3::text[], $4::jsonb[]) with ordinality as given (id, data, place) order by place`,
          [standIn, kind, part.map((row) => row.id), part.map((row) => JSON.stringify(row.data))],
        );
      }
    },
    async put(id, value) {
      await query(
        `insert into sandbox.object (stand_in, kind, id, data) values ($1, $2, $3, $4)
         on conflict (stand_in, kind, id) do update set data = excluded.data, updated_at = now()`,
        [standIn, kind, id, JSON.stringify(value)],
      );
    },
    update(id, change) {
      return transaction(async () => {
        const before = await collection.lock(id);
        if (before === undefined) return undefined;
        const after = await change(before);
        await query(`update sandbox.object set data = $4, updated_at = now() where ${mine} and id = $3`, [standIn, kind, id, JSON.stringify(after)]);
        return after;
      });
    },
    async remove(id) {
      const rows = await query(`delete from sandbox.object where ${mine} and id = $3 returning id`, [standIn, kind, id]);
      return rows.length === 1;
    },
    async find(match = {}, { limit, newestFirst = false, after, before, created } = {}) {
      const backwards = before !== undefined;
      const descending = newestFirst !== backwards;
      const edge = before ?? after;
      const values: unknown[] = [standIn, kind, limit ?? null];
      const conditions: string[] = [];
      const wanted = JSON.stringify(match);
      if (wanted !== '{}') {
        values.push(wanted);
        conditions.push(`and data @> $${values.length}::jsonb`);
      }
      const [beyond, direction] = descending ? ['<', 'desc'] : ['>', 'asc'];
      if (edge !== undefined) {
        const place = await placeOf(edge);
        values.push(place.seq, ...(created ? [place.created] : []));
        const given = values.length;
        if (created) conditions.push(`and (data ->> 'created', seq) ${beyond} ($${given}::text, $${given - 1}::bigint)`);
        else conditions.push(`and seq ${beyond} $${given}::bigint`);
      }
      for (const [comparison, instant] of [
        ['>=', created?.from],
        ['<', created?.until],
      ] as const) {
        if (instant === undefined) continue;
        values.push(instant);
        conditions.push(`and data ->> 'created' ${comparison} $${values.length}::text`);
      }
      const order = created ? `data ->> 'created' ${direction}, seq ${direction}` : `seq ${direction}`;
      const rows = await query(`select data from sandbox.object where ${mine} ${conditions.join(' ')} order by ${order} limit $3`, values);
      const found = rows.map((row) => row.data as T);
      return backwards ? found.reverse() : found;
    },
    async findOne(match) {
      const [found] = await collection.find(match, { limit: 1 });
      return found;
    },
    async count(match = {}) {
      const [row] = await query(`select count(*)::int as count from sandbox.object where ${mine} and data @> $3::jsonb`, [
        standIn,
        kind,
        JSON.stringify(match),
      ]);
      return Number(row?.count ?? 0);
    },
    async keepNewest(count) {
      const edge = `select seq from sandbox.object where ${mine} order by seq desc offset $3 limit 1`;
      await query(`delete from sandbox.object where ${mine} and seq <= (${edge})`, [standIn, kind, count]);
    },
    async clear() {
      await query(`delete from sandbox.object where ${mine}`, [standIn, kind]);
    },
  };
  return collection;
}
