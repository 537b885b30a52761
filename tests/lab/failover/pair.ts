import { spawnSync } from 'node:child_process';
import { chownSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { copyDataFolder } from '../../../server/db/backup/dataFolder.ts';
import { startEmbeddedPostgres } from '../../../server/db/embedded.ts';
import { migrate } from '../../../server/db/migrate.ts';
import { type DatabaseFolder, databaseFolder, fallbackFolder } from '../../../server/db/postgres/folder.ts';
import { installedPrograms, type Programs, reachablePrograms } from '../../../server/db/postgres/programs.ts';
import { type Server, startServer } from '../../../server/db/postgres/server.ts';
import { eventually } from '../../support/eventually.ts';
import { freePort } from '../../support/freePort.ts';
import { signalServer } from '../../support/serverProcesses.ts';

/**
 * How the primary's machine dies: its processes end, which ends their connections; it no longer answers anybody; or it is cut
 * off from the standby at first, and ends a moment later. A commit that it acknowledged in that moment would be lost.
 */
export const deaths = ['killed', 'frozen', 'cut off'] as const;
export type Death = (typeof deaths)[number];

const cutOffMs = 1_000;

/**
 * Writes wait for the disk, as a deployment's do. The standby finds the log of the time that making it took. What the servers' processes
 * share lies in files of the data folder, which go with it.
 */
const settings = { shared_buffers: '64MB', max_connections: '200', wal_keep_size: '1GB', dynamic_shared_memory_type: 'mmap' };

const log = { debug: () => {}, error: console.error };

/** One of the two servers; both have the same place in the list of addresses from beginning to end. */
interface Side {
  place: DatabaseFolder;
  port: number;
  url: string;
  server: Server | undefined;
}

async function run<Row extends pg.QueryResultRow>(url: string, ...statements: string[]): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1_000 });
  client.on('error', () => {});
  await client.connect();
  try {
    let rows: Row[] = [];
    for (const statement of statements) ({ rows } = await client.query<Row>(statement));
    return rows;
  } finally {
    await client.end();
  }
}

/** A primary and its synchronous standby. What a tool such as Patroni does on several machines, this does on one. */
export class Pair {
  /** DATABASE_URL of both. */
  readonly databaseUrl: string;
  readonly #programs: Programs;
  #primary: Side;
  #other: Side;

