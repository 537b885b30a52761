import express, { type Request, type Router } from 'express';
import { z } from 'zod';
import type { Config } from '../../config.ts';
import { handle, Refusal } from '../core/handle.ts';
import type { Order } from '../rutter/sales.ts';
import type { Store, Stores } from './stores.ts';

const exchangeBody = z.object({
  client_id: z.string(),
  client_secret: z.string(),
  code: z.string(),
  context: z.string(),
  scope: z.string(),
  grant_type: z.literal('authorization_code'),
  redirect_uri: z.url(),
});

/** Serves the login service's `POST /oauth2/token`, and the parts of the store API about a store and its orders. */
export function bigcommerceApi(stores: Stores, config: Config['bigcommerce'], callbackUrl: string): Router {
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
      const { store, scope } = granted;
      return {
        access_token: store.access_token,
        scope,
        user: { id: store.owner.id, username: store.owner.email, email: store.owner.email },
        owner: store.owner,
        context,
        account_uuid: '5c3a8f0e-0f2d-4a8e-9d1c-4b7f6f1f8a55',
      };
    }),
  );

  async function authorised(request: Request): Promise<Store> {
    const token = request.headers['x-auth-token'];
    const store = typeof token === 'string' ? await stores.byToken(token) : undefined;
    if (!store || store.hash !== request.params.hash) throw new Refusal(401, { status: 401, title: 'Unauthorized', type: 'about:blank' });
    return store;
  }
  router.get(
    '/api/stores/:hash/v2/store',
    handle(async (request) => {
      const store = await authorised(request);
      const domain = `store-${store.hash}.mybigcommerce.com`;
      return {
        id: store.hash,
        name: store.name,
        domain,
        secure_url: `https://${domain}`,
        control_panel_base_url: `https://store-${store.hash}.mybigcommerce.com/manage`,
        status: 'live',
        currency: 'USD',
        country_code: 'US',
        admin_email: store.owner.email,
        timezone: { name: 'America/New_York', raw_offset: -18_000 },
      };
    }),
  );
  router.get(
    '/api/stores/:hash/v2/orders',
    handle(async (request) => {
      const store = await authorised(request);
      const size = Math.min(Number(request.query.limit) || 50, 250);
      const page = Math.max(Number(request.query.page) || 1, 1);
      const since = Date.parse(String(request.query.min_date_created ?? '')) || 0;
      const orders = stores
        .orders(store)
        .filter((order) => order.createdAt.getTime() >= since)
        .slice((page - 1) * size, page * size);
      return orders.map(wireOrder);
    }),
  );
  return router;
}

/** Returns an order in the platform's format: amounts are decimal text with four places, instants are RFC 2822. */
function wireOrder(order: Order) {
  const money = (amountCents: number) => `${(amountCents / 100).toFixed(2)}00`;
  const refundedCents = order.payments.filter((payment) => payment.kind === 'refund').reduce((sum, payment) => sum + payment.amountCents, 0);
  return {
    id: order.number,
    customer_id: order.shopper.number,
    date_created: order.createdAt.toUTCString(),
    status: order.cancelledAt ? 'Cancelled' : refundedCents > 0 ? 'Refunded' : order.fulfilledAt ? 'Shipped' : 'Awaiting Fulfillment',
    total_inc_tax: money(order.totalCents),
    total_tax: money(order.taxCents),
    discount_amount: money(order.discountCents),
    shipping_cost_inc_tax: money(order.shippingCents),
    refunded_amount: money(refundedCents),
    currency_code: 'USD',
    payment_method: order.payments[0]?.gateway ?? '',
  };
}
