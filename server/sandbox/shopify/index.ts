import { STATUS_CODES } from 'node:http';
import express from 'express';
import { type CreateStandIn, grouped } from '../core/core.ts';
import { adminApi, linesOf } from './adminApi.ts';
import { adminPages } from './adminPages.ts';
import { openBulkOperations } from './bulk.ts';
import { shopifyControls } from './controls.ts';
import { openShopEvents } from './events.ts';
import { oauth } from './oauth.ts';
import { orderControls } from './orderControls.ts';
import { orderPages } from './orderPages.ts';
import { openShops } from './shops.ts';
import { openStrictness } from './strictness.ts';
import { strictnessControls } from './strictnessControls.ts';

/** Stands in for Shopify: stores whose admin frames the embedded app, the API that its server calls, and the platform's webhook events. */
export const createShopify: CreateStandIn = (core) => {
  const shops = openShops(core);
  const sendShopEvent = openShopEvents(core, shops);
  const strictness = openStrictness(core.store);
  const parts = { shops, clock: core.clock, strictness };
  const bulk = openBulkOperations(core, (shop, query) => linesOf(parts, shop, query));
  const router = express.Router();
  router.use(oauth(shops, core.config.shopify, core.clock), adminApi({ ...parts, bulk }), orderPages(core, shops), adminPages(core, shops, sendShopEvent));
  return {
    name: 'shopify',
    title: 'Shopify',
    summary: 'Stores whose admin shows the embedded app',
    path: '/shopify',
    router,
    controls: [
      ...grouped('The app and the staff', shopifyControls(shops, sendShopEvent, core.config.shopify.scopes)),
      ...grouped('Orders', orderControls(shops, sendShopEvent, core.clock)),
      ...grouped('Limits', strictnessControls(shops, strictness, bulk)),
    ],
    pages: [{ label: 'Stores', href: '/shopify/admin' }],
    failure: (status) => ({ errors: status === 429 ? 'Throttled' : (STATUS_CODES[status] ?? 'Internal Server Error') }),
  };
};
