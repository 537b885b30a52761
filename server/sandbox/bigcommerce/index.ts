import { STATUS_CODES } from 'node:http';
import express from 'express';
import type { CreateStandIn } from '../core/core.ts';
import { loginService, storeApi } from './api.ts';
import { controlPanel } from './controlPanel.ts';
import { bigcommerceControls } from './controls.ts';
import { openQuotas } from './quota.ts';
import { openStores } from './stores.ts';

/** Stands in for BigCommerce: control panels that open the dashboard, the login service, and the store API. */
export const createBigcommerce: CreateStandIn = (core) => {
  const stores = openStores(core);
  const quotas = openQuotas(core.clock);
  const callbackUrl = new URL('/bigcommerce/auth', core.config.publicUrl).href;
  const router = express.Router();
  router.use(loginService(stores, core.config.bigcommerce, callbackUrl), storeApi(stores, quotas, core.clock), controlPanel(core, stores, callbackUrl));
  return {
    name: 'bigcommerce',
    title: 'BigCommerce',
    summary: 'Control panels that open the dashboard',
    path: '/bigcommerce',
    router,
    controls: bigcommerceControls(core, stores, quotas),
    pages: [{ label: 'Control panels', href: '/bigcommerce' }],
    failure: (status) => ({ status, title: STATUS_CODES[status] ?? 'Internal Server Error', type: 'about:blank' }),
  };
};
