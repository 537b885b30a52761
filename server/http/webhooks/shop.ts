import express, { Router } from 'express';
import type { Deps } from '../../services/deps.ts';
import { receiveShopNews } from '../../services/shop/receiveShopNews.ts';

/** Signatures are over the bytes as they came, whatever their type says, so nothing may parse or unpack them before. */
const readRaw = express.raw({ type: () => true, limit: '1mb', inflate: false });

/** POST /shopify/webhooks: 200 once what the platform told is kept, 401 when it cannot be shown to come from it. */
export function shopWebhookRouter(deps: Deps): Router {
  const router = Router();
  router.post('/shopify/webhooks', readRaw, (request, response, next) => {
    const rawBody = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    receiveShopNews(deps, { rawBody, headers: request.headers }).then((verdict) => response.status(verdict === 'taken' ? 200 : 401).end(), next);
  });
  return router;
}
