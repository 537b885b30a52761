import type { ChildProcess } from 'node:child_process';
import { rmSync } from 'node:fs';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { systemClock } from '../../../server/clock.ts';
import { readConfig } from '../../../server/config.ts';
import { removeEmbeddedPostgres, startEmbeddedPostgres } from '../../../server/db/embedded.ts';
import { migrate } from '../../../server/db/migrate.ts';
import { createLifecycle } from '../../../server/start/lifecycle.ts';
import { type OpenDeps, openDeps } from '../../../server/start/product.ts';
import { answerOf } from '../../support/answerOf.ts';
import { pressButton } from '../../support/ask.ts';
import { inTestTime } from '../../support/clock.ts';
import { freePort } from '../../support/freePort.ts';
import { familyProcessorMs, parentOf, peakMemory, processorMs, resetPeakMemory } from '../../support/procfs.ts';
import { startRole, stopRole } from '../../support/roleProcess.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';
import { holdJobs } from './jobs.ts';

/** Calls to providers so far, by provider and resource. */
export type Calls = Readonly<Record<string, number>>;

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
  const folder = temporaryFolder('headway-rehearsal-');
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
  /** The most memory that each process had at once since then, in bytes. */
  peaks: () => Readonly<Record<'web' | 'worker' | 'sandbox', number>>;
  stop: () => Promise<void>;
}

const program = fileURLToPath(new URL('role.ts', import.meta.url));

const pidOf = ({ pid }: ChildProcess): number => pid ?? 0;

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
  const start = (role: string) => startRole(role, { environment, logFile, node: inTestTime, program });
  const sandbox = await start('sandbox');
  const sandboxUrl = `http://127.0.0.1:${sandboxPort}`;
  const web = await start('web');
  await holdJobs(database.client);
  const worker = await start('worker');
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
    press: (button, fields) => pressButton(sandboxUrl, button, fields),
    async setWebhooks(held) {
      const answer = await fetch(`${sandboxUrl}/control/webhooks/lithic`, {
        method: 'PATCH',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ held }),
      });
      if (!answer.ok) throw new Error(`the sandbox answered ${answer.status}`);
    },
    async calls() {
      const ofProcesses = await Promise.all([web, worker].map((child) => answerOf<Calls>(child, 'calls')));
      const sums: Record<string, number> = {};
      for (const calls of ofProcesses) for (const [name, count] of Object.entries(calls)) sums[name] = (sums[name] ?? 0) + count;
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
