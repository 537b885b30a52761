import { createHmac, randomUUID } from 'node:crypto';
import type { SandboxCore } from '../core/core.ts';
import { dayMs } from '../core/measures.ts';
import { type Shop, type Shops, shopHandle } from './shops.ts';

export const privacyTopics = ['customers/data_request', 'customers/redact', 'shop/redact'] as const;
export type Topic = 'app/uninstalled' | 'app/scopes_update' | (typeof privacyTopics)[number];

export type SendShopEvent = (shop: Shop, topic: Topic) => Promise<void>;

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

/**
 * Sends webhook events about a shop, signed over the body with the app's secret. Two days after an uninstallation it
 * sends the request to delete the shop's data.
 */
export function openShopEvents(core: SandboxCore, shops: Shops): SendShopEvent {
  const { webhooks, config, productUrl, clock } = core;
  webhooks.register('shopify', {
    sign: ({ body }) => ({ 'X-Shopify-Hmac-Sha256': createHmac('sha256', config.shopify.apiSecret).update(body).digest('base64') }),
  });

  const sendShopEvent: SendShopEvent = async (shop, topic) => {
    const id = randomUUID();
    await webhooks.enqueue({
      standIn: 'shopify',
      event: `${topic} ${shopHandle(shop.domain)}`,
      id,
      url: `${productUrl}/shopify/webhooks`,
      body: bodyOf(shop, topic, clock.now()),
      headers: {
        'X-Shopify-Topic': topic,
        'X-Shopify-Shop-Domain': shop.domain,
        'X-Shopify-API-Version': '2026-07',
        'X-Shopify-Webhook-Id': id,
        'X-Shopify-Event-Id': randomUUID(),
        'X-Shopify-Triggered-At': clock.machineNow().toISOString(),
      },
    });
  };

  clock.onAdvance(async (before, after) => {
    for (const shop of await shops.list()) {
      const due = shop.uninstalled_at === null ? undefined : Date.parse(shop.uninstalled_at) + 2 * dayMs;
      if (due !== undefined && due > before.getTime() && due <= after.getTime()) await sendShopEvent(shop, 'shop/redact');
    }
  });
  return sendShopEvent;
}
