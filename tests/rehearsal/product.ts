import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { systemClock } from '../../server/clock.ts';
import { readConfig } from '../../server/config.ts';
import { removeEmbeddedPostgres, startEmbeddedPostgres } from '../../server/db/embedded.ts';
import { migrate } from '../../server/db/migrate.ts';
import { createLifecycle } from '../../server/start/lifecycle.ts';
import { type OpenDeps, openDeps } from '../../server/start/product.ts';
import { control } from '../support/ask.ts';
import { inTestTime } from '../support/clock.ts';
import { freePort } from '../support/freePort.ts';
import { holdJobs } from './jobs.ts';
import { familyProcessorMs, parentOf, peakMemory, processorMs, resetPeakMemory } from './processes.ts';

/** Calls to providers so far, by provider and resource. */
export type Calls = Readonly<Record<string, number>>;

/** Message of a role process: it is ready, or, in reply to any message, its calls. */
export type Word = { told: 'ready' } | { told: 'calls'; calls: Calls };

/** A database for the rehearsal, in a folder that is deleted afterward. */
export interface RehearsalDatabase {
  url: string;
  client: pg.Client;
  folder: string;
  /** The processor time of the server so far, in milliseconds. */
  processorMs: () => number;
  /** Bytes that the database takes on the disk. */
  size: () => Promise<number>;
  stop: () => Promise<void>;
}

/** A quarter of the machine's memory, as PostgreSQL's own manual advises for its pages. */
const sharedBuffers = `${Math.round(totalmem() / 4 / 2 ** 20)}MB`;

/** The data is disposable, so no write waits for a disk; and the database tidies up when it is told, not while something is measured. */
const databaseSettings = {
  autovacuum: 'off',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  shared_buffers: sharedBuffers,
  maintenance_work_mem: '512MB',
  max_wal_size: '4GB',
};

