import { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

/*
 * DATABASE_URL may name several servers, of which one is the primary and the others follow it. After a failover another
 * one is: each new connection goes to the server that is the primary by then. Connections to the one before end with it.
 */

/** Times in milliseconds: a server has as long to answer, a connection waits as long until one of them is the primary, and the primary is looked at as often. */
const limits = { answer: 1_000, wait: 10_000, pause: 100, look: 1_000 };

/** Returns the addresses that DATABASE_URL names. */
export const addressesOf = (databaseUrl: string): string[] => databaseUrl.split(',');

/** A primary's timeline, which each promotion makes greater; null while a server follows another. */
const question = `SELECT CASE WHEN pg_is_in_recovery() THEN NULL ELSE left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) END AS timeline`;

type Ask = () => Promise<string | null>;

/** Connects to a server for questions about its timeline. Returns null when the server does not answer. */
async function withServer<Result>(url: string, work: (ask: Ask) => Promise<Result>): Promise<Result | null> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: limits.answer,
    query_timeout: limits.answer,
    application_name: 'headway-primary',
  });
  client.on('error', () => {});
  try {
    await client.connect();
    return await work(async () => (await client.query<{ timeline: string | null }>(question)).rows[0]?.timeline ?? null);
  } catch {
    return null;
  } finally {
    // A connection that was never made cannot be ended in good order.
    void client.end().catch(() => undefined);
  }
}

/** Resolves once a server no longer answers as the primary, or nobody is connected to it. */
async function untilLost(url: string, isFollowed: () => boolean): Promise<void> {
  await withServer(url, async (ask) => {
    while (isFollowed() && (await ask()) !== null) await pause(limits.look, undefined, { ref: false });
  });
}

/** Asks all servers at once. Of two that take themselves for the primary, the one that was promoted last is; the other has come back from the dead. */
async function askForPrimary(addresses: readonly string[]): Promise<string | undefined> {
  const answers = await Promise.all(addresses.map(async (url) => ({ url, timeline: await withServer(url, (ask) => ask()) })));
  const primaries = answers.filter(({ timeline }) => timeline !== null);
  return primaries.toSorted((one, other) => (other.timeline ?? '').localeCompare(one.timeline ?? ''))[0]?.url;
}

/** Finds the primary among servers, for all connections of this process, and remembers it until a connection to it is lost. */
class Finder {
  readonly #addresses: readonly string[];
  readonly #followers = new Map<Socket, string>();
  #found: Promise<string> | undefined;
  #watching: Promise<void> | undefined;

  constructor(addresses: readonly string[]) {
    this.#addresses = addresses;
  }

  /** Returns the address of the primary; waits for one while there is none. */
  find(): Promise<string> {
    this.#found ??= this.#look();
    return this.#found;
  }

  /** Ends a connection to a server once another one is the primary: one that vanished ends none by itself. */
  follow(socket: Socket, url: string): void {
    this.#followers.set(socket, url);
    socket.once('close', () => {
      this.#followers.delete(socket);
      this.#forget();
    });
    this.#watching ??= this.#watch().finally(() => {
      this.#watching = undefined;
    });
  }

  #forget(): void {
    this.#found = undefined;
  }

  async #watch(): Promise<void> {
    while (this.#followers.size > 0) {
      const primary = await this.find().catch(() => undefined);
      for (const [socket, url] of this.#followers) if (primary !== undefined && url !== primary) socket.destroy(new Error('another server is the primary now'));
      if (primary !== undefined) await untilLost(primary, () => this.#followers.size > 0);
      this.#forget();
    }
  }

  async #look(): Promise<string> {
    for (let waitedMs = 0; waitedMs < limits.wait; waitedMs += limits.pause) {
      const primary = await askForPrimary(this.#addresses);
      if (primary !== undefined) return primary;
      await pause(limits.pause);
    }
    this.#forget();
    throw new Error(`DATABASE_URL: none of ${this.#addresses.map((url) => new URL(url).host).join(', ')} answers as a primary`);
  }
}

const finders = new Map<string, Finder>();

function finderOf(databaseUrl: string): Finder {
  const finder = finders.get(databaseUrl) ?? new Finder(addressesOf(databaseUrl));
  finders.set(databaseUrl, finder);
  return finder;
}

/** A connection to the primary, whatever the driver was told. */
class SocketToPrimary extends Socket {
  readonly #finder: Finder;

  constructor(finder: Finder) {
    super();
    this.#finder = finder;
  }

  override connect(): this {
    this.#finder.find().then(
      (url) => {
        if (this.destroyed) return;
        this.#finder.follow(this, url);
        const { hostname, port } = new URL(url);
        super.connect(Number(port || 5432), hostname);
      },
      (error: Error) => this.destroy(error),
    );
    return this;
  }
}

/**
 * A connection that nobody has used for this long is closed. Each is a process at the server, and its first statements read the
 * catalog anew: who comes after a quiet moment should not wait for that.
 */
export const idleConnectionMs = 60_000;

/** The settings of the driver's connections, and of pools of them. */
export interface Connecting {
  connectionString: string;
  stream?: () => Socket;
  idleTimeoutMillis: number;
}

/** Returns how the driver connects to the database of DATABASE_URL. User, password and database are those of its first address. */
export function connectionTo(databaseUrl: string): Connecting {
  const [first, ...others] = addressesOf(databaseUrl);
  const pool = { idleTimeoutMillis: idleConnectionMs };
  if (others.length === 0) return { connectionString: databaseUrl, ...pool };
  return { connectionString: first ?? databaseUrl, stream: () => new SocketToPrimary(finderOf(databaseUrl)), ...pool };
}

/** Returns the address of the server that is the primary now, for what needs one for a moment only. */
export async function primaryOf(databaseUrl: string): Promise<string> {
  return addressesOf(databaseUrl).length === 1 ? databaseUrl : finderOf(databaseUrl).find();
}
