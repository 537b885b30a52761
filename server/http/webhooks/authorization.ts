import { type Request, type Response, Router } from 'express';
import { answerAuthorization } from '../../services/card/answerAuthorization.ts';
import { decisionEndpoint } from '../../services/card/decideAuthorization.ts';
import type { DecisionDeps } from '../../services/deps.ts';
import { callerAddress } from '../request.ts';
import { rawBodyOf, readRaw } from './rawBody.ts';
import { unverifiedDeliveries } from './unverified.ts';

/** Serves the issuer's request to approve or decline a purchase, which the shop waits for. */
export function authorizationRouter(deps: DecisionDeps): Router {
  const unverified = unverifiedDeliveries(deps);

  async function decide(request: Request, response: Response): Promise<void> {
    unverified.admit(callerAddress(request));
    const reply = await answerAuthorization(deps, { rawBody: rawBodyOf(request), headers: request.headers });
    if (reply.status === 401) await unverified.count(callerAddress(request));
    if (reply.status === 200) response.json(reply.answer);
    else response.status(reply.status).end();
  }

  const router = Router();
  router.post(decisionEndpoint(deps.providers.cardIssuer), readRaw('256kb'), (request, response, next) => {
    decide(request, response).catch(next);
  });
  return router;
}