/** Starts a PostgreSQL with the product's tables, empty. */
export async function openRehearsalDatabase(): Promise<RehearsalDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'headway-rehearsal-'));
  // PostgreSQL runs under another account when this process is root.
  chmodSync(folder, 0o755);
  const dataDir = join(folder, 'data');
  const postgres = await startEmbeddedPostgres({ dataDir, log: { debug: () => {}, error: console.error }, settings: databaseSettings });
  await migrate(postgres.url);
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const server = parentOf(rows[0]?.pid ?? 0);
  return {
    url: postgres.url,
    processorMs: () => familyProcessorMs(server),
    client,
    folder,
    async size() {
      const { rows } = await client.query<{ bytes: string }>('SELECT pg_database_size(current_database()) AS bytes');
      return Number(rows[0]?.bytes);
    },
    async stop() {
      await client.end();
      await postgres.stop();
      await removeEmbeddedPostgres(dataDir);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The product in separate processes on that database, in the rehearsed day. */
export interface RehearsedProduct {
  /** The rehearsal's own dependencies: the same database and providers, and no worker. */
  deps: OpenDeps;
  logFile: string;
  /** Presses a button of the sandbox's control page. */
  press: <Result = unknown>(button: string, fields: object) => Promise<Result>;
  setWebhooks: (held: boolean) => Promise<void>;
  calls: () => Promise<Calls>;
  /** Begins to watch memory anew. */
  resetPeaks: () => void;
  /** The processor time of web process, worker and PostgreSQL so far, in milliseconds: how busy the machine is otherwise does not change it. */
  processorMs: () => number;
  /** The part of a processor that they take while there is nothing to do. */
  idleShare: number;
  /** The most memory that web process and worker had at once since then, each in bytes. */
  peaks: () => Readonly<Record<'web' | 'worker' | 'sandbox', number>>;
  stop: () => Promise<void>;
}

const program = fileURLToPath(new URL('role.ts', import.meta.url));

async function heard<Told extends Word['told']>(child: ChildProcess, told: Told): Promise<Extract<Word, { told: Told }>> {
  const { promise, resolve, reject } = Promise.withResolvers<Extract<Word, { told: Told }>>();
  const onWord = (word: Word) => word.told === told && resolve(word as Extract<Word, { told: Told }>);
  const onExit = (code: number | null) => reject(new Error(`a process of the product ended with code ${code}`));
  child.on('message', onWord).once('exit', onExit);
  return promise.finally(() => child.off('message', onWord).off('exit', onExit));
}

async function startRole(role: string, environment: Readonly<Record<string, string>>, logFile: string): Promise<ChildProcess> {
  const child = fork(program, { env: { ...process.env, ...environment, ROLE: role }, execArgv: inTestTime, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  const log = createWriteStream(logFile, { flags: 'a' });
  child.stdout?.pipe(log, { end: false });
  child.stderr?.pipe(log, { end: false });
  await heard(child, 'ready');
  return child;
}

const pidOf = ({ pid }: ChildProcess): number => pid ?? 0;

async function stopRole(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = once(child, 'exit');
  child.disconnect();
  await ended;
}

/** How long an idle product is watched, after it has come to rest, in milliseconds. */
const idle = { restMs: 10_000, watchedMs: 10_000 };

/** Starts sandbox, web process and worker, all in the time in which this process lives. */
export async function startRehearsedProduct(database: RehearsalDatabase): Promise<RehearsedProduct> {
  const [port, sandboxPort, smtpPort] = await Promise.all([freePort(), freePort(), freePort()]);
  const environment = {
    NODE_ENV: 'test',
    LOG_LEVEL: 'warn',
    DATABASE_URL: database.url,
    PORT: String(port),
    SANDBOX_PORT: String(sandboxPort),
    SANDBOX_SMTP_PORT: String(smtpPort),
  };
  const logFile = join(database.folder, 'product.log');
  const sandbox = await startRole('sandbox', environment, logFile);
  const sandboxUrl = `http://127.0.0.1:${sandboxPort}`;
  const press = async (button: string, fields: object) => (await control<{ result: never }>(sandboxUrl, button, fields)).result;
  const web = await startRole('web', environment, logFile);
  await holdJobs(database.client);
  const worker = await startRole('worker', environment, logFile);
  const lifecycle = createLifecycle();
  const config = readConfig({ ...environment, LOG_LEVEL: 'fatal', ROLE: 'web' });
  const deps = await openDeps(config, database.url, lifecycle, systemClock, { schedules: false });
  const all = { web, worker, sandbox };
  const processorMsOfAll = () => processorMs(pidOf(web)) + processorMs(pidOf(worker)) + database.processorMs();
  await pause(idle.restMs);
  const before = processorMsOfAll();
  await pause(idle.watchedMs);
  const idleShare = (processorMsOfAll() - before) / idle.watchedMs;
  return {
    deps,
    logFile,
    press,
    async setWebhooks(held) {
      const answer = await fetch(`${sandboxUrl}/control/webhooks/lithic`, {
        method: 'PATCH',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ held }),
      });
      if (!answer.ok) throw new Error(`the sandbox answered ${answer.status}`);
    },
    async calls() {
      const told = await Promise.all(
        [web, worker].map((child) => {
          const answer = heard(child, 'calls');
          child.send('calls');
          return answer;
        }),
      );
      const sums: Record<string, number> = {};
      for (const { calls } of told) for (const [name, count] of Object.entries(calls)) sums[name] = (sums[name] ?? 0) + count;
      return sums;
    },
    resetPeaks() {
      for (const child of Object.values(all)) resetPeakMemory(pidOf(child));
    },
    peaks: () => ({ web: peakMemory(pidOf(web)), worker: peakMemory(pidOf(worker)), sandbox: peakMemory(pidOf(sandbox)) }),
    processorMs: processorMsOfAll,
    idleShare,
    async stop() {
      await Promise.all([stopRole(worker), stopRole(web)]);
      await stopRole(sandbox);
      await lifecycle.stop();
    },
  };
}
