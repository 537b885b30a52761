import { chmodSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { removeEmbeddedPostgres, startEmbeddedPostgres } from '../../server/db/embedded.ts';
import { migrate } from '../../server/db/migrate.ts';
import { liveOwner, ownMark } from '../../server/db/postgres/owner.ts';
import { templateDatabase } from './database.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Address of the run's own PostgreSQL; `testDatabase()` makes databases there. */
    postgresUrl: string;
  }
}

const folderPrefix = 'test-';

/** Nobody will miss this data, so nothing waits for a disk. */
const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300', max_wal_size: '2GB' };

const log = { debug: () => {}, error: console.warn };

/** Folders of runs that were killed: their servers ended with them, their data did not. */
async function clearKilledRuns(): Promise<void> {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(`${folderPrefix}headway-`))) {
    if (liveOwner(name.slice(folderPrefix.length)) !== undefined) continue;
    const folder = join(tmpdir(), name);
    await removeEmbeddedPostgres(folder);
    rmSync(folder, { recursive: true, force: true });
  }
}

async function createTemplate(serverUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  await client.query(`CREATE DATABASE ${templateDatabase}`);
  await client.end();
  const templateUrl = new URL(serverUrl);
  templateUrl.pathname = templateDatabase;
  await migrate(templateUrl.href);
}

/** One temporary PostgreSQL for the whole run, with a migrated database that every test's own is a copy of. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  await clearKilledRuns();
  const dataDir = join(tmpdir(), `${folderPrefix}${ownMark()}`);
  mkdirSync(dataDir);
  chmodSync(dataDir, 0o755);
  const server = await startEmbeddedPostgres({ dataDir, log, settings });
  await createTemplate(server.url);
  project.provide('postgresUrl', server.url);

  return async () => {
    await server.stop();
    await removeEmbeddedPostgres(dataDir);
    rmSync(dataDir, { recursive: true, force: true });
  };
}
