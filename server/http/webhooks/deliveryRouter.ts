import type { IncomingHttpHeaders } from 'node:http';
import { type Request, type Response, Router } from 'express';
import type { Deps } from '../../services/deps.ts';
import { noSuchCall } from '../middleware/problems.ts';
import { countCall } from '../middleware/rateLimit.ts';
import { callerAddress } from '../request.ts';
import { rawBodyOf, readRaw } from './rawBody.ts';

interface Delivery {
  rawBody: Buffer;
  headers: IncomingHttpHeaders;
}

/** Stores what was delivered, or returns `forged` when nothing proves who sent it. */
type Receive = (delivery: Delivery, request: Request) => Promise<'taken' | 'forged'>;

/**
 * Serves deliveries of webhooks by POST: 200 once the event is stored, 401 when it is not proven to come from the provider. Only the
 * latter are limited: forgers never keep out the provider, who may seem to share their address.
 */
export function deliveryRouter(deps: Deps, path: string, receive: Receive): Router {
  async function take(request: Request, response: Response): Promise<void> {
    const verdict = await receive({ rawBody: rawBodyOf(request), headers: request.headers }, request);
    if (verdict === 'forged') await countCall(deps, 'unverified', callerAddress(request));
    response.status(verdict === 'taken' ? 200 : 401).end();
  }

  const router = Router();
  router.post(path, readRaw('1mb'), (request, response, next) => {
    take(request, response).catch(next);
  });
  router.all(path, noSuchCall);
  return router;
}
