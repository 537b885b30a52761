import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import express, { type Request, type Router } from 'express';
import type { SandboxCore } from '../core/core.ts';
import { handle, Refusal } from '../core/handle.ts';
import { Html, html, inlineJson, page, sendPage } from '../core/page.ts';
import type { Order } from '../sales/sales.ts';
import { orderId } from './schema.ts';
import { isShopHandle, type Shop, type Shops, shopDomain, shopHandle } from './shops.ts';

const host = readFileSync(new URL('block-host.js', import.meta.url), 'utf8');
const styles = readFileSync(new URL('block-host.css', import.meta.url), 'utf8');

/** The app's block for an order's page, as it is packed with the frontends. */
const blockFile = path.resolve('build/extension/OrderBlock.js');
/** Its texts in the language of the admin, as the platform takes them from the extension. */
const wordsFile = path.resolve('extensions/order-spending-power/locales/en.default.json');

/** The number of orders that the list shows: the newest. */
const listed = 25;

/** Serves `/admin/store/{handle}/orders`, the page of an order with the app's block, and below it the block's own document. */
export function orderPages(core: SandboxCore, shops: Shops): Router {
  const router = express.Router();
  const { apiKey } = core.config.shopify;

  async function shopOf({ params }: Request): Promise<Shop> {
    const shop = isShopHandle(params.handle ?? '') ? await shops.get(shopDomain(params.handle ?? '')) : undefined;
    if (!shop) throw new Refusal(404, { errors: 'Not Found' });
    return shop;
  }
  async function orderOf(request: Request): Promise<{ shop: Shop; order: Order }> {
    const shop = await shopOf(request);
    const order = (await shops.orders(shop)).find((one) => orderId(one) === request.params.id);
    if (!order) throw new Refusal(404, { errors: 'Not Found' });
    return { shop, order };
  }
  const ordersPath = (shop: Shop) => `/shopify/admin/store/${shopHandle(shop.domain)}/orders`;

  router.get(
    '/admin/store/:handle/orders',
    handle(async (request, response) => {
      const shop = await shopOf(request);
      const newest = (await shops.orders(shop)).slice(-listed).reverse();
      sendPage(response, {
        title: `Orders of ${shop.name}`,
        body: html`<h1>Orders</h1>
<ul>${newest.map((order) => html`<li><a href="${ordersPath(shop)}/${orderId(order)}">#${order.number}</a> <span class="dim">${dollars(order)}</span></li>`)}</ul>`,
      });
    }),
  );

  router.get(
    '/admin/store/:handle/orders/:id',
    handle(async (request, response) => {
      const { shop, order } = await orderOf(request);
      sendPage(response, {
        title: `Order #${order.number}`,
        body: html`<p><a href="${ordersPath(shop)}">Orders</a></p>
<h1>#${order.number}</h1>
<p>${order.createdAt.toISOString().slice(0, 10)} · ${dollars(order)}</p>
${shop.installed_at !== null && html`<iframe title="App block" src="${ordersPath(shop)}/${orderId(order)}/block" style="width:100%;max-width:30rem;height:16rem;border:0"></iframe>`}`,
      });
    }),
  );

  router.get(
    '/admin/store/:handle/orders/:id/block',
    handle(async (request, response) => {
      const { shop, order } = await orderOf(request);
      if (shop.installed_at === null || !existsSync(blockFile)) throw new Refusal(404, { errors: 'Not Found' });
      const admin = {
        app: `/shopify/admin/store/${shopHandle(shop.domain)}/apps/${apiKey}`,
        origin: new URL(core.config.publicUrl).origin,
        order: `gid://shopify/Order/${orderId(order)}`,
        words: JSON.parse(readFileSync(wordsFile, 'utf8')),
      };
      const content = page({
        title: 'App block',
        compact: true,
        head: html`<style>${new Html(styles)}</style>`,
        body: html`<script type="application/json" id="admin">${inlineJson(admin)}</script>
<script>${new Html(host)}</script>
<script type="module">import block from '/shopify/order-block.js'; block();</script>`,
      });
      response.set('Cache-Control', 'no-store').type('html').send(content);
    }),
  );

  router.get('/order-block.js', (_request, response) => {
    if (!existsSync(blockFile)) return void response.status(404).end();
    response.type('text/javascript').set('Cache-Control', 'no-store').send(readFileSync(blockFile, 'utf8'));
  });
  return router;
}

const dollars = ({ totalCents }: Order) => `$${(totalCents / 100).toFixed(2)}`;
