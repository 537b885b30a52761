import express from 'express';
import type { CreateStandIn } from '../core/core.ts';
import { adminApi } from './adminApi.ts';
import { adminPages } from './adminPages.ts';
import { shopifyControls } from './controls.ts';
import { openShopEvents } from './events.ts';
import { oauth } from './oauth.ts';
import { openShops } from './shops.ts';

/** Stands in for Shopify: stores whose admin frames the embedded app, the API that its server calls, and the platform's webhook events. */
export const createShopify: CreateStandIn = (core) => {
  const shops = openShops(core);
  const sendShopEvent = openShopEvents(core, shops);
  const router = express.Router();
  router.use(oauth(shops, core.config.shopify, core.clock), adminApi(shops, core.clock), adminPages(core, shops, sendShopEvent));
  return {
    name: 'shopify',
    title: 'Shopify',
    summary: 'Stores whose admin shows the embedded app',
    path: '/shopify',
    router,
    controls: shopifyControls(shops, sendShopEvent, core.config.shopify.scopes),
    pages: [{ label: 'Stores', href: '/shopify/admin' }],
    failure: (status) => ({ errors: status === 429 ? 'Throttled' : 'Internal Server Error' }),
  };
};
