import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '../../../server/config.ts';
import { removeEmbeddedPostgres, startEmbeddedPostgres } from '../../../server/db/embedded.ts';
import { migrate } from '../../../server/db/migrate.ts';
import { createLifecycle } from '../../../server/start/lifecycle.ts';
import { type OpenDeps, openDeps } from '../../../server/start/product.ts';
import { openTime } from '../../../server/start/time.ts';
import { control, pressButton } from '../../support/ask.ts';
import { freePort } from '../../support/freePort.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';
import { type Memory, type Role, type RoleProcess, startRole } from './roles.ts';

/** The whole product in separate processes, as in production: web, worker, decisions, sandbox, and its own PostgreSQL. */
export interface SoakedProduct {
  url: string;
  /** The processes that decide purchases. */
  deciderUrls: readonly string[];
  sandboxUrl: string;
  /** The soak's own dependencies for inspection: the same database and providers, and no worker. */
  deps: OpenDeps;
  logFile: string;
  /** Presses a button of the sandbox's control page. */
  press: <Result = unknown>(button: string, fields: object) => Promise<Result>;
  /** Advances the sandbox's clock, which the product follows, by a day. */
  passDay: () => Promise<void>;
  webMemory: () => Promise<Memory>;
  killWorker: () => Promise<void>;
  startWorker: () => Promise<void>;
  /** Stops everything; keeps the log file if `log` is true. */
  stop: (keep: { log: boolean }) => Promise<void>;
}

/** The data is disposable, so no write waits for a disk. */
const databaseSettings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };
const databaseLog = { debug: () => {}, error: console.error };

async function settings(databaseUrl: string): Promise<Record<string, string>> {
  const [port, decisionPort, sandboxPort, smtpPort] = await Promise.all([freePort(), freePort(), freePort(), freePort()]);
  return {
    NODE_ENV: 'test',
    LOG_LEVEL: 'warn',
    DATABASE_URL: databaseUrl,
    PORT: String(port),
    DECISION_URL: `http://127.0.0.1:${decisionPort}`,
    SANDBOX_PORT: String(sandboxPort),
    SANDBOX_SMTP_PORT: String(smtpPort),
  };
}

/** Starts the product. Its log goes to a file in a separate folder. */
export async function startSoakedProduct(): Promise<SoakedProduct> {
  const folder = temporaryFolder('headway-soak-');
  const dataDir = join(folder, 'data');
  mkdirSync(dataDir);
  const postgres = await startEmbeddedPostgres({ dataDir, log: databaseLog, settings: databaseSettings });
  await migrate(postgres.url);

  const environment = await settings(postgres.url);
  const logFile = join(folder, 'product.log');
  const deciderUrl = environment.DECISION_URL ?? '';
  const start = (role: Role, own: Record<string, string> = {}) => startRole(role, { ...environment, ...own }, logFile);
  const sandbox = await start('sandbox');
  const web = await start('web');
  const decide = await start('decide', { PORT: new URL(deciderUrl).port });
  let worker: RoleProcess | undefined = await start('worker');

  const lifecycle = createLifecycle();
  const config = readConfig({ ...environment, LOG_LEVEL: 'fatal', ROLE: 'web' });
  const time = await openTime(config);
  const deps = await openDeps(config, postgres.url, lifecycle, time.clock);
  lifecycle.started('time', time.follow(deps.log));
  const sandboxUrl = `http://127.0.0.1:${config.sandbox.port}`;
  async function stop(keep: { log: boolean }): Promise<void> {
    await Promise.all([worker?.stop(), web.stop(), decide.stop()]);
    await sandbox.stop();
    await lifecycle.stop();
    await postgres.stop();
    await removeEmbeddedPostgres(dataDir);
    if (!keep.log) rmSync(folder, { recursive: true, force: true });
  }
  let stopping: Promise<void> | undefined;
  const url = `http://127.0.0.1:${config.port}`;
  return {
    url,
    deciderUrls: [deciderUrl, url],
    sandboxUrl,
    deps,
    logFile,
    press: (button, fields) => pressButton(sandboxUrl, button, fields),
    passDay: () => control(sandboxUrl, 'clock/advance', { days: 1 }),
    webMemory: () => web.memory(),
    async killWorker() {
      const victim = worker;
      worker = undefined;
      await victim?.kill();
    },
    async startWorker() {
      worker = await start('worker');
    },
    stop: (keep) => (stopping ??= stop(keep)),
  };
}
