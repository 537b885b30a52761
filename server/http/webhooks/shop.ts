import { Router } from 'express';
import type { Deps } from '../../services/deps.ts';
import { receiveShopWebhook } from '../../services/shop/receiveShopWebhook.ts';
import { rawBodyOf, readRaw } from './rawBody.ts';

/** Serves POST /shopify/webhooks: 200 once the event is stored, 401 when its signature does not prove that the platform sent it. */
export function shopWebhookRouter(deps: Deps): Router {
  const router = Router();
  router.post('/shopify/webhooks', readRaw('1mb'), (request, response, next) => {
    receiveShopWebhook(deps, { rawBody: rawBodyOf(request), headers: request.headers }).then(
      (verdict) => response.status(verdict === 'taken' ? 200 : 401).end(),
      next,
    );
  });
  return router;
}
