import { createWriteStream, existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { removeEmbeddedPostgres, startEmbeddedPostgres } from '../../../server/db/embedded.ts';
import { migrate } from '../../../server/db/migrate.ts';
import { databaseFolder, fallbackFolder } from '../../../server/db/postgres/folder.ts';
import { installedPrograms, reachablePrograms } from '../../../server/db/postgres/programs.ts';
import { type Server, startServer } from '../../../server/db/postgres/server.ts';
import { freePort } from '../../support/freePort.ts';
import { signalServer } from '../../support/serverProcesses.ts';

/** A PostgreSQL with the product's tables that is started again whenever it ends by itself or answers nobody, as an operator's supervisor does. */
export interface SupervisedDatabase {
  /** The folder of its files, by which its processes are found. */
  cluster: string;
  port: number;
  url: string;
  /** How often it was started again, and how often of these it had not ended by itself but did not answer. */
  restarts: () => { all: number; hung: number };
  stop: () => Promise<void>;
}

/** The log is kept short, as the disk is small. */
const settings = { shared_buffers: '64MB', max_connections: '200', min_wal_size: '32MB', max_wal_size: '64MB', checkpoint_timeout: '30s' };
const betweenStartsMs = 500;
const betweenLooksMs = 2_000;
/** A database that has not answered for longer than any disturbance lasts will not by itself. */
const hungAfterLooks = 12;

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1_000 });
  client.on('error', () => {});
  const isThere = client.connect().then(
    () => true,
    () => false,
  );
  return isThere.finally(() => void client.end().catch(() => undefined));
}

function kill(cluster: string): void {
  try {
    signalServer(cluster, 'SIGKILL');
  } catch (failure) {
    // It has ended, or is about to start.
    if (!['ENOENT', 'ESRCH'].includes((failure as NodeJS.ErrnoException).code ?? '')) throw failure;
  }
}

/** Makes it in a folder. Its log is appended to a file. */
export async function startSupervisedDatabase(dataDir: string, logFile: string): Promise<SupervisedDatabase> {
  const first = await startEmbeddedPostgres({ dataDir, log: { debug: () => {}, error: console.error } });
  await migrate(first.url);
  await first.stop();
  const place = await databaseFolder(dataDir);
  const port = await freePort();
  const programs = reachablePrograms(installedPrograms(), place.account, () => fallbackFolder(place.account));
  let server: Server;
  let isStopping = false;
  const url = Object.assign(new URL(first.url), { hostname: '127.0.0.1', port: String(port) }).href;
  const log = createWriteStream(logFile, { flags: 'a' });
  const restarts = { all: 0, hung: 0 };
  const start = async () => {
    server = await startServer({ ...place, ...programs, settings: { ...settings, port: String(port) }, onLine: (line) => log.write(`${line}\n`) });
  };

  /** Starts it as often as it takes: while the disk is full it may end at its start as well. */
  async function startAgain(): Promise<void> {
    for (;;) {
      try {
        return await start();
      } catch {
        await pause(betweenStartsMs);
      }
    }
  }

  async function supervise(): Promise<void> {
    for (;;) {
      await server.ended;
      if (isStopping) return;
      await startAgain();
      restarts.all += 1;
    }
  }

  async function endWhenHung(): Promise<void> {
    for (let missed = 0; !isStopping; await pause(betweenLooksMs)) {
      missed = (await answers(url)) ? 0 : missed + 1;
      if (missed < hungAfterLooks || isStopping) continue;
      missed = 0;
      restarts.hung += 1;
      kill(place.cluster);
    }
  }

  await start();
  const supervising = Promise.all([supervise(), endWhenHung()]);
  return {
    cluster: place.cluster,
    port,
    url,
    restarts: () => restarts,
    async stop() {
      isStopping = true;
      if (existsSync(join(place.cluster, 'postmaster.pid'))) signalServer(place.cluster, 'SIGCONT');
      await server.stop();
      await supervising;
      log.end();
      await removeEmbeddedPostgres(dataDir);
    },
  };
}
