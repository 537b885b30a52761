import express, { type Request, type RequestHandler, type Router } from 'express';
import { z } from 'zod';
import type { Config } from '../../config.ts';
import { handle } from '../core/handle.ts';
import { isAccounting } from '../sales/stores.ts';
import type { Connection, Connections } from './connections.ts';
import { invoicesUntil } from './invoices.ts';
import { listPage } from './list.ts';
import { refusal } from './refusal.ts';
import {
  connectionHead,
  fulfillmentStatus,
  lastChange,
  lastChangeOfInvoice,
  lastChangeOfPayment,
  paymentStatus,
  wireConnection,
  wireInvoice,
  wireOrder,
  wireStore,
  wireTransaction,
} from './wire.ts';

const exchangeBody = z.object({ client_id: z.string(), secret: z.string(), public_token: z.string() });

const isClient = (config: Config['rutter'], clientId: string, secret: string) => clientId === config.clientId && secret === config.secret;

const exchangeToken = (connections: Connections, config: Config['rutter']) =>
  handle(async ({ body }) => {
    const parsed = exchangeBody.safeParse(body);
    if (!parsed.success) throw refusal('INVALID_PARAMETERS', z.prettifyError(parsed.error));
    if (!isClient(config, parsed.data.client_id, parsed.data.secret)) throw refusal('INVALID_CREDENTIALS');
    const connection = await connections.exchange(parsed.data.public_token);
    if (!connection) throw refusal('INVALID_PUBLIC_TOKEN');
    const { id, access_token, is_ready, platform, store_unique_id } = connection;
    return { connection_id: id, access_token, is_ready, platform, store_unique_name: store_unique_id };
  });

/** The versions that the provider has published. */
const versions: readonly unknown[] = ['2023-02-07', '2023-03-14', '2024-04-30', '2024-08-31', '2025-02-28', 'unstable'];

/** Requires the client's credentials and a version. */
const requireClient =
  (config: Config['rutter']): RequestHandler =>
  (request, _response, next) => {
    const [, encoded = ''] = /^Basic (.+)$/.exec(request.headers.authorization ?? '') ?? [];
    const [clientId = '', secret = ''] = Buffer.from(encoded, 'base64').toString().split(':', 2);
    if (!isClient(config, clientId, secret)) return next(refusal('INVALID_CREDENTIALS'));
    next(versions.includes(request.headers['x-rutter-version']) ? undefined : refusal('INVALID_VERSION'));
  };

async function named(connections: Connections, request: Request): Promise<Connection> {
  const token = request.query.access_token;
  const connection = typeof token === 'string' ? await connections.byAccessToken(token) : undefined;
  if (!connection?.exchanged) throw refusal('INVALID_CREDENTIALS');
  return connection;
}

/** Returns the connection of a request; refuses it while its data may not be read. */
async function readable(connections: Connections, request: Request): Promise<Connection> {
  const connection = await named(connections, request);
  if (connection.disabled) throw refusal('CONNECTION_DISABLED');
  if (connection.needs_update) throw refusal('NEEDS_UPDATE');
  if (!connection.is_ready && request.query.force_fetch !== 'true') throw refusal('PRODUCT_NOT_READY');
  return connection;
}

const wire = (connections: Connections, { linkUrl }: Config['rutter'], connection: Connection) =>
  wireConnection(connection, { linkUrl, readUntil: connections.readUntil(connection) });

const readConnection = (connections: Connections, config: Config['rutter']) =>
  handle(async (request) => ({ connection: wire(connections, config, await named(connections, request)) }));

const readStatus = (connections: Connections, config: Config['rutter']) =>
  handle(async (request) => {
    const connection = await named(connections, request);
    const shown = wire(connections, config, connection);
    return {
      connection: connectionHead(connection),
      status: {
        last_sync_completed_at: shown.last_sync_completed_at,
        is_ready: connection.is_ready,
        link_url: shown.link_url,
        platform: connection.platform,
        needs_update_status: { needs_update: connection.needs_update },
        disabled_status: { is_disabled: connection.disabled, disabled_reason: connection.disabled ? 'MANUALLY_DISABLED' : null },
      },
    };
  });

