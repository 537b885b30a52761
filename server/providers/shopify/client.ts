import type { Config } from '../../config.ts';
import { isShopName } from '../../domain/store/shopName.ts';
import { type CallLimits, createCall, defaultLimits } from '../call.ts';
import { sendHttp } from '../http.ts';
import type { ProviderMetrics } from '../metrics.ts';
import type { ShopCalls } from '../ports/shopPlatform.ts';
import { exportLines } from './exportFile.ts';
import {
  exportedOrder,
  ordersExport,
  shopAccess,
  shopBusiness,
  shopDisputes,
  shopMember,
  shopOrder,
  shopOrders,
  shopPayouts,
  shopProfile,
  startedExport,
} from './map.ts';
import {
  accountPages,
  businessQuery,
  disputesQuery,
  exportQuery,
  orderPages,
  orderQuery,
  ordersQuery,
  paymentsOfOrder,
  paymentsOfPage,
  payoutsQuery,
  profileQuery,
  sizeOfPage,
  startExportQuery,
} from './queries.ts';
import { refusalOf } from './refusal.ts';

/** The API version that the Shopify library uses as well. */
const version = '2026-07';

interface ShopAccessOfCall {
  shop: string;
  accessToken: string;
}

/** Returns the port's calls over HTTP. The Shopify library calls a shop only for a request of its admin; these run in jobs too. */
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

  function query<T>(name: string, { shop, accessToken }: ShopAccessOfCall, content: object, read: (data: unknown) => T): Promise<T> {
    return call(name, 'repeatable', async (signal) => {
      const answer = await send(shop, `/admin/api/${version}/graphql.json`, { 'x-shopify-access-token': accessToken }, content, signal);
      const { data, errors, extensions } = answer as { data?: unknown; errors?: unknown; extensions?: unknown };
      if (errors !== undefined) throw refusalOf(name, errors, extensions);
      return read(data);
    });
  }

  const readOrder = (shop: string, accessToken: string, orderId: string) => {
    const variables = { id: `gid://shopify/Order/${orderId}`, payments: paymentsOfOrder };
    return query('read_order', { shop, accessToken }, { query: orderQuery, variables }, shopOrder);
  };

  return {
    readOrder,
    readBusiness: (shop, accessToken) => query('read_business', { shop, accessToken }, { query: businessQuery }, shopBusiness),
    readProfile: (shop, accessToken) => query('read_profile', { shop, accessToken }, { query: profileQuery }, shopProfile),
    async listOrders(shop, accessToken, since, after) {
      const variables = { first: sizeOfPage(orderPages, after), payments: paymentsOfPage, after, query: `updated_at:>='${since.toISOString()}'` };
      const page = await query('list_orders', { shop, accessToken }, { query: ordersQuery, variables }, (data) => shopOrders(data, paymentsOfPage));
      const items = [...page.items];
      for (const orderId of page.cutOff) items.push(...(await readOrder(shop, accessToken, orderId)));
      return { items, next: page.next };
    },
    startOrdersExport: (shop, accessToken) => query('start_orders_export', { shop, accessToken }, { query: startExportQuery }, startedExport),
    readOrdersExport: (shop, accessToken, id) => query('read_orders_export', { shop, accessToken }, { query: exportQuery, variables: { id } }, ordersExport),
    async *readExportFile(file) {
      for await (const line of exportLines(file, { emulatorUrl, call })) yield exportedOrder(line);
    },
    listPayouts: (shop, accessToken, after) =>
      query('list_payouts', { shop, accessToken }, { query: payoutsQuery, variables: { first: sizeOfPage(accountPages, after), after } }, shopPayouts),
    listDisputes: (shop, accessToken, after) =>
      query('list_disputes', { shop, accessToken }, { query: disputesQuery, variables: { first: sizeOfPage(accountPages, after), after } }, shopDisputes),
    readMember: (shop, sessionToken) =>
      call('read_member', 'repeatable', async (signal) => {
        const exchange = {
          client_id: apiKey,
          client_secret: apiSecret,
          grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
          subject_token: sessionToken,
          subject_token_type: 'urn:ietf:params:oauth:token-type:id_token',
          requested_token_type: 'urn:shopify:params:oauth:token-type:online-access-token',
        };
        return shopMember(await send(shop, '/admin/oauth/access_token', {}, exchange, signal));
      }),
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
