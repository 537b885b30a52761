import pg from 'pg';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { startEmbeddedPostgres } from '../db/embedded.ts';
import { migrate } from '../db/migrate.ts';
import { addressesOf, connectionTo } from '../db/primary.ts';
import { type Lifecycle, StartRefused } from './lifecycle.ts';

/** Refuses in one line when no server answers at DATABASE_URL, without printing the password in it. */
export async function requireReachable(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ ...connectionTo(databaseUrl), connectionTimeoutMillis: 5_000 });
  try {
    await client.connect();
  } catch (error) {
    const asked = addressesOf(databaseUrl).map((address) => new URL(address));
    throw new StartRefused(
      `DATABASE_URL: no PostgreSQL answers for ${asked.map(({ host, pathname }) => `${host}${pathname}`).join(', ')} (${error instanceof Error ? error.message : String(error)})`,
    );
  } finally {
    await client.end().catch(() => {});
  }
}

/** Connects to the configured database or starts the embedded one, and brings its tables up to date. Resolves to its address. */
export async function openDatabase(config: Config, lifecycle: Lifecycle, log: Logger): Promise<string> {
  if (config.databaseUrl) await requireReachable(config.databaseUrl);
  const databaseUrl = config.databaseUrl ?? (await startEmbedded(config, lifecycle, log));
  await migrate(databaseUrl);
  return databaseUrl;
}

async function startEmbedded(config: Config, lifecycle: Lifecycle, log: Logger): Promise<string> {
  const server = await startEmbeddedPostgres({ dataDir: config.dataDir, backupDir: config.backupDir, log });
  lifecycle.started('embedded PostgreSQL', server.stop);
  return server.url;
}
