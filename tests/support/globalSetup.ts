import { rmSync } from 'node:fs';
import pg from 'pg';
import pino from 'pino';
import type { TestProject } from 'vitest/node';
import { removeEmbeddedPostgres, startEmbeddedPostgres } from '../../server/db/embedded.ts';
import { migrate } from '../../server/db/migrate.ts';
import { connectionTo } from '../../server/db/primary.ts';
import { openQueue } from '../../server/jobs/queue.ts';
import { openStore } from '../../server/sandbox/core/store.ts';
import { templateDatabase } from './database.ts';
import { onDebianPostgres, startDebianPostgres } from './debianPostgres.ts';
import { makeRunFolder } from './runFolder.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The address of the run's own PostgreSQL; `testDatabase()` makes databases there. */
    postgresUrl: string;
  }
}

/** The data is disposable: no write waits for the disk, nothing is written for a standby, and no database lives long enough to be vacuumed. */
const settings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  autovacuum: 'off',
  jit: 'off',
  max_connections: '300',
  max_wal_size: '2GB',
};

const log = { debug: () => {}, error: console.warn };

async function createTemplate(serverUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  await client.query(`CREATE DATABASE ${templateDatabase}`);
  await client.end();
  const templateUrl = new URL(serverUrl);
  templateUrl.pathname = templateDatabase;
  await migrate(templateUrl.href);
  await addQueuesAndSandbox(templateUrl.href);
}

/** Adds what each start of a product would make anew in its copy: the queues of jobs, and the sandbox's tables. */
async function addQueuesAndSandbox(url: string): Promise<void> {
  const queue = await openQueue({ connection: connectionTo(url), log: pino({ level: 'silent' }), worker: false, runsSchedules: false });
  await queue.stop(0);
  const store = await openStore(connectionTo(url), console.warn);
  await store.close();
}

/** Starts one temporary PostgreSQL for the whole run, with a migrated database that every test's own is copied from. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await makeRunFolder();
  const start = process.env.TEST_POSTGRES === onDebianPostgres.TEST_POSTGRES ? startDebianPostgres : startEmbeddedPostgres;
  const server = await start({ dataDir, log, settings });
  await createTemplate(server.url);
  project.provide('postgresUrl', server.url);

  return async () => {
    await server.stop();
    await removeEmbeddedPostgres(dataDir);
    rmSync(dataDir, { recursive: true, force: true });
  };
}
