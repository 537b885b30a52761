import type { Router } from 'express';
import type { Deps } from '../../services/deps.ts';
import { receiveShopWebhook } from '../../services/webhooks/receiveShopWebhook.ts';
import { deliveryRouter } from './deliveryRouter.ts';

/** Serves POST /shopify/webhooks. */
export function shopWebhookRouter(deps: Deps): Router {
  return deliveryRouter(deps, '/shopify/webhooks', (delivery) => receiveShopWebhook(deps, delivery));
}