  constructor(sides: readonly [Side, Side], programs: Programs) {
    [this.#primary, this.#other] = sides;
    this.#programs = programs;
    this.databaseUrl = sides.map(({ url }) => url).join(',');
  }

  get primaryUrl(): string {
    return this.#primary.url;
  }

  async begin(): Promise<void> {
    await this.#start(this.#primary);
    await this.addStandby();
  }

  /** Ends the primary as its machine would. It accepts nothing from then on. */
  async kill(death: Death): Promise<void> {
    if (death === 'cut off') await this.#cutOff();
    signalServer(this.#primary.place.cluster, death === 'frozen' ? 'SIGSTOP' : 'SIGKILL');
  }

  /** Waits until the primary has not answered twice in a row, and promotes the standby. */
  async failOver(): Promise<void> {
    for (let missed = 0; missed < 2; missed = (await this.#answers()) ? 0 : missed + 1) await pause(100);
    await run(this.#other.url, 'SELECT pg_promote(true, 30)');
    [this.#primary, this.#other] = [this.#other, this.#primary];
  }

  /** Makes sure that the server of before never comes back: its processes and its data are removed. */
  async fence(): Promise<void> {
    await end(this.#other);
    rmSync(this.#other.place.cluster, { recursive: true, force: true });
  }

  /** Copies the primary, lets the copy follow it, and lets each commit wait for it from then on. */
  async addStandby(): Promise<void> {
    await this.#copyPrimary();
    await this.#start(this.#other);
    await run(this.#primary.url, `ALTER SYSTEM SET synchronous_standby_names = 'standby'`, 'SELECT pg_reload_conf()');
    await eventually('the standby is synchronous', async () => {
      const rows = await run(
        this.#primary.url,
        `SELECT FROM pg_stat_replication WHERE sync_state = 'sync' AND current_setting('synchronous_standby_names') = 'standby'`,
      );
      return rows.length === 1;
    });
  }

  async stop(): Promise<void> {
    await end(this.#other);
    await end(this.#primary);
  }

  /** Stops what sends the log to the standby, for a moment. */
  async #cutOff(): Promise<void> {
    const senders = await run<{ pid: number }>(this.#primary.url, 'SELECT pid FROM pg_stat_replication');
    for (const { pid } of senders) process.kill(pid, 'SIGSTOP');
    await pause(cutOffMs);
  }

  async #answers(): Promise<boolean> {
    const answer = run(this.#primary.url, 'SELECT 1').then(
      () => true,
      () => false,
    );
    return Promise.race([answer, pause(500, false)]);
  }

  async #start(side: Side): Promise<void> {
    side.server = await startServer({ ...side.place, ...this.#programs, settings: { ...settings, port: String(side.port) }, onLine: () => {} });
  }

  async #copyPrimary(): Promise<void> {
    const to = this.#other.place;
    const client = new pg.Client({ connectionString: this.#primary.url });
    await client.connect();
    try {
      await client.query(`SELECT pg_backup_start('standby', true)`);
      await copyDataFolder(this.#primary.place.cluster, to.cluster);
      const { rows } = await client.query<{ label: string }>('SELECT labelfile AS label FROM pg_backup_stop(false)');
      writeFileSync(join(to.cluster, 'backup_label'), rows[0]?.label ?? '');
    } finally {
      await client.end();
    }
    writeFileSync(join(to.cluster, 'standby.signal'), '');
    const { hostname, port, username, password } = new URL(this.#primary.url);
    const conninfo = `host=${hostname} port=${port} user=${username} password=${password} application_name=standby`;
    // The standby waits for nobody when it is promoted: what the primary waits for stands here too.
    writeFileSync(join(to.cluster, 'postgresql.auto.conf'), `primary_conninfo = '${conninfo}'\n`);
    chownAll(to);
  }
}

/** Ends a server, whatever state it is in, and removes the memory that a killed one leaves to the system. */
async function end(side: Side): Promise<void> {
  const { server, place } = side;
  if (!server) return;
  side.server = undefined;
  const memory = readFileSync(join(place.cluster, 'postmaster.pid'), 'utf8').split('\n')[6]?.trim().split(/\s+/)[1];
  try {
    signalServer(place.cluster, 'SIGKILL');
  } catch (error) {
    // Of a killed server no process is left.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
  await server.ended;
  // On a machine without `ipcrm` some bytes stay until it restarts.
  if (memory !== undefined) spawnSync('ipcrm', ['-m', memory]);
}

/** Gives the files of a copy to the account of its server. */
function chownAll({ cluster, account: { uid, gid } }: DatabaseFolder): void {
  if (uid === undefined || gid === undefined) return;
  chownSync(cluster, uid, gid);
  for (const path of readdirSync(cluster, { recursive: true, encoding: 'utf8' })) chownSync(join(cluster, path), uid, gid);
}

/** Makes both in a folder, with the product's tables. */
export async function startPair(folder: string): Promise<Pair> {
  const dataDirs = ['one', 'other'].map((name) => join(folder, name));
  for (const dataDir of dataDirs) mkdirSync(dataDir, { mode: 0o755 });
  const first = await startEmbeddedPostgres({ dataDir: dataDirs[0] ?? '', log });
  await migrate(first.url);
  await first.stop();
  const sideOf = async (dataDir = ''): Promise<Side> => {
    const [port, place] = [await freePort(), await databaseFolder(dataDir)];
    return { port, place, url: Object.assign(new URL(first.url), { hostname: '127.0.0.1', port: String(port) }).href, server: undefined };
  };
  const sides = [await sideOf(dataDirs[0]), await sideOf(dataDirs[1])] as const;
  const { account } = sides[0].place;
  const pair = new Pair(
    sides,
    reachablePrograms(installedPrograms(), account, () => fallbackFolder(account)),
  );
  // Without an owner yet, the second folder has the account of the first.
  sides[1].place.account = account;
  await pair.begin();
  return pair;
}
