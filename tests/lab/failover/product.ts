import type { ChildProcess } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '../../../server/config.ts';
import { removeEmbeddedPostgres, startEmbeddedPostgres } from '../../../server/db/embedded.ts';
import { createLifecycle } from '../../../server/start/lifecycle.ts';
import { type OpenDeps, openDeps } from '../../../server/start/product.ts';
import { openTime } from '../../../server/start/time.ts';
import { pressButton } from '../../support/ask.ts';
import { freePort } from '../../support/freePort.ts';
import { startRole, stopRole } from '../../support/roleProcess.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';
import { type Pair, startPair } from './pair.ts';

/** The product on a pair of databases: two web processes, two workers and one that decides purchases, beside a sandbox whose own database never fails. */
export interface FailoverProduct {
  pair: Pair;
  /** The first web process: the sandbox sends its webhooks there. */
  url: string;
  webUrls: readonly string[];
  /** Every process that decides purchases. */
  deciderUrls: readonly string[];
  sandboxUrl: string;
  /** The database of the stand-ins of card issuer and bank. */
  sandboxDatabaseUrl: string;
  /** Dependencies of the harness, which makes merchants with them. */
  deps: OpenDeps;
  logFile: string;
  press: <Result = unknown>(button: string, fields: object) => Promise<Result>;
  /** Does work while only one of the workers runs. */
  withWorker: (place: number, work: () => Promise<void>) => Promise<void>;
  stop: (keep: { log: boolean }) => Promise<void>;
}

/** Starts everything in a folder that is removed afterward. */
export async function startFailoverProduct(): Promise<FailoverProduct> {
  const folder = temporaryFolder('headway-failover-');
  const logFile = join(folder, 'product.log');
  const sandboxData = join(folder, 'sandbox');
  mkdirSync(sandboxData, { mode: 0o755 });
  const sandboxDatabase = await startEmbeddedPostgres({ dataDir: sandboxData, log: { debug: () => {}, error: console.error } });
  const pair = await startPair(folder);
  const [first, second, decide, sandboxPort, smtpPort] = await Promise.all([freePort(), freePort(), freePort(), freePort(), freePort()]);
  const at = (port: number) => `http://127.0.0.1:${port}`;
  const environment = {
    NODE_ENV: 'test',
    LOG_LEVEL: 'warn',
    DATABASE_URL: pair.databaseUrl,
    PORT: String(first),
    DECISION_URL: at(decide),
    SANDBOX_PORT: String(sandboxPort),
    SANDBOX_SMTP_PORT: String(smtpPort),
  };
  const start = (role: string, own: Record<string, string> = {}) => startRole(role, { environment: { ...environment, ...own }, logFile });
  const sandbox = await start('sandbox', { DATABASE_URL: sandboxDatabase.url });
  const others = [await start('web'), await start('web', { PORT: String(second) }), await start('decide', { PORT: String(decide) })];
  const workers = [await start('worker'), await start('worker')];

  const lifecycle = createLifecycle();
  const config = readConfig({ ...environment, LOG_LEVEL: 'silent', ROLE: 'web' });
  const deps = await openDeps(config, pair.databaseUrl, lifecycle, (await openTime(config)).clock);
  async function stop(keep: { log: boolean }): Promise<void> {
    await Promise.all([...workers, ...others].map(stopRole));
    await stopRole(sandbox);
    await lifecycle.stop();
    await pair.stop();
    await sandboxDatabase.stop();
    await removeEmbeddedPostgres(sandboxData);
    for (const name of ['one', 'other']) await removeEmbeddedPostgres(join(folder, name));
    if (!keep.log) rmSync(folder, { recursive: true, force: true });
  }
  let stopping: Promise<void> | undefined;
  return {
    pair,
    url: at(first),
    webUrls: [at(first), at(second)],
    deciderUrls: [at(decide), at(first), at(second)],
    sandboxUrl: at(sandboxPort),
    sandboxDatabaseUrl: sandboxDatabase.url,
    deps,
    logFile,
    press: (button, fields) => pressButton(at(sandboxPort), button, fields),
    async withWorker(place, work) {
      const resting = 1 - place;
      await stopRole(workers[resting] as ChildProcess);
      await work();
      workers[resting] = await start('worker');
    },
    stop: (keep) => (stopping ??= stop(keep)),
  };
}
