import { type Request, type Response, Router } from 'express';
import type { Deps } from '../../services/deps.ts';
import { receiveShopWebhook } from '../../services/shop/receiveShopWebhook.ts';
import { callerAddress } from '../request.ts';
import { rawBodyOf, readRaw } from './rawBody.ts';
import { unverifiedDeliveries } from './unverified.ts';

/** Serves POST /shopify/webhooks: 200 once the event is stored, 401 when its signature does not prove that the platform sent it. */
export function shopWebhookRouter(deps: Deps): Router {
  const unverified = unverifiedDeliveries(deps);

  async function take(request: Request, response: Response): Promise<void> {
    unverified.admit(callerAddress(request));
    const verdict = await receiveShopWebhook(deps, { rawBody: rawBodyOf(request), headers: request.headers });
    if (verdict !== 'taken') await unverified.count(callerAddress(request));
    response.status(verdict === 'taken' ? 200 : 401).end();
  }

  const router = Router();
  router.post('/shopify/webhooks', readRaw('1mb'), (request, response, next) => {
    take(request, response).catch(next);
  });
  return router;
}
