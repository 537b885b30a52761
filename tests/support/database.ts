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

function addressOf(name: string): URL {
  const url = new URL(inject('postgresUrl'));
  url.pathname = name;
  return url;
}

/** Makes a fresh copy of a database to which nobody is connected, for this caller alone. */
export async function openCopyOf(template: string): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await administer(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`);
  const url = addressOf(name);
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

/** Makes a further template once in a run, whichever process asks for it first. Returns what `fill` tells of what it put there. */
export async function makeTemplate(name: string, fill: (url: string) => Promise<string>): Promise<string> {
  const client = new pg.Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock(hashtext($1))', [name]);
    const { rows } = await client.query(`SELECT shobj_description(oid, 'pg_database') AS told FROM pg_database WHERE datname = $1`, [name]);
    if (rows[0]?.told) return rows[0].told;
    // One that is told nothing of was given up half-way.
    await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${templateDatabase} STRATEGY file_copy`);
    const told = await fill(addressOf(name).href);
    // Nothing is copied while somebody is connected, and what has closed its connections may take a while to be gone.
    await client.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [name]);
    await client.query(`COMMENT ON DATABASE ${name} IS ${pg.escapeLiteral(told)}`);
    return told;
  } finally {
    await client.end();
  }
}