const listConnections = (connections: Connections, config: Config['rutter']) =>
  handle(async () => {
    const list = (await connections.list()).filter((connection) => connection.exchanged);
    return {
      connections: list.map((connection) => ({
        id: connection.id,
        access_token: connection.access_token,
        link_url: wire(connections, config, connection).link_url,
        platform: connection.platform,
        created_at: connection.created_at,
        updated_at: connection.stopped_at ?? connection.created_at,
      })),
    };
  });

const removeConnection = (connections: Connections) =>
  handle(async ({ params }) => {
    if (!(await connections.remove(params.id ?? ''))) throw refusal('NOT_FOUND');
    return { success: true };
  });

const readStore = (connections: Connections) =>
  handle(async (request) => {
    const connection = await readable(connections, request);
    return { connection: connectionHead(connection), store: wireStore(connection) };
  });

const listOrders = (connections: Connections) =>
  handle(async (request) => {
    const connection = await readable(connections, request);
    const until = connections.readUntil(connection);
    const expand = String(request.query.expand ?? '').split(',');
    const { payment_status, fulfillment_status, order_number } = request.query;
    const orders = connections
      .orders(connection)
      .filter(
        (order) =>
          (payment_status === undefined || paymentStatus(order, until) === payment_status) &&
          (fulfillment_status === undefined || fulfillmentStatus(order) === fulfillment_status) &&
          (order_number === undefined || String(order.number) === order_number),
      );
    const { items, next_cursor } = listPage(
      orders.map((order) => ({ id: order.id, createdAt: order.createdAt, updatedAt: lastChange(order), order })),
      request.query,
    );
    return { connection: connectionHead(connection), orders: items.map(({ order }) => wireOrder(connection, order, until, expand)), next_cursor };
  });

const readOrder = (connections: Connections) =>
  handle(async (request) => {
    const connection = await readable(connections, request);
    const order = connections.orders(connection).find((one) => one.id === request.params.id);
    if (!order) throw refusal('NOT_FOUND');
    return { connection: connectionHead(connection), order: wireOrder(connection, order, connections.readUntil(connection), ['transactions']) };
  });

const listTransactions = (connections: Connections) =>
  handle(async (request) => {
    const connection = await readable(connections, request);
    const until = connections.readUntil(connection);
    const payments = connections
      .orders(connection)
      .flatMap((order) =>
        order.payments.map((payment) => ({ id: payment.id, createdAt: payment.at, updatedAt: lastChangeOfPayment(payment, until), order, payment })),
      );
    const { items, next_cursor } = listPage(payments, request.query);
    const transactions = items.map(({ order, payment }) => wireTransaction(connection, order, payment, until));
    return { connection: connectionHead(connection), transactions, next_cursor };
  });

const listInvoices = (connections: Connections) =>
  handle(async (request) => {
    const connection = await readable(connections, request);
    if (!isAccounting(connection.platform)) throw refusal('PRODUCT_NOT_ALLOWED');
    const { seed, profile, opened_on } = connection;
    const invoices = invoicesUntil({ seed, profile, openedOn: new Date(opened_on) }, connections.readUntil(connection));
    const { items, next_cursor } = listPage(
      invoices.map((invoice) => ({ id: invoice.id, createdAt: invoice.issuedAt, updatedAt: lastChangeOfInvoice(invoice), invoice })),
      request.query,
    );
    return { connection: connectionHead(connection), invoices: items.map(({ invoice }) => wireInvoice(connection, invoice)), next_cursor };
  });

/** Serves the versioned REST interface: `/item/public_token/exchange`, `/connections…`, `/store`, `/orders`, `/transactions`, `/accounting/invoices`. */
export function rutterApi(connections: Connections, config: Config['rutter']): Router {
  const router = express.Router();
  router.post('/item/public_token/exchange', exchangeToken(connections, config));
  router.use(requireClient(config));
  router.get('/connections/access_token', readConnection(connections, config));
  router.get('/connections/status', readStatus(connections, config));
  router.get('/connections', listConnections(connections, config));
  router.delete('/connections/:id', removeConnection(connections));
  router.get('/store', readStore(connections));
  router.get('/orders', listOrders(connections));
  router.get('/orders/:id', readOrder(connections));
  router.get('/transactions', listTransactions(connections));
  router.get('/accounting/invoices', listInvoices(connections));
  return router;
}
