import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { connectionTo } from './primary.ts';

const migrationsFolder = fileURLToPath(new URL('../../prisma/migrations/', import.meta.url));

/** The lock that Prisma's own `migrate deploy` takes, so that the two never run at once. */
const migrationLock = 72_707_369;
const oldestServerVersion = 150_000;

/** The database cannot be migrated, and an operator has to decide. The message is one readable line. */
export class MigrationRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'MigrationRefused';
  }
}

interface Migration {
  name: string;
  sql: string;
  checksum: string;
}

interface AppliedMigration {
  migration_name: string;
  checksum: string;
  finished_at: Date | null;
}

/** Prisma's own table definition: its tools must accept the records written here. */
const createRecords = `
  CREATE TABLE IF NOT EXISTS _prisma_migrations (
    id varchar(36) PRIMARY KEY NOT NULL,
    checksum varchar(64) NOT NULL,
    finished_at timestamptz,
    migration_name varchar(255) NOT NULL,
    logs text,
    rolled_back_at timestamptz,
    started_at timestamptz NOT NULL DEFAULT now(),
    applied_steps_count integer NOT NULL DEFAULT 0
  )`;

async function readMigrations(folder: string): Promise<Migration[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(
    names.toSorted().map(async (name) => {
      const sql = await readFile(join(folder, name, 'migration.sql'), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

/** Returns the migrations still to be applied. Ignores an applied migration that this version does not know: a newer version applied it. */
function pendingMigrations(known: readonly Migration[], applied: readonly AppliedMigration[]): Migration[] {
  const byName = new Map(applied.map((row) => [row.migration_name, row]));
  return known.filter(({ name, checksum }) => {
    const row = byName.get(name);
    if (!row) return true;
    if (!row.finished_at) throw new MigrationRefused(`migration ${name} was begun and never finished: look at _prisma_migrations and settle it by hand`);
    if (row.checksum === checksum) return false;
    throw new MigrationRefused(
      `migration ${name} was changed after this database had applied it: begin anew with an empty database, as npm run db:reset makes the embedded one, or restore the migration's file`,
    );
  });
}

async function requireServerVersion(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ server_version_num: string; server_version: string }>(
    `SELECT current_setting('server_version_num') AS server_version_num, current_setting('server_version') AS server_version`,
  );
  if (Number(rows[0]?.server_version_num) >= oldestServerVersion) return;
  throw new MigrationRefused(`the database runs PostgreSQL ${rows[0]?.server_version}, and 15 or later is needed`);
}

/** Returns the migrations that were applied; none before the first one. */
async function readRecords(client: pg.Client): Promise<AppliedMigration[]> {
  const { rows: tables } = await client.query<{ may: boolean | null; role: string }>(
    `SELECT has_table_privilege(to_regclass('_prisma_migrations'), 'SELECT') AS may, current_user AS role`,
  );
  const [{ may, role } = { may: null, role: '' }] = tables;
  if (may === null) return [];
  if (!may)
    throw new MigrationRefused(`the role ${role} may not read the product's tables: grant it what “The database role” in server/docs/deploying.md says`);
  const { rows } = await client.query<AppliedMigration>('SELECT migration_name, checksum, finished_at FROM _prisma_migrations WHERE rolled_back_at IS NULL');
  return rows;
}

/** Refuses to begin with a role that may not change tables, as the product's own is where it is deployed. */
async function requireOwner(client: pg.Client, pending: readonly Migration[]): Promise<void> {
  const { rows } = await client.query<{ may: boolean; role: string }>(`SELECT has_schema_privilege(current_schema(), 'CREATE') AS may, current_user AS role`);
  if (rows[0]?.may) return;
  throw new MigrationRefused(
    `${pending.length} migrations are missing and the role ${rows[0]?.role} may not apply them: run "node server/main.ts migrate" with the DATABASE_URL of the tables' owner`,
  );
}

async function apply(client: pg.Client, { name, sql, checksum }: Migration): Promise<void> {
  const { rows } = await client.query<{ now: Date }>('SELECT clock_timestamp() AS now');
  try {
    await client.query(sql);
  } catch (error) {
    throw new MigrationRefused(`migration ${name} failed and nothing of it was kept: ${error instanceof Error ? error.message : String(error)}`);
  }
  await client.query(
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count) VALUES ($1, $2, $3, $4, clock_timestamp(), 1)`,
    [randomUUID(), checksum, name, rows[0]?.now],
  );
}

/**
 * Applies the missing migrations of prisma/migrations and returns their names. All run in one transaction under a lock:
 * of two processes that start together, one applies them and the other waits and finds nothing to do; a failure leaves
 * nothing behind. Records have Prisma's own form, so `prisma migrate deploy` agrees. Throws a MigrationRefused when an
 * applied migration was changed, one failed, the role may not change tables, or the server is too old.
 */
export async function migrate(databaseUrl: string, folder: string = migrationsFolder): Promise<string[]> {
  const migrations = await readMigrations(folder);
  const client = new pg.Client({ ...connectionTo(databaseUrl), application_name: 'headway-migrate' });
  await client.connect();
  try {
    await requireServerVersion(client);
    await client.query('BEGIN');
    await client.query('SELECT pg_advisory_xact_lock($1)', [migrationLock]);
    const pending = pendingMigrations(migrations, await readRecords(client));
    if (pending.length > 0) {
      await requireOwner(client, pending);
      await client.query(createRecords);
    }
    for (const migration of pending) await apply(client, migration);
    await client.query('COMMIT');
    return pending.map((migration) => migration.name);
  } finally {
    // Without a COMMIT, closing the connection rolls back.
    await client.end();
  }
}
