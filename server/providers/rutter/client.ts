import type { Config } from '../../config.ts';
import type { Quota } from '../allowance.ts';
import { parseJsonExactly } from '../amounts.ts';
import { type CallLimits, createCall, defaultLimits } from '../call.ts';
import { ProviderFailure, Refused } from '../failure.ts';
import { sendHttp } from '../http.ts';
import type { ProviderMetrics } from '../metrics.ts';
import type { Page } from '../page.ts';
import type { StorePage } from '../ports/storeData.ts';
import { store, storeConnection, storeLink, storeOrders, storeTransactions } from './map.ts';

/** The API version that `map.ts` reads. */
const VERSION = '2024-08-31';
const PAGE_SIZE = 200;

/** The calls of all connections together, as published. */
const organizationQuota: Quota = { resource: 'all', requests: 500, windowMs: 10_000 };

type Query = Readonly<Record<string, string>>;

/** Returns the port's calls over HTTP, because the provider has no SDK for servers. Addresses hold the merchant's access token, so they are never logged. */
export function rutterCalls(config: Config['rutter'], metrics: ProviderMetrics, limits: CallLimits = defaultLimits) {
  const call = createCall('rutter', metrics, { limits, quotaOf: () => organizationQuota });
  const headers = {
    authorization: `Basic ${Buffer.from(`${config.clientId}:${config.secret}`).toString('base64')}`,
    'x-rutter-version': VERSION,
    accept: 'application/json',
  };

  function address(path: string, query: Query = {}): URL {
    const url = new URL(`${config.baseUrl}${path}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return url;
  }

  const read = async (path: string, query: Query, signal: AbortSignal): Promise<unknown> =>
    parseJsonExactly(await sendHttp({ method: 'GET', url: address(path, query), headers, signal }));

  function listPart<T>(name: string, path: string, toPage: (wire: unknown) => Page<T>) {
    return (accessToken: string, updatedSince: Date | null, after: string | null = null): Promise<StorePage<T>> => {
      const query = {
        access_token: accessToken,
        limit: String(PAGE_SIZE),
        ...(updatedSince === null ? {} : { updated_at_min: String(updatedSince.getTime()) }),
        ...(after === null ? {} : { cursor: after }),
      };
      return call(name, 'none', async (signal) => ({ isReady: true as const, ...toPage(await read(path, query, signal)) })).catch(notReadyIsNoFailure);
    };
  }

  return {
    exchangePublicToken: (publicToken: string) =>
      call('exchange_public_token', 'once', async (signal) => {
        const body = JSON.stringify({ client_id: config.clientId, secret: config.secret, public_token: publicToken });
        const url = address('/item/public_token/exchange');
        return storeLink(parseJsonExactly(await sendHttp({ method: 'POST', url, headers: { ...headers, 'content-type': 'application/json' }, body, signal })));
      }),

    getConnection: (accessToken: string) =>
      call('get_connection', 'none', async (signal) => storeConnection(await read('/connections/access_token', { access_token: accessToken }, signal))),

    getStore: (accessToken: string) => call('get_store', 'none', async (signal) => store(await read('/store', { access_token: accessToken }, signal))),

    listOrders: listPart('list_orders', '/orders', storeOrders),
    listTransactions: listPart('list_transactions', '/transactions', storeTransactions),

    deleteConnection: (connectionId: string): Promise<void> =>
      call('delete_connection', 'repeatable', async (signal) => {
        await sendHttp({ method: 'DELETE', url: address(`/connections/${encodeURIComponent(connectionId)}`), headers, signal });
      }).catch((failure: unknown) => {
        if (!(failure instanceof Refused && failure.status === 404)) throw failure;
      }),
  };
}

/** Converts the "store not read yet" error to a result. Recognizes it by its code, because its HTTP status is not specified. */
function notReadyIsNoFailure(failure: unknown): { isReady: false } {
  if (failure instanceof ProviderFailure && failure.code === 'PRODUCT_NOT_READY') return { isReady: false };
  throw failure;
}
