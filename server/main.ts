import { Registry } from 'prom-client';
import { systemClock } from './clock.ts';
import { type Config, ConfigurationError, readConfig } from './config.ts';
import { createDatabase } from './db/client.ts';
import { createSecrets } from './db/secrets.ts';
import { DomainError } from './domain/errors.ts';
import { bankHolidays, usHolidays } from './holidays.ts';
import { createApp, type Faces } from './http/app.ts';
import { startDevelopmentServers } from './http/developmentServers.ts';
import { builtEmbeddedApp, embeddedApp } from './http/embedded.ts';
import { builtTemplate, standaloneAssets, standalonePage } from './http/faces.ts';
import { routes } from './http/routes/index.ts';
import { openQueue } from './jobs/queue.ts';
import { createLog } from './log.ts';
import { programByHost, resolvePrograms } from './programs/index.ts';
import type { Deps } from './services/deps.ts';
import { describeAddresses } from './start/addresses.ts';
import { openDatabase } from './start/database.ts';
import { createLifecycle, type Lifecycle, StartRefused } from './start/lifecycle.ts';
import { listen } from './start/listen.ts';

/** The one place of composition: reads the settings, opens what the role needs, and starts it in the order in which parts need each other. */

const development = process.argv.includes('--dev');

async function openDeps(config: Config, databaseUrl: string, lifecycle: Lifecycle): Promise<Deps> {
  const log = createLog(config.logLevel);
  const programs = resolvePrograms(config);
  const database = createDatabase(databaseUrl);
  lifecycle.started('database connections', () => database.$disconnect());
  const queue = await openQueue({ databaseUrl, log, worker: config.role === 'all' || config.role === 'worker' });
  lifecycle.started('job queue', () => queue.stop(3_000));
  return {
    config,
    clock: systemClock,
    log,
    metrics: new Registry(),
    database,
    secrets: createSecrets(config.encryptionKeys),
    queue,
    programs,
    programOfHost: (host) => programByHost(host, programs),
    isHoliday: usHolidays(),
    isBankHoliday: bankHolidays(),
  };
}

async function openFaces(deps: Deps, lifecycle: Lifecycle): Promise<Faces> {
  if (!development) {
    return {
      assets: standaloneAssets(),
      page: standalonePage(deps, await builtTemplate()),
      embedded: embeddedApp(deps, await builtEmbeddedApp(), { development }),
    };
  }
  const servers = await startDevelopmentServers();
  lifecycle.started('development servers', servers.stop);
  return { assets: servers.assets, page: standalonePage(deps, servers.template), embedded: embeddedApp(deps, servers.embedded, { development }) };
}

async function startWeb(deps: Deps, lifecycle: Lifecycle): Promise<void> {
  const isReady = async () => {
    await deps.database.$queryRaw`SELECT 1`;
    return true;
  };
  const app = createApp({ deps, routes, raw: [], faces: await openFaces(deps, lifecycle), isReady, development });
  const web = await listen(app, deps.config.port, 'PORT');
  lifecycle.started('web', web.stop);
}

async function start(lifecycle: Lifecycle): Promise<void> {
  const config = readConfig(process.env);
  const programs = resolvePrograms(config);
  const log = createLog(config.logLevel);
  lifecycle.stopOnSignals(log);
  const databaseUrl = await openDatabase(config, lifecycle, log);
  const runs = (role: Config['role']) => config.role === 'all' || config.role === role;

  const deps = await openDeps(config, databaseUrl, lifecycle);
  if (runs('web')) await startWeb(deps, lifecycle);
  console.log(describeAddresses({ config, programs, sandboxUrl: undefined, accounts: [] }));
}

const lifecycle = createLifecycle();
start(lifecycle).catch(async (error: unknown) => {
  const isForOperator = error instanceof StartRefused || error instanceof ConfigurationError || error instanceof DomainError;
  console.error(isForOperator ? error.message : error);
  await lifecycle.stop();
  process.exit(1);
});
