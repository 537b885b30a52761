import type { Config } from '../../config.ts';
import { isShopName } from '../../domain/store/shopName.ts';
import { type CallLimits, createCall, defaultLimits } from '../call.ts';
import { Refused } from '../failure.ts';
import { sendHttp } from '../http.ts';
import type { ProviderMetrics } from '../metrics.ts';
import type { ShopCalls } from '../ports/shopPlatform.ts';
import { shopAccess, shopOrders, shopPayouts, shopProfile } from './map.ts';

/** The API version that the Shopify library uses as well. */
const version = '2026-07';
const pageSize = 250;

const profileQuery = 'query { shop { name myshopifyDomain } currentAppInstallation { accessScopes { handle } } }';
const ordersQuery = `query ($first: Int!, $after: String, $query: String) {
  orders(first: $first, after: $after, query: $query) {
    nodes { legacyResourceId updatedAt
      transactions { id kind status gateway amountSet { shopMoney { amount currencyCode } } createdAt processedAt test } }
    pageInfo { hasNextPage endCursor }
  }
}`;
const payoutsQuery = `query ($first: Int!, $after: String) {
  shopifyPaymentsAccount { payouts(first: $first, after: $after, reverse: true) {
    nodes { legacyResourceId issuedAt status net { amount currencyCode } }
    pageInfo { hasNextPage endCursor }
  } }
}`;

export function shopCalls(
  { apiKey, apiSecret, emulatorUrl }: Pick<Config['shopify'], 'apiKey' | 'apiSecret' | 'emulatorUrl'>,
  metrics: ProviderMetrics,
  limits: CallLimits = defaultLimits,
): ShopCalls {
  const call = createCall('shopify', metrics, { limits });

  /** Sends a POST to the shop's own host, or to the sandbox with a header that names the shop. */
  async function send(shop: string, path: string, headers: Record<string, string>, content: unknown, signal: AbortSignal): Promise<unknown> {
    if (!isShopName(shop)) throw new TypeError('not a shop');
    const url = new URL(`${emulatorUrl ?? `https://${shop}`}${path}`);
    const sent = { 'content-type': 'application/json', accept: 'application/json', ...(emulatorUrl !== undefined && { 'x-emulated-host': shop }), ...headers };
    return JSON.parse(await sendHttp({ method: 'POST', url, headers: sent, body: JSON.stringify(content), signal }));
  }

  function query<T>(name: string, { shop, accessToken }: { shop: string; accessToken: string }, content: object, read: (data: unknown) => T): Promise<T> {
    return call(name, 'repeatable', async (signal) => {
      const answer = await send(shop, `/admin/api/${version}/graphql.json`, { 'x-shopify-access-token': accessToken }, content, signal);
      const { data, errors } = answer as { data?: unknown; errors?: unknown };
      if (errors !== undefined) throw new Refused({ provider: 'shopify', call: name, code: 'graphql', message: 'the query was refused' });
      return read(data);
    });
  }

  return {
    readProfile: (shop, accessToken) => query('read_profile', { shop, accessToken }, { query: profileQuery }, shopProfile),
    listOrders(shop, accessToken, since, after) {
      const variables = { first: pageSize, after, query: since === null ? null : `updated_at:>='${since.toISOString()}'` };
      return query('list_orders', { shop, accessToken }, { query: ordersQuery, variables }, shopOrders);
    },
    listPayouts: (shop, accessToken) =>
      query('list_payouts', { shop, accessToken }, { query: payoutsQuery, variables: { first: pageSize, after: null } }, shopPayouts),
    refreshAccess: (shop, refreshToken) =>
      call('refresh_access', 'once', async (signal) =>
        shopAccess(
          await send(
            shop,
            '/admin/oauth/access_token',
            {},
            { client_id: apiKey, client_secret: apiSecret, grant_type: 'refresh_token', refresh_token: refreshToken },
            signal,
          ),
        ),
      ),
  };
}
