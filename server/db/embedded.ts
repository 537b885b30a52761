import { existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import { archiveSettings } from './backup/archive.ts';
import { addressOf, canHoldSocket } from './postgres/address.ts';
import { clusterPassword, makeCluster } from './postgres/cluster.ts';
import { type DatabaseFolder, databaseFolder, fallbackFolder, NoDatabaseThere, removeDatabaseFolder } from './postgres/folder.ts';
import { clearLeftovers, runningPort } from './postgres/leftover.ts';
import { type InstalledPrograms, installedPrograms, reachablePrograms } from './postgres/programs.ts';
import { type Server, startServer } from './postgres/server.ts';

const databaseName = 'headway';

export interface EmbeddedPostgres {
  /** postgresql:// address of the product's database, on this machine only. */
  url: string;
  /** Ends the server; committed data stays. */
  stop(): Promise<void>;
}

interface EmbeddedOptions {
  /** The data folder; the database is in its `postgres`. */
  dataDir: string;
  /** The folder of backups. With it, the server archives its log there; without it, there is no backup. */
  backupDir?: string | undefined;
  log: Pick<Logger, 'debug' | 'error'>;
  /** Server settings beside the defaults, such as `fsync=off` for disposable data. */
  settings?: Readonly<Record<string, string>>;
}

/** Errors of a server start that pass in a moment: another process took the port, a killed server has not fully ended, or another start was quicker. */
const passing = /Address already in use|could not create any TCP\/IP sockets|pre-existing shared memory block|lock file .* already exists/;
const startAttempts = 20;

/** Lines of the server's log that an operator has to read: its disk or that of the archive is full, or it ends. */
const alarming = /PANIC: |No space left on device|archiving .* failed too many times/;

async function startWhenClear(cluster: string, start: () => Promise<Server>): Promise<Server> {
  for (let attempt = 1; ; attempt += 1) {
    await clearLeftovers(cluster);
    try {
      return await start();
    } catch (error) {
      if (attempt === startAttempts || !(error instanceof Error && passing.test(error.message))) throw error;
      await pause(100);
    }
  }
}

/** Finds the server's programs before it makes the folder: an image without them has no folder that its user may write to. */
async function installation(dataDir: string): Promise<{ installed: InstalledPrograms; place: DatabaseFolder }> {
  const installed = installedPrograms();
  return { installed, place: await databaseFolder(dataDir) };
}

async function createDatabase(serverUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [databaseName]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${databaseName}`);
  } finally {
    await client.end();
  }
}

/**
 * Starts the PostgreSQL server that comes with the product, on a free port, and makes its database when it does not
 * exist. Root runs it under another account. It ends with `stop()`, or when this process is gone. Throws an Error of
 * one readable line when another process uses the database or it cannot be started.
 */
export async function startEmbeddedPostgres({ dataDir, backupDir, log, settings = {} }: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { installed, place } = await installation(dataDir);
  const programs = reachablePrograms(installed, place.account, () => fallbackFolder(place.account));
  const password = await makeCluster(place, programs.initdb);

  const archiving = backupDir === undefined ? {} : archiveSettings(backupDir, place);
  const listening = (await canHoldSocket(place.cluster)) ? { unix_socket_directories: place.cluster } : {};
  const onLine = (line: string) => log[alarming.test(line) ? 'error' : 'debug']({ part: 'embedded PostgreSQL' }, line);
  const server = await startWhenClear(place.cluster, () =>
    startServer({ ...place, ...programs, settings: { ...listening, ...archiving, ...settings }, onLine }),
  );
  let isStopping = false;
  void server.ended.then(() => {
    if (!isStopping) log.error({ part: 'embedded PostgreSQL' }, 'the embedded database stopped unexpectedly');
  });

  const stop = async () => {
    isStopping = true;
    await server.stop();
  };
  const listener = { cluster: place.cluster, port: server.port, password };
  try {
    await createDatabase(addressOf(listener, 'postgres'));
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: addressOf(listener, databaseName), stop };
}

/**
 * Returns the embedded database for an operator's command: that of the running product, which `stop()` leaves running,
 * or else one started for the command. Throws NoDatabaseThere; an empty one would answer for the one that was meant.
 */
export async function shareEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { place } = await installation(options.dataDir);
  if (!existsSync(place.cluster)) throw new NoDatabaseThere(options.dataDir);
  const port = runningPort(place.cluster);
  if (port === undefined) return startEmbeddedPostgres(options);
  const password = clusterPassword(place.cluster);
  return { url: addressOf({ cluster: place.cluster, port, password }, databaseName), stop: async () => {} };
}

/** Removes the embedded database of a data folder with all its data. Throws when it is in use. */
export async function removeEmbeddedPostgres(dataDir: string): Promise<void> {
  if (!existsSync(dataDir)) return;
  const { cluster } = await databaseFolder(dataDir);
  await clearLeftovers(cluster);
  removeDatabaseFolder(dataDir);
}
