import { type Request, type Response, Router } from 'express';
import { Histogram } from 'prom-client';
import { answerAuthorization, type Reply } from '../../services/card/purchases/answerAuthorization.ts';
import { decisionEndpoint } from '../../services/card/purchases/decideAuthorization.ts';
import type { DecisionDeps, Deps } from '../../services/deps.ts';
import { noSuchCall } from '../middleware/problems.ts';
import { countCall } from '../middleware/rateLimit.ts';
import { callerAddress } from '../request.ts';
import { rawBodyOf, readRaw } from './rawBody.ts';

/** Returns what an operator counts the reply as: the issuer's word for the decision, or why there is none. */
function nameOf(reply: Reply): string {
  if (reply.status === 200) return reply.answer.result;
  return reply.status === 401 ? 'not_verified' : 'failed';
}

/** Serves the issuer's request to approve or decline a purchase, which the shop waits for. Registers `authorization_answer_seconds`. */
export function authorizationRouter(deps: DecisionDeps & Pick<Deps, 'metrics'>): Router {
  const answered = new Histogram({
    name: 'authorization_answer_seconds',
    help: 'Time that the answers to the issuer’s questions about purchases took',
    labelNames: ['answer'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [deps.metrics],
  });

  async function decide(request: Request, response: Response): Promise<void> {
    const stop = answered.startTimer();
    const reply = await answerAuthorization(deps, { rawBody: rawBodyOf(request), headers: request.headers });
    stop({ answer: nameOf(reply) });
    if (reply.status === 401) await countCall(deps, 'unverified', callerAddress(request));
    if (reply.status === 200) response.json(reply.answer);
    else response.status(reply.status).end();
  }

  const router = Router();
  const path = decisionEndpoint(deps.providers.cardIssuer);
  router.post(path, readRaw('256kb'), (request, response, next) => {
    decide(request, response).catch(next);
  });
  router.all(path, noSuchCall);
  return router;
}
