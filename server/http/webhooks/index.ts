import express, { type Request, type Response, Router } from 'express';
import type { Deps } from '../../services/deps.ts';
import { newsProviders } from '../../services/webhooks/news.ts';
import { receiveWebhook } from '../../services/webhooks/receiveWebhook.ts';

const provider = `:provider(${newsProviders.join('|')})`;

/** Signatures are over the bytes as they came, whatever their type says, so nothing may parse or unpack them before. */
const readRaw = express.raw({ type: () => true, limit: '1mb', inflate: false });

/** POST /webhooks/{provider}: 200 once the event is kept, 401 when it cannot be shown to come from the provider. */
export function webhookRouter(deps: Deps): Router {
  async function take({ params, body, headers }: Request, response: Response): Promise<void> {
    const sender = newsProviders.find((name) => name === params.provider);
    const verdict = sender && (await receiveWebhook(deps, sender, { rawBody: Buffer.isBuffer(body) ? body : Buffer.alloc(0), headers }));
    response.status(verdict === 'taken' ? 200 : 401).end();
  }

  const router = Router();
  router.post(`/webhooks/${provider}`, readRaw, (request, response, next) => {
    take(request, response).catch(next);
  });
  return router;
}
