import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { createDatabase, type PrismaDatabase } from '../../server/db/client.ts';

export const templateDatabase = 'headway_template';

export interface TestDatabase {
  url: string;
  database: PrismaDatabase;
  /** Closes the connections and drops the database, even while others are connected to it. */
  stop(): Promise<void>;
}

let opened: pg.Pool | undefined;

/** The connection by which the files that share a process make and drop their databases. It may be cut off as the server stops, at the end of the run. */
function administration(): pg.Pool {
  opened ??= new pg.Pool({ connectionString: inject('postgresUrl'), max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true }).on('error', () => {});
  return opened;
}

const administer = (statement: string) => administration().query(statement);

async function openCopyOf(template: string): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await administer(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`);
  const url = new URL(inject('postgresUrl'));
  url.pathname = name;
  /** Empty once it has stopped, as the product of a test. */
  let open: PrismaDatabase | undefined = createDatabase(url.href, { maximumConnections: 5 });
  return {
    url: url.href,
    get database() {
      if (!open) throw new Error('the database of this test has been dropped');
      return open;
    },
    async stop() {
      const closing = open;
      open = undefined;
      await closing?.$disconnect();
      await administer(`DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}

/** Makes a fresh database with the product's tables, for this caller alone. */
export const testDatabase = (): Promise<TestDatabase> => openCopyOf(templateDatabase);

/** Makes a fresh, empty database. */
export const emptyDatabase = (): Promise<TestDatabase> => openCopyOf('template0');
