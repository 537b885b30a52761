import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type ErrorRequestHandler, type Router } from 'express';
import type { Config } from '../config.ts';
import { createControl } from './control/index.ts';
import { readBody } from './core/body.ts';
import { openClock } from './core/clock.ts';
import type { SandboxCore, StandIn } from './core/core.ts';
import { createFaults, type Faults } from './core/faults.ts';
import { Refusal } from './core/handle.ts';
import { openJournal } from './core/journal.ts';
import type { Log } from './core/log.ts';
import { requirePassword } from './core/password.ts';
import { type DatabaseConnection, openStore } from './core/store.ts';
import { createWebhooks } from './core/webhooks.ts';
import type { HostedDesigns } from './propelauth/hostedDesign.ts';
import { standIns as everyStandIn } from './standIns.ts';

export interface SandboxOptions {
  database: DatabaseConnection;
  config: Config;
  /** The designs of the programs' hosted sign-in. */
  hostedDesigns: HostedDesigns;
  /** Base URL at which the sandbox reaches the product, for webhooks: `http://127.0.0.1:3000`. */
  productUrl: string;
  log: Log;
}

/**
 * Starts the stand-ins for all third parties on `config.sandbox.port` (0: any free port) and resolves once they
 * answer. `url` is the address for programs on the same machine (`http://127.0.0.1:3900`), which need the password too.
 * Throws in production unless the configuration allows it and has a password.
 */
export async function startSandbox({ database, config, hostedDesigns, productUrl, log }: SandboxOptions): Promise<{ url: string; stop: () => Promise<void> }> {
  const { allowedInProduction, password } = config.sandbox;
  if (config.environment === 'production' && (!allowedInProduction || password === undefined)) {
    throw new Error('The sandbox does not run in production. SANDBOX=1 and SANDBOX_PASSWORD allow it, for a demonstration only.');
  }
  const store = await openStore(database, (error) => log.warn({ err: error }, 'the sandbox database failed'));
  const journal = openJournal(store, (error) => log.warn({ err: error }, 'writing the sandbox journal failed'));
  const webhooks = createWebhooks({ store, log, productUrl });
  const faults = createFaults();
  const clock = await openClock(store);

  const app = express();
  app.disable('x-powered-by');
  app.use(requirePassword(config.sandbox));
  // A provider's edge keeps an idle connection for a minute or more: a client that takes it up again must not find it closed.
  const server = createServer({ keepAliveTimeout: 75_000 }, app);
  server.listen(config.sandbox.port, config.sandbox.host);
  await once(server, 'listening').catch(async (error: unknown) => {
    await store.close();
    throw error;
  });
  const { port } = server.address() as AddressInfo;

  const core: SandboxCore = { config, hostedDesigns, log, store, clock, journal, webhooks, publicUrl: `http://localhost:${port}`, productUrl };
  const standIns: StandIn[] = [];
  for (const create of everyStandIn) standIns.push(await create(core));
  mount(app, standIns, { core, faults });
  for (const standIn of standIns) await standIn.start?.();
  webhooks.start();
  const stopClock = clock.runHooks((error) => log.warn({ err: error }, 'moving the sandbox clock failed'));

  async function stop() {
    stopClock();
    await webhooks.stop();
    for (const standIn of standIns) await standIn.stop?.();
    faults.release();
    server.close();
    server.closeAllConnections();
    await journal.settled();
    await store.close();
  }
  return { url: `http://127.0.0.1:${port}`, stop };
}

function mount(app: express.Express, standIns: readonly StandIn[], { core, faults }: { core: SandboxCore; faults: Faults }) {
  const routers = standIns.map((standIn) => ({ standIn, router: guarded(standIn, { core, faults }) }));
  app.use((request, response, next) => {
    const claiming = routers.find(({ standIn }) => standIn.claims?.(request));
    if (claiming) claiming.router(request, response, next);
    else next();
  });
  for (const { standIn, router } of routers) app.use(standIn.path, router);
  app.use(createControl({ core, standIns, faults }));
  app.use((_request, response) => void response.status(404).json({ error: 'no such address in the sandbox' }));
  app.use(failed(core.log));
}

/** Wraps a stand-in in the shared middleware: the journal, body parsing, faults, and errors in the provider's own format. */
function guarded(standIn: StandIn, { core, faults }: { core: SandboxCore; faults: Faults }): Router {
  const router = express.Router();
  router.use(core.journal.record(standIn.name), readBody, faults.guard(standIn.name, standIn.failure));
  router.use(standIn.router);
  router.use((_request, response) => void response.status(404).json(standIn.failure?.(404) ?? { error: 'not found' }));
  router.use(failed(core.log, standIn));
  return router;
}

function failed(log: Log, standIn?: StandIn): ErrorRequestHandler {
  return (error: unknown, request, response, _next) => {
    if (response.headersSent) return void request.socket.destroy();
    if (error instanceof Refusal) return void response.status(error.status).set(error.headers).json(error.body);
    const status = isClientError(error) ? error.status : 500;
    if (status === 500) log.error({ err: error, standIn: standIn?.name, path: request.path }, 'a sandbox request failed');
    response.status(status).json(standIn?.failure?.(status) ?? { error: status === 500 ? 'the sandbox failed' : 'malformed request' });
  };
}

/** Recognizes a body parser's error for unreadable input, which carries a 4xx status of its own. */
function isClientError(error: unknown): error is { status: number } {
  return typeof error === 'object' && error !== null && 'status' in error && typeof error.status === 'number' && error.status >= 400 && error.status < 500;
}
