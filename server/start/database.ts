import { resolve } from 'node:path';
import pg from 'pg';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { startEmbeddedPostgres } from '../db/embedded.ts';
import { migrate } from '../db/migrate.ts';
import { addressesOf, connectionTo } from '../db/primary.ts';
import { type Lifecycle, StartRefused } from './lifecycle.ts';

/** Refuses in one line when no server answers at DATABASE_URL, or only one that follows another, without printing the password in it. */
export async function requireReachable(databaseUrl: string): Promise<void> {
  const asked = addressesOf(databaseUrl).map((address) => new URL(address));
  const named = asked.map(({ host, pathname }) => `${host}${pathname}`).join(', ');
  const client = new pg.Client({ ...connectionTo(databaseUrl), connectionTimeoutMillis: 5_000 });
  let follows: boolean | undefined;
  try {
    await client.connect();
    const { rows } = await client.query<{ follows: boolean }>('SELECT pg_is_in_recovery() AS follows');
    follows = rows[0]?.follows;
  } catch (error) {
    throw new StartRefused(`DATABASE_URL: no PostgreSQL answers for ${named} (${error instanceof Error ? error.message : String(error)})`);
  } finally {
    await client.end().catch(() => {});
  }
  if (follows) throw new StartRefused(`DATABASE_URL: ${named} is a standby, which takes no change: name its primary, or both with a comma between them`);
}

/** Connects to the configured database or starts the embedded one, and brings its tables up to date. Resolves to its address. */
export async function openDatabase(config: Config, lifecycle: Lifecycle, log: Logger): Promise<string> {
  if (config.databaseUrl) await requireReachable(config.databaseUrl);
  const databaseUrl = config.databaseUrl ?? (await startEmbedded(config, lifecycle, log));
  await migrate(databaseUrl);
  return databaseUrl;
}

/** Returns the error of a folder that cannot be used as a line that names its setting; other errors unchanged. */
function folderRefusal(error: unknown, { backupDir }: Config): unknown {
  if (!(error instanceof Error && 'syscall' in error && 'path' in error && typeof error.path === 'string')) return error;
  const isOfBackups = backupDir !== undefined && error.path.startsWith(resolve(backupDir));
  return new StartRefused(`${isOfBackups ? 'BACKUP_DIR' : 'DATA_DIR'}: ${error.message}`);
}

async function startEmbedded(config: Config, lifecycle: Lifecycle, log: Logger): Promise<string> {
  const server = await startEmbeddedPostgres({ dataDir: config.dataDir, backupDir: config.backupDir, log }).catch((error: unknown) => {
    throw folderRefusal(error, config);
  });
  lifecycle.started('embedded PostgreSQL', server.stop);
  return server.url;
}
