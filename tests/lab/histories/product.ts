import type { ChildProcess } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '../../../server/config.ts';
import { removeEmbeddedPostgres, startEmbeddedPostgres } from '../../../server/db/embedded.ts';
import { createLifecycle } from '../../../server/start/lifecycle.ts';
import { type OpenDeps, openDeps } from '../../../server/start/product.ts';
import { openTime } from '../../../server/start/time.ts';
import { pressButton } from '../../support/ask.ts';
import { type CuttingProxy, startCuttingProxy } from '../../support/cuttingProxy.ts';
import { freePort } from '../../support/freePort.ts';
import { startRole, stopRole } from '../../support/roleProcess.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';
import { type SupervisedDatabase, startSupervisedDatabase } from './database.ts';
import { makeSmallDisk, type SmallDisk } from './nemesis/smallDisk.ts';

/** A process of the product, which can be stopped and whose clock can be moved. */
export interface RoleProcess {
  name: string;
  child: ChildProcess;
}

/**
 * The product as separate processes: two web processes, a worker and one that decides purchases, on a database on a small disk, beside
 * a sandbox whose own database is left alone. Every way between clients, processes, database and sandbox leads through a proxy.
 */
export interface DisturbedProduct {
  /** A web process without a proxy before it, for what is done before anything is disturbed. */
  url: string;
  /** Addresses for clients. Every process that decides purchases comes last. */
  webUrls: readonly [string, string];
  deciderUrls: readonly [string, string, string];
  sandboxUrl: string;
  database: SupervisedDatabase;
  disk: SmallDisk;
  roles: readonly RoleProcess[];
  proxies: { readonly clients: readonly CuttingProxy[]; readonly database: CuttingProxy; readonly sandbox: CuttingProxy };
  /** Dependencies of the harness, which makes merchants with them and looks for waiting jobs. */
  deps: OpenDeps;
  logFile: string;
  /** Where to write what clients saw, beside the log. */
  historiesFile: string;
  press: <Result = unknown>(button: string, fields: object) => Promise<Result>;
  stop: (keep: { log: boolean }) => Promise<void>;
}

const at = (port: number) => `http://127.0.0.1:${port}`;
const movableClock = ['--import', new URL('movableClock.ts', import.meta.url).href];

/** Starts the proxies before clients, database and sandbox. */
async function startProxies(targets: { web: number; otherWeb: number; decide: number; database: number; sandbox: number }) {
  const before = async (port: number) => startCuttingProxy(await freePort(), port);
  const clients = [await before(targets.web), await before(targets.otherWeb), await before(targets.decide)] as const;
  return { clients, database: await before(targets.database), sandbox: await before(targets.sandbox) };
}

/** Starts everything in a folder that is removed afterward. */
export async function startDisturbedProduct(): Promise<DisturbedProduct> {
  const folder = temporaryFolder('headway-histories-');
  const logFile = join(folder, 'product.log');
  const sandboxData = join(folder, 'sandbox');
  mkdirSync(sandboxData, { mode: 0o755 });
  const sandboxDatabase = await startEmbeddedPostgres({ dataDir: sandboxData, log: { debug: () => {}, error: console.error } });
  const disk = makeSmallDisk(join(folder, 'small'));
  const database = await startSupervisedDatabase(disk.folder, logFile);

  const [web, otherWeb, decide, sandboxPort, smtpPort] = await Promise.all([freePort(), freePort(), freePort(), freePort(), freePort()]);
  const proxies = await startProxies({ web, otherWeb, decide, database: database.port, sandbox: sandboxPort });
  const [toWeb, toOtherWeb, toDecide] = proxies.clients.map(({ port }) => at(port)) as [string, string, string];
  const environment = {
    NODE_ENV: 'test',
    LOG_LEVEL: 'warn',
    DATABASE_URL: Object.assign(new URL(database.url), { port: String(proxies.database.port) }).href,
    DECISION_URL: toDecide,
    SANDBOX_PORT: String(sandboxPort),
    SANDBOX_SMTP_PORT: String(smtpPort),
  };
  const throughProxy = { LITHIC_BASE_URL: `${at(proxies.sandbox.port)}/lithic`, PLAID_BASE_URL: `${at(proxies.sandbox.port)}/plaid` };
  const start = (role: string, own: Record<string, string>) => startRole(role, { environment: { ...environment, ...own }, logFile, node: movableClock });
  const sandbox = await start('sandbox', { DATABASE_URL: sandboxDatabase.url, PORT: String(proxies.clients[0].port) });
  const roles = [
    { name: 'web', child: await start('web', { ...throughProxy, PORT: String(web) }) },
    { name: 'web', child: await start('web', { ...throughProxy, PORT: String(otherWeb) }) },
    { name: 'decide', child: await start('decide', { ...throughProxy, PORT: String(decide) }) },
    { name: 'worker', child: await start('worker', { ...throughProxy, PORT: String(web) }) },
  ];

  const lifecycle = createLifecycle();
  const config = readConfig({ ...environment, PORT: String(web), DATABASE_URL: database.url, LOG_LEVEL: 'silent', ROLE: 'web' });
  const deps = await openDeps(config, database.url, lifecycle, (await openTime(config)).clock);
  async function stop(keep: { log: boolean }): Promise<void> {
    // A process that is stopped does not hear that it is to end.
    for (const { child } of roles) child.kill('SIGCONT');
    await Promise.all(roles.map(({ child }) => stopRole(child)));
    await stopRole(sandbox);
    await lifecycle.stop();
    for (const proxy of [...proxies.clients, proxies.database, proxies.sandbox]) proxy.stop();
    await database.stop();
    disk.remove();
    await sandboxDatabase.stop();
    await removeEmbeddedPostgres(sandboxData);
    if (!keep.log) rmSync(folder, { recursive: true, force: true });
  }
  let stopping: Promise<void> | undefined;
  return {
    url: at(web),
    webUrls: [toWeb, toOtherWeb],
    deciderUrls: [toWeb, toOtherWeb, toDecide],
    sandboxUrl: at(sandboxPort),
    database,
    disk,
    roles,
    proxies,
    deps,
    logFile,
    historiesFile: join(folder, 'histories.json'),
    press: (button, fields) => pressButton(at(sandboxPort), button, fields),
    stop: (keep) => (stopping ??= stop(keep)),
  };
}
