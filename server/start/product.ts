import { Registry } from 'prom-client';
import { type Clock, systemClock } from '../clock.ts';
import type { Config } from '../config.ts';
import { ChangeFeed } from '../db/changeFeed.ts';
import { createDatabase, type PrismaDatabase } from '../db/client.ts';
import { connectionTo } from '../db/primary.ts';
import { databaseAnswers } from '../db/queries/ready.ts';
import { Replica } from '../db/replica.ts';
import { ReplicaWatch } from '../db/replicaWatch.ts';
import { createSecrets } from '../db/secrets.ts';
import { createFileProcesses, type FileProcesses } from '../files/fileProcesses.ts';
import { bankHolidays, usHolidays } from '../holidays.ts';
import { createApp, type Frontends } from '../http/app.ts';
import { controlPanelRouter } from '../http/controlPanel.ts';
import { startDevelopmentServers } from '../http/developmentServers.ts';
import { builtEmbeddedApp, embeddedApp } from '../http/embedded.ts';
import { builtTemplate, standaloneAssets, standalonePage } from '../http/frontends.ts';
import { mailLinksRouter } from '../http/mailLinks.ts';
import { type PageNotices, withNotice } from '../http/pageNotices.ts';
import { routes } from '../http/routes/index.ts';
import { unsubscribeRouter } from '../http/unsubscribe.ts';
import { createWatchedApp } from '../http/watchedApp.ts';
import { authorizationRouter } from '../http/webhooks/authorization.ts';
import { webhookRouter } from '../http/webhooks/index.ts';
import { shopWebhookRouter } from '../http/webhooks/shop.ts';
import { allocateOlderPayments } from '../jobs/allocateOlder.ts';
import { registerJobFigures } from '../jobs/figures.ts';
import { startWorker } from '../jobs/index.ts';
import { openQueue } from '../jobs/queue.ts';
import { createLog } from '../log.ts';
import { programByHost, resolvePrograms } from '../programs/index.ts';
import type { Deps } from '../services/deps.ts';
import { EventStreams } from '../services/events/eventStreams.ts';
import { publishAgreements } from '../services/onboarding/publishAgreements.ts';
import { logUnannounced, openConnections } from './connections.ts';
import { openDatabase } from './database.ts';
import type { Lifecycle } from './lifecycle.ts';
import { listen } from './listen.ts';
import { openProviders } from './providers.ts';
import { openSandbox } from './sandbox.ts';
import { openTime, type Time } from './time.ts';

/** The pages that the web process serves to browsers: the built frontends, both Vite servers, or none beside the API. */
export type FrontendMode = 'built' | 'development' | 'none';

/** The dependencies of use cases, with the full Prisma client for the code that opened the database. */
export interface OpenDeps extends Deps {
  database: PrismaDatabase;
  changeFeed: ChangeFeed;
  events: EventStreams;
  files: Pick<FileProcesses, 'make' | 'refuseWaiting' | 'startFirst'>;
}

export interface Product {
  deps: OpenDeps;
  /** The control page of the sandbox, when this process runs it. */
  sandboxUrl: string | undefined;
  /** Notices of the branded sites, which may change while the product runs. */
  notices: PageNotices;
}

/**
 * Opens all that use cases need, on a database whose tables are up to date. Without `schedules` only requested work
 * runs.
 */
export async function openDeps(config: Config, databaseUrl: string, lifecycle: Lifecycle, clock: Clock, { schedules = true } = {}): Promise<OpenDeps> {
  const log = createLog(config.logLevel);
  const programs = resolvePrograms(config);
  const metrics = new Registry();
  const { database, decisions } = await openConnections(databaseUrl, decisionConnections, log, lifecycle);
  const worker = config.role === 'all' || config.role === 'worker';
  const queue = await openQueue({ connection: connectionTo(databaseUrl), log, worker, runsSchedules: worker && schedules });
  lifecycle.started('job queue', () => queue.stop(2_000));
  registerJobFigures(metrics, { queue, log });
  const replica = openReplica(config, { database, log, metrics }, lifecycle);
  const files = createFileProcesses({
    entry: new URL('fileProcess.ts', import.meta.url),
    data: { config: { environment: config.environment, logLevel: config.logLevel }, databaseUrl, replicaUrl: config.databaseReplicaUrl },
    log,
    clock,
    machineClock: systemClock,
    metrics,
    replica,
  });
  lifecycle.started('processes for files', files.stop);
  const changeFeed = new ChangeFeed({ databaseUrl, log });
  lifecycle.started('connection that hears of changes', () => changeFeed.stop());
  const providers = openProviders(config, metrics, systemClock, database);
  lifecycle.started('analytics', () => providers.analytics.close());
  return {
    config,
    clock,
    machineClock: systemClock,
    log,
    metrics,
    database,
    beginReading: async () => (replica?.isInUse ? replica.replica.begin() : database),
    decisions,
    secrets: createSecrets(config.encryptionKeys),
    queue,
    providers,
    changeFeed,
    events: new EventStreams(changeFeed, metrics),
    files,
    programs,
    programOfHost: (host) => programByHost(host, programs),
    isHoliday: usHolidays(),
    isBankHoliday: bankHolidays(),
  };
}

