import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { removeEmbeddedPostgres, startEmbeddedPostgres } from '../../server/db/embedded.ts';
import { migrate } from '../../server/db/migrate.ts';
import { databaseFolder, fallbackFolder } from '../../server/db/postgres/folder.ts';
import { installedPrograms, reachablePrograms } from '../../server/db/postgres/programs.ts';
import { type Server, startServer } from '../../server/db/postgres/server.ts';
import { freePort } from '../support/freePort.ts';
import { signalServer } from '../support/serverProcesses.ts';

/** A PostgreSQL with the product's tables that is started again whenever it ends by itself, as an operator's supervisor does. */
export interface SupervisedDatabase {
  /** The folder of its files, by which its processes are found. */
  cluster: string;
  port: number;
  url: string;
  /** How often it was started again. */
  restarts: () => number;
  stop: () => Promise<void>;
}

/** The log is kept short, as the disk is small. */
const settings = { shared_buffers: '64MB', max_connections: '200', min_wal_size: '32MB', max_wal_size: '64MB', checkpoint_timeout: '30s' };
const betweenStartsMs = 500;

/** Makes it in a folder. */
export async function startSupervisedDatabase(dataDir: string): Promise<SupervisedDatabase> {
  const first = await startEmbeddedPostgres({ dataDir, log: { debug: () => {}, error: console.error } });
  await migrate(first.url);
  await first.stop();
  const place = await databaseFolder(dataDir);
  const port = await freePort();
  const programs = reachablePrograms(installedPrograms(), place.account, () => fallbackFolder(place.account));
  let server: Server;
  let isStopping = false;
  let restarts = 0;
  const start = async () => {
    server = await startServer({ ...place, ...programs, settings: { ...settings, port: String(port) }, onLine: () => {} });
  };

  async function supervise(): Promise<void> {
    for (;;) {
      await server.ended;
      if (isStopping) return;
      // While the disk is full it may end at its start as well.
      while (
        !(await start().then(
          () => true,
          () => false,
        ))
      )
        await pause(betweenStartsMs);
      restarts += 1;
    }
  }

  await start();
  const supervising = supervise();
  return {
    cluster: place.cluster,
    port,
    url: Object.assign(new URL(first.url), { port: String(port) }).href,
    restarts: () => restarts,
    async stop() {
      isStopping = true;
      if (existsSync(join(place.cluster, 'postmaster.pid'))) signalServer(place.cluster, 'SIGCONT');
      await server.stop();
      await supervising;
      await removeEmbeddedPostgres(dataDir);
    },
  };
}
