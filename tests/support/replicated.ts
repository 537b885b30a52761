import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { type EmbeddedPostgres, removeEmbeddedPostgres, startEmbeddedPostgres } from '../../server/db/embedded.ts';
import { migrate } from '../../server/db/migrate.ts';
import { type DatabaseFolder, databaseFolder, fallbackFolder } from '../../server/db/postgres/folder.ts';
import { installedPrograms, type Programs, reachablePrograms } from '../../server/db/postgres/programs.ts';
import { type Server, startServer } from '../../server/db/postgres/server.ts';
import { eventually } from './eventually.ts';
import { freePort } from './freePort.ts';
import { makeRunFolder } from './runFolder.ts';
import { signalServer } from './serverProcesses.ts';

/** A PostgreSQL with the product's tables and a streaming replica of it, for one test file alone. */
export interface Replicated {
  primaryUrl: string;
  replicaUrl: string;
  /** Runs a statement on the replica as its superuser. */
  onReplica: (statement: string) => Promise<pg.QueryResultRow[]>;
  /** Returns the statements that the product has run on the replica since the last call, without its questions for the position. */
  served: () => Promise<string[]>;
  stopReplica: () => Promise<void>;
  startReplica: () => Promise<void>;
  /** Lets the primary answer nobody, without ending any connection, as a machine that has lost its power; and wakes it. */
  freezePrimary: () => void;
  wakePrimary: () => void;
  stop: () => Promise<void>;
}

/** The data is disposable, so no write waits for the disk. */
const settings = { fsync: 'off', full_page_writes: 'off', shared_buffers: '32MB' };
const log = { debug: () => {}, error: console.warn };

/** The name by which the product connects for readings begins each line of the replica's log. */
const logged = { log_statement: 'all', log_line_prefix: '%a ' };
const isServed = /^headway-readings LOG: {2}(?:execute [^:]*|statement): (?<statement>.*)/;

const isMark = /statement: SELECT '(?<mark>[\w-]+)'$/;

class StandBy {
  readonly #place: DatabaseFolder;
  readonly #programs: Programs;
  readonly #settings: Readonly<Record<string, string>>;
  #server: Server | undefined;
  #statements: string[] = [];
  #lastMark = '';

  constructor(place: DatabaseFolder, programs: Programs, { port, primaryUrl }: { port: number; primaryUrl: string }) {
    this.#place = place;
    this.#programs = programs;
    this.#settings = { ...settings, ...logged, port: String(port), primary_conninfo: primaryUrl };
  }

  async start(): Promise<void> {
    this.#server = await startServer({ ...this.#place, ...this.#programs, settings: this.#settings, onLine: (line) => this.#hear(line) });
  }

  async stop(): Promise<void> {
    await this.#server?.stop();
    this.#server = undefined;
  }

  /** `say` makes the server log a line: all that it has logged before has then come here too. A server that has ended has told all. */
  async served(say: (mark: string) => Promise<unknown>): Promise<string[]> {
    if (this.#server) {
      const mark = randomUUID();
      await say(mark);
      await eventually('the replica’s log has come', async () => this.#lastMark === mark);
    }
    return this.#statements.splice(0);
  }

  #hear(line: string): void {
    this.#lastMark = isMark.exec(line)?.groups?.mark ?? this.#lastMark;
    const statement = isServed.exec(line)?.groups?.statement;
    if (statement !== undefined && !statement.includes('pg_control_system')) this.#statements.push(statement);
  }
}

async function run(url: string, statement: string): Promise<pg.QueryResultRow[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client
    .query(statement)
    .then(({ rows }) => rows)
    .finally(() => client.end());
}

/** Makes an empty primary, and beside it a copy of its folder, from which a replica follows it. */
async function makeBoth(folder: string): Promise<{ primary: EmbeddedPostgres; copy: string }> {
  const [dataDir, copy] = [join(folder, 'primary'), join(folder, 'replica')];
  const first = await startEmbeddedPostgres({ dataDir, log, settings });
  await first.stop();
  mkdirSync(copy);
  execFileSync('cp', ['-a', `${(await databaseFolder(dataDir)).cluster}`, (await databaseFolder(copy)).cluster]);
  return { primary: await startEmbeddedPostgres({ dataDir, log, settings }), copy };
}

/** Starts both, with the product’s tables. */
export async function startReplicated(): Promise<Replicated> {
  const folder = await makeRunFolder();
  const { primary, copy } = await makeBoth(folder);
  const place = await databaseFolder(copy);
  const { cluster: primaryCluster } = await databaseFolder(join(folder, 'primary'));
  writeFileSync(join(place.cluster, 'standby.signal'), '');
  const port = await freePort();
  const programs = reachablePrograms(installedPrograms(), place.account, () => fallbackFolder(place.account));
  // As servers of several machines are reached.
  const primaryUrl = Object.assign(new URL(primary.url), { hostname: '127.0.0.1' }).href;
  const standBy = new StandBy(place, programs, { port, primaryUrl });
  await standBy.start();
  await migrate(primaryUrl);
  const replicaUrl = Object.assign(new URL(primaryUrl), { port: String(port) });
  return {
    primaryUrl,
    replicaUrl: replicaUrl.href,
    onReplica: (statement) => run(replicaUrl.href, statement),
    served: () => standBy.served((mark) => run(replicaUrl.href, `SELECT '${mark}'`)),
    stopReplica: () => standBy.stop(),
    startReplica: () => standBy.start(),
    freezePrimary: () => signalServer(primaryCluster, 'SIGSTOP'),
    wakePrimary: () => signalServer(primaryCluster, 'SIGCONT'),
    async stop() {
      await standBy.stop();
      await primary.stop();
      for (const dataDir of [join(folder, 'primary'), copy]) await removeEmbeddedPostgres(dataDir);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
