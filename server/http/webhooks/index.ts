import { type Request, type Response, Router } from 'express';
import type { Deps } from '../../services/deps.ts';
import { receiveWebhook } from '../../services/webhooks/receiveWebhook.ts';
import { webhookPorts } from '../../services/webhooks/webhookEvent.ts';
import { callerAddress } from '../request.ts';
import { rawBodyOf, readRaw } from './rawBody.ts';
import { unverifiedDeliveries } from './unverified.ts';

/** Serves POST /webhooks/{provider}: 200 once the event is stored, 401 when it is not proven to come from the provider. */
export function webhookRouter(deps: Deps): Router {
  const ports = new Map(webhookPorts.map((port) => [deps.providers[port].name, port]));

  const unverified = unverifiedDeliveries(deps);

  async function take(request: Request, response: Response): Promise<void> {
    unverified.admit(callerAddress(request));
    const port = ports.get(request.params.provider ?? '');
    const verdict = port && (await receiveWebhook(deps, port, { rawBody: rawBodyOf(request), headers: request.headers }));
    if (verdict !== 'taken') await unverified.count(callerAddress(request));
    response.status(verdict === 'taken' ? 200 : 401).end();
  }

  const router = Router();
  router.post(`/webhooks/:provider(${[...ports.keys()].join('|')})`, readRaw('1mb'), (request, response, next) => {
    take(request, response).catch(next);
  });
  return router;
}