/** The web process itself reads only what staff see across customers. */
const replicaConnections = 3;

/** Watches the replica in a process that answers requests; undefined where there is none. A start does not wait for it. */
function openReplica(
  config: Config,
  { database, log, metrics }: Pick<OpenDeps, 'database' | 'log' | 'metrics'>,
  lifecycle: Lifecycle,
): ReplicaWatch | undefined {
  const url = config.databaseReplicaUrl;
  if (url === undefined || (config.role !== 'all' && config.role !== 'web')) return undefined;
  const watch = new ReplicaWatch({
    primary: database,
    open: (report) => new Replica({ url, maximumConnections: replicaConnections, primary: database, report }),
    clock: systemClock,
    log,
    metrics,
  });
  watch.start();
  lifecycle.started('replica', () => watch.stop());
  return watch;
}

interface Web {
  mode: FrontendMode;
  databaseUrl: string;
  notices: PageNotices;
}

async function openFrontends(deps: Deps, lifecycle: Lifecycle, { mode, notices }: Omit<Web, 'databaseUrl'>): Promise<Frontends | undefined> {
  if (mode === 'none') return undefined;
  const development = mode === 'development';
  if (!development)
    return {
      assets: standaloneAssets(),
      page: standalonePage(deps, withNotice(await builtTemplate(), notices)),
      embedded: embeddedApp({ deps, routes, build: await builtEmbeddedApp(), development }),
    };
  const servers = await startDevelopmentServers();
  lifecycle.started('development servers', servers.stop);
  return {
    assets: servers.assets,
    page: standalonePage(deps, withNotice(servers.template, notices)),
    embedded: embeddedApp({ deps, routes, build: servers.embedded, development }),
  };
}

/** Decisions about purchases have connections of their own, so that they wait for none that other requests hold. */
const decisionConnections = 5;

async function startWeb(deps: OpenDeps, lifecycle: Lifecycle, { databaseUrl, ...pages }: Web): Promise<void> {
  const decisions = createDatabase(databaseUrl, { maximumConnections: decisionConnections, onUnannounced: logUnannounced(deps.log) });
  lifecycle.started('database connections of decisions', () => decisions.$disconnect());
  const app = createApp({
    deps,
    routes,
    raw: [
      authorizationRouter({ ...deps, database: decisions }),
      webhookRouter(deps),
      shopWebhookRouter(deps),
      controlPanelRouter(deps),
      mailLinksRouter(deps),
      unsubscribeRouter(deps),
    ],
    frontends: await openFrontends(deps, lifecycle, pages),
    isReady: () => databaseAnswers(deps.database),
    development: pages.mode === 'development',
  });
  await deps.changeFeed.listen();
  const web = await listen(app, deps.config.port, 'PORT');
  lifecycle.started('web', web.stop);
  // Stopped first, so that requests that wait for a file are answered and not cut off.
  lifecycle.started('orders of files', async () => deps.files.refuseWaiting());
  lifecycle.started('streams of events', () => deps.events.close());
}

/** Lets operators watch a worker, whose figures no web process knows. */
async function startWatching(deps: OpenDeps, lifecycle: Lifecycle, port: number): Promise<void> {
  const app = createWatchedApp(deps, () => databaseAnswers(deps.database), []);
  const watched = await listen(app, port, 'WORKER_PORT');
  lifecycle.started('operators’ endpoints', watched.stop);
}

interface ProductOptions {
  frontends: FrontendMode;
  /** The product's clock. Turns schedules off, since they go by the database's clock. Default: the machine's clock, or the sandbox's. */
  clock?: Clock;
}

/**
 * Opens and starts what the role needs, in the order of dependence. The lifecycle records each part and stops them in
 * reverse. Throws a StartRefused, ConfigurationError or MigrationRefused with lines for the operator.
 */
export async function startProduct(config: Config, lifecycle: Lifecycle, { frontends, clock }: ProductOptions): Promise<Product> {
  const runs = (role: Config['role']) => config.role === 'all' || config.role === role;
  const log = createLog(config.logLevel);
  const databaseUrl = await openDatabase(config, lifecycle, log);
  const sandboxUrl = runs('sandbox') ? await openSandbox(config, databaseUrl, lifecycle, log) : undefined;
  const time: Time = clock ? { clock, follow: () => async () => {} } : await openTime(config);
  const deps = await openDeps(config, databaseUrl, lifecycle, time.clock, { schedules: clock === undefined });
  if (runs('web') || runs('worker')) await publishAgreements(deps);
  if (runs('web') || runs('worker')) await allocateOlderPayments(deps);
  const notices: PageNotices = new Map();
  if (runs('web')) await startWeb(deps, lifecycle, { mode: frontends, databaseUrl, notices });
  if (runs('worker')) await startWorker(deps);
  if (config.role === 'worker' && config.workerPort !== undefined) await startWatching(deps, lifecycle, config.workerPort);
  lifecycle.started('time', time.follow(log, runs('worker') ? deps.queue.runSchedules : undefined));
  return { deps, sandboxUrl, notices };
}
