import express, { type Request, type Router } from 'express';
import { z } from 'zod';
import type { Config } from '../../config.ts';
import type { SandboxClock } from '../core/clock.ts';
import { handle, Refusal } from '../core/handle.ts';
import { listOrders } from './orders.ts';
import type { Quotas } from './quota.ts';
import { listRefunds, refundsOfOrder } from './refunds.ts';
import { accountUuid, type Store, type Stores } from './stores.ts';

const exchangeBody = z.object({
  client_id: z.string(),
  client_secret: z.string(),
  code: z.string(),
  context: z.string(),
  scope: z.string(),
  grant_type: z.literal('authorization_code'),
  redirect_uri: z.url(),
});

/** Serves the login service's `POST /oauth2/token`. */
export function loginService(stores: Stores, config: Config['bigcommerce'], callbackUrl: string): Router {
  const router = express.Router();
  router.post(
    '/oauth2/token',
    handle(async ({ body }) => {
      const parsed = exchangeBody.safeParse(body);
      if (!parsed.success) throw new Refusal(400, { error: 'invalid_request', error_description: z.prettifyError(parsed.error) });
      const { client_id, client_secret, code, context, redirect_uri } = parsed.data;
      if (client_id !== config.clientId || client_secret !== config.clientSecret) throw new Refusal(401, { error: 'invalid_client' });
      if (redirect_uri !== callbackUrl) throw new Refusal(400, { error: 'invalid_request', error_description: 'The redirect_uri is not the registered one.' });
      const granted = await stores.exchange(code);
      if (!granted || context !== `stores/${granted.store.hash}`) throw new Refusal(400, { error: 'invalid_grant' });
      const { store, user } = granted;
      const person = ({ id, email }: Store['owner']) => ({ id, username: email, email });
      return {
        access_token: store.access_token,
        scope: store.scope,
        user: person(user),
        owner: person(store.owner),
        context,
        account_uuid: accountUuid,
      };
    }),
  );
  return router;
}

const statusPage = 'https://developer.bigcommerce.com/docs/start/about/status-codes';

/** Serves the parts of the store API about a store, its orders and their refunds: for the installation's token, within its scopes and the store's quota. */
export function storeApi(stores: Stores, quotas: Quotas, clock: SandboxClock): Router {
  const router = express.Router();
  const get = (path: string, scopes: readonly string[], answer: (store: Store, request: Request) => unknown) =>
    router.get(
      `/api/stores/:hash${path}`,
      quotas.count,
      handle(async (request, response) => {
        const content = await answer(await authorized(request, scopes), request);
        if (content !== undefined) return content;
        response.status(204).end();
        return undefined;
      }),
    );

  async function authorized(request: Request, scopes: readonly string[]): Promise<Store> {
    const token = request.headers['x-auth-token'];
    const store = typeof token === 'string' ? await stores.byToken(token) : undefined;
    if (!store || store.hash !== request.params.hash) throw new Refusal(401, { status: 401, title: 'X-Auth-Token header is required', type: statusPage });
    if (!store.scope.split(' ').some((scope) => scopes.includes(scope)))
      throw new Refusal(403, { status: 403, title: "You don't have a required scope to access the endpoint", type: statusPage, errors: {} });
    return store;
  }

  get('/v2/store', ['store_v2_information', 'store_v2_information_read_only'], wireStore);
  const orderScopes = ['store_v2_orders', 'store_v2_orders_read_only'];
  get('/v2/orders', orderScopes, async (store, { query }) => {
    const page = listOrders(await stores.orders(store), store, query, clock.now());
    return page.length === 0 ? undefined : page;
  });
  const refundScopes = [...orderScopes, 'store_v2_transactions', 'store_v2_transactions_read_only'];
  get('/v3/orders/payment_actions/refunds', refundScopes, async (store, { query }) => listRefunds(await stores.orders(store), query));
  get('/v3/orders/:order/payment_actions/refunds', refundScopes, async (store, { params }) => {
    const order = (await stores.orders(store)).find(({ number }) => String(number) === params.order);
    if (!order) throw new Refusal(404, { status: 404, title: 'The order does not exist', type: statusPage });
    return refundsOfOrder(order);
  });
  return router;
}

function wireStore(store: Store) {
  const domain = `store-${store.hash}.mybigcommerce.com`;
  return {
    id: store.hash,
    account_uuid: accountUuid,
    domain,
    secure_url: `https://${domain}`,
    control_panel_base_url: `https://${domain}`,
    status: 'live',
    name: store.name,
    first_name: 'Jordan',
    last_name: 'Park',
    address: '410 Congress Ave, Austin, TX 78701',
    country: 'United States',
    country_code: 'US',
    phone: '512-555-0143',
    admin_email: store.owner.email,
    order_email: store.owner.email,
    timezone: { name: 'America/New_York', raw_offset: -18_000 },
    language: 'en',
    currency: store.currency ?? 'USD',
    plan_name: 'Standard',
    plan_level: 'Standard',
    plan_is_trial: false,
  };
}
