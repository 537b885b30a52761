import { createHmac } from 'node:crypto';
import express from 'express';
import type { CreateStandIn } from '../core/core.ts';
import { eachAlone } from '../core/eachAlone.ts';
import { type Quota, Quotas } from '../core/quotas.ts';
import { rutterApi } from './api.ts';
import { type Connection, openConnections } from './connections.ts';
import { rutterControls, type SyncDuration } from './controls.ts';
import { linkWindow } from './linkWindow.ts';
import { refusal } from './refusal.ts';

/** The requests that an organization may make, however many connections it has. */
const organizationQuota: Quota = { requests: 500, windowMs: 10_000 };

/** How long the first sync of a store takes whose name contains `slow`, unless the control page's button ends it. */
const slowReadingMs = 120_000;

/** Returns the code of a failure that no call gave by itself: a fault on demand, an unknown address, a malformed body. */
const codeOf = (status: number) =>
  status === 429 ? 'RATE_LIMITED' : status === 404 ? 'NOT_FOUND' : status < 500 ? 'INVALID_PARAMETERS' : 'INTERNAL_SERVER_ERROR';

/** Stands in for Rutter: the link window, and the sales of the stores connected in it, which continue with the sandbox's clock. */
export const createRutter: CreateStandIn = (core) => {
  const config = core.config.rutter;
  const quotas = new Quotas(core.clock);
  /** Counts the requests of all connections together. */
  const countRequests: express.RequestHandler = (_request, _response, next) =>
    next(quotas.count('all', organizationQuota).isBeyond ? refusal('RATE_LIMITED') : undefined);
  const reading: SyncDuration = { delay_ms: 1_500 };
  const delayOf = ({ store_name }: Connection) => (store_name.toLowerCase().includes('slow') ? slowReadingMs : reading.delay_ms);
  const timers = new Set<NodeJS.Timeout>();
  const finish = (connection: Connection) =>
    connections.finishReading(connection.id).catch((error: unknown) => core.log.warn({ err: error }, 'finishing the sandbox store sync failed'));

  const connections = openConnections(core, (connection) => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      void finish(connection);
    }, delayOf(connection));
    timers.add(timer);
  });

  core.webhooks.register('rutter', {
    sign: ({ body }) => ({ 'X-Rutter-Signature': `sha256=${createHmac('sha256', config.secret).update(body).digest('base64')}` }),
  });
  core.clock.onAdvance(async (before) => {
    const read = (await connections.list()).filter(({ is_ready, stopped_at }) => is_ready && stopped_at === null);
    await eachAlone(read, async (connection) => {
      const newest = connections.orders(connection).findLast((order) => order.createdAt > before);
      if (newest) await connections.announce(connection, 'ORDER_CREATED', { order_id: newest.id });
    });
  });

  const router = express.Router();
  router.use(linkWindow(connections, config));
  router.use('/versioned', countRequests, rutterApi(connections, config));

  return {
    name: 'rutter',
    title: 'Rutter',
    summary: 'Stores and accounting systems with a year of sales',
    path: '/rutter',
    router,
    async start() {
      const interrupted = (await connections.list()).filter((connection) => connection.exchanged && !connection.is_ready);
      for (const connection of interrupted) await finish(connection);
    },
    async stop() {
      for (const timer of timers) clearTimeout(timer);
    },
    controls: [...rutterControls(connections, reading), quotas.control()],
    failure: (status) => refusal(codeOf(status)).body,
  };
};
