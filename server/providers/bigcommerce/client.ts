import { z } from 'zod';
import type { Config } from '../../config.ts';
import { allowanceName } from '../allowance.ts';
import { parseJsonExactly } from '../amounts.ts';
import { type CallLimits, createCall, defaultLimits } from '../call.ts';
import { exchangeHttp, sendHttp } from '../http.ts';
import type { ProviderMetrics } from '../metrics.ts';
import type { InstallCode, PanelAccess, PanelPage, StoreGrant } from '../ports/controlPanel.ts';
import { cursorAfter, readCursor, writeCursor } from './cursor.ts';
import { storeGrant } from './map.ts';
import { movementsOf, readOrders, readRefunds } from './orders.ts';
import { pauseAfter, quotaOfStore } from './quotas.ts';

/** The most that the platform puts on a page: the quota counts requests, not rows. */
const pageSize = 250;

const wireStore = z.object({ name: z.string(), domain: z.string() });

/** Returns the port's calls over HTTP, because the platform has no SDK that is kept up. */
export function bigcommerceCalls(config: Config['bigcommerce'], metrics: ProviderMetrics, limits: CallLimits = defaultLimits) {
  const call = createCall('bigcommerce', metrics, { limits });
  /** Makes calls about a store, whose quota all processes share. */
  const callOf = ({ storeHash }: PanelAccess) => createCall('bigcommerce', metrics, { limits, quotaOf: () => quotaOfStore(storeHash) });

  /** Reads from a store's API. Returns null for an empty page, which the platform answers with 204; an empty answer of another status has been cut off. */
  async function read({ storeHash, accessToken }: PanelAccess, path: string, query: Record<string, string>, signal: AbortSignal) {
    const url = new URL(`${config.apiUrl}/stores/${encodeURIComponent(storeHash)}${path}`);
    url.search = new URLSearchParams(query).toString();
    const headers = { accept: 'application/json', 'x-auth-token': accessToken };
    const answer = await exchangeHttp({ method: 'GET', url, headers, signal });
    return { body: answer.status === 204 ? null : parseJsonExactly(answer.text), pauseMs: pauseAfter(answer.headers) };
  }

  /** Reads the refunds of a page of orders. An order itself never says what was refunded of it. */
  async function listRefunds(access: PanelAccess, orderIds: readonly string[], signal: AbortSignal) {
    const refunds: ReturnType<typeof readRefunds> = [];
    for (let page = 1; ; page += 1) {
      const query = { 'order_id:in': orderIds.join(','), limit: String(pageSize), page: String(page) };
      const { body, pauseMs } = await read(access, '/v3/orders/payment_actions/refunds', query, signal);
      const found = body === null ? [] : readRefunds(body);
      refunds.push(...found);
      if (found.length < pageSize) return { refunds, pauseMs };
    }
  }

  return {
    exchangeCode: ({ code, context, scope, redirectUri }: InstallCode): Promise<StoreGrant> =>
      call('exchange_code', 'once', async (signal) => {
        const body = JSON.stringify({
          client_id: config.clientId,
          client_secret: config.clientSecret,
          code,
          context,
          scope,
          grant_type: 'authorization_code',
          redirect_uri: redirectUri,
        });
        const url = new URL(`${config.loginUrl}/oauth2/token`);
        const headers = { 'content-type': 'application/json', accept: 'application/json' };
        return storeGrant(JSON.parse(await sendHttp({ method: 'POST', url, headers, body, signal })));
      }),

    readStore: (access: PanelAccess): Promise<{ name: string; domain: string }> =>
      callOf(access)('read_store', 'none', async (signal) => wireStore.parse((await read(access, '/v2/store', {}, signal)).body)),

    async listOrders(access: PanelAccess, since: Date, after: string | null): Promise<PanelPage> {
      const cursor = after === null ? { since, page: 1 } : readCursor(after);
      const query = { sort: 'date_modified:asc', min_date_modified: cursor.since.toISOString(), limit: String(pageSize), page: String(cursor.page) };
      const call = callOf(access);
      const orders = await call('list_orders', 'none', async (signal) => readOrders((await read(access, '/v2/orders', query, signal)).body ?? []));
      if (orders.length === 0) return { items: [], orderIds: [], next: null, pauseMs: 0 };
      const orderIds = orders.map(({ id }) => id);
      const { refunds, pauseMs } = await call('list_refunds', 'none', (signal) => listRefunds(access, orderIds, signal));
      // A page is read to its end, so that a store whose other apps use much is read on in every window.
      if (pauseMs > 0) await limits.budget?.block(allowanceName('bigcommerce', quotaOfStore(access.storeHash)), pauseMs);
      const ofOrder = Map.groupBy(refunds, ({ order_id }) => order_id);
      const changes = orders.map(({ date_modified }) => date_modified);
      const next = cursorAfter(cursor, changes, pageSize);
      return { items: orders.flatMap((order) => movementsOf(order, ofOrder.get(order.id) ?? [])), orderIds, next: next && writeCursor(next), pauseMs };
    },
  };
}
