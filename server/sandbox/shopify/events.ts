import { createHmac, randomUUID } from 'node:crypto';
import type { SandboxCore } from '../core/core.ts';
import { eachAlone } from '../core/eachAlone.ts';
import { dayMs, hourMs } from '../core/measures.ts';
import type { Order } from '../sales/sales.ts';
import { lastChange, orderId } from './schema.ts';
import { type Shop, type Shops, shopHandle } from './shops.ts';

export const privacyTopics = ['customers/data_request', 'customers/redact', 'shop/redact'] as const;
export type Topic = 'app/uninstalled' | 'app/scopes_update' | (typeof privacyTopics)[number];

/** How an event differs from the usual, as the platform's own events do from time to time. */
export interface Oddities {
  /** Headers that are not sent. */
  withoutHeaders?: readonly string[];
  /** Fields that the platform has added to the body, or that it sends as null. */
  fields?: Readonly<Record<string, unknown>>;
}

export interface SendShopEvent {
  (shop: Shop, topic: Topic, oddities?: Oddities): Promise<void>;
  /** Tells that an order was made or has changed. */
  order(shop: Shop, order: Order, oddities?: Oddities): Promise<void>;
  /** Sends an event of any topic, with any body. */
  any(shop: Shop, topic: string, body: Readonly<Record<string, unknown>>, oddities?: Oddities): Promise<void>;
}

/** Returns the shop's numeric id on the platform; the same each time. */
const shopId = (shop: Shop) => [...shop.domain].reduce((id, character) => (id * 31 + character.charCodeAt(0)) % 9_000_000, 7) + 1_000_000;

function bodyOf(shop: Shop, topic: Topic, now: Date): Record<string, unknown> {
  const named = { shop_id: shopId(shop), shop_domain: shop.domain };
  const customer = { id: 191_167, email: 'ada.alvarez.17@example.com', phone: '+12025550117' };
  switch (topic) {
    case 'app/uninstalled':
      return { id: shopId(shop), name: shop.name, domain: shop.domain, myshopify_domain: shop.domain, email: `owner@${shop.domain}`, plan_name: 'basic' };
    case 'app/scopes_update':
      return { id: shopId(shop), previous: [], current: shop.scopes, updated_at: now.toISOString() };
    case 'customers/data_request':
      return { ...named, orders_requested: [299_938, 280_263], customer, data_request: { id: 9_999 } };
    case 'customers/redact':
      return { ...named, customer, orders_to_redact: [299_938, 280_263] };
    case 'shop/redact':
      return named;
  }
}

/** Returns an order as the events of the platform describe it. Most of their fields are left out here: what counts is read by the API. */
function orderBody({ currency = 'USD' }: Shop, order: Order, now: Date): Record<string, unknown> {
  return {
    id: Number(orderId(order)),
    admin_graphql_api_id: `gid://shopify/Order/${orderId(order)}`,
    name: `#${order.number}`,
    created_at: order.createdAt.toISOString(),
    updated_at: lastChange(order, now),
    currency,
    total_price: (order.totalCents / 100).toFixed(2),
    // Orders that were made at the till have none.
    customer: null,
    test: false,
  };
}

/** How far back orders are told of, in milliseconds. */
const toldMs = hourMs;

/**
 * Sends webhook events about a shop, signed over the body with the app's secret. Two days after an uninstallation it
 * sends the request to delete the shop's data.
 */
export function openShopEvents(core: SandboxCore, shops: Shops): SendShopEvent {
  const { webhooks, config, productUrl, clock } = core;
  webhooks.register('shopify', {
    sign: ({ body }) => ({ 'X-Shopify-Hmac-Sha256': createHmac('sha256', config.shopify.apiSecret).update(body).digest('base64') }),
  });

  async function send(shop: Shop, topic: string, body: Readonly<Record<string, unknown>>, { withoutHeaders = [], fields = {} }: Oddities = {}): Promise<void> {
    const id = randomUUID();
    const headers = {
      'X-Shopify-Topic': topic,
      'X-Shopify-Shop-Domain': shop.domain,
      'X-Shopify-API-Version': '2026-07',
      'X-Shopify-Webhook-Id': id,
      'X-Shopify-Event-Id': randomUUID(),
      'X-Shopify-Triggered-At': clock.machineNow().toISOString(),
    };
    await webhooks.enqueue({
      standIn: 'shopify',
      event: `${topic} ${shopHandle(shop.domain)}`,
      id,
      url: `${productUrl}/shopify/webhooks`,
      body: { ...body, ...fields },
      headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !withoutHeaders.includes(name))),
    });
  }

  const sendShopEvent: SendShopEvent = Object.assign(
    (shop: Shop, topic: Topic, oddities?: Oddities) => send(shop, topic, bodyOf(shop, topic, clock.now()), oddities),
    {
      order: (shop: Shop, order: Order, oddities?: Oddities) => send(shop, 'orders/updated', orderBody(shop, order, clock.now()), oddities),
      any: send,
    },
  );

  /**
   * Tells of the orders that were made or changed meanwhile in a store that lets us see orders; of a leap in time, of those of its
   * last hour: what the platform tells over days would all come in a minute.
   */
  async function tellOfOrders(shop: Shop, before: Date, after: Date): Promise<void> {
    if (shop.installed_at === null || !shop.scopes.includes('read_orders')) return;
    const since = Math.max(before.getTime(), after.getTime() - toldMs);
    for (const order of await shops.orders(shop)) {
      const changedAt = Date.parse(lastChange(order, after));
      if (changedAt > since && changedAt <= after.getTime()) await sendShopEvent.order(shop, order);
    }
  }

  clock.onAdvance(async (before, after) => {
    await eachAlone(await shops.list(), async (shop) => {
      await tellOfOrders(shop, before, after);
      const due = shop.uninstalled_at === null ? undefined : Date.parse(shop.uninstalled_at) + 2 * dayMs;
      if (due !== undefined && due > before.getTime() && due <= after.getTime()) await sendShopEvent(shop, 'shop/redact');
    });
  });
  return sendShopEvent;
}
