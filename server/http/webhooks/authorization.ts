import express, { type Request, type Response, Router } from 'express';
import type { Deps } from '../../services/deps.ts';
import { answerAuthorization } from '../../services/money/answerAuthorization.ts';
import { decisionEndpoint } from '../../services/money/decideAuthorization.ts';

const readRaw = express.raw({ type: () => true, limit: '256kb', inflate: false });

/** The issuer's question whether a purchase may be made, while the shop waits. */
export function authorizationRouter(deps: Deps): Router {
  async function decide({ body, headers }: Request, response: Response): Promise<void> {
    const reply = await answerAuthorization(deps, { rawBody: Buffer.isBuffer(body) ? body : Buffer.alloc(0), headers });
    if (reply.status === 200) response.json(reply.answer);
    else response.status(reply.status).end();
  }

  const router = Router();
  router.post(decisionEndpoint, readRaw, (request, response, next) => {
    decide(request, response).catch(next);
  });
  return router;
}
