import { timingSafeEqual } from 'node:crypto';
import { type RequestHandler, Router } from 'express';
import type { CreateStandIn } from '../core/core.ts';
import { Quotas } from '../core/quotas.ts';
import { accountHolderRoutes } from './accountHolders.ts';
import { authRuleRoutes } from './authRules.ts';
import { runBacktests } from './backtests.ts';
import { cardRoutes } from './cards.ts';
import { lithicControls } from './controls.ts';
import { processDay } from './days.ts';
import { documentRoutes, uploadRoutes } from './documents.ts';
import { embedRoutes } from './embed.ts';
import { ensureStandardSubscription, eventRoutes, registerSigner } from './events.ts';
import { acceptMarkedHolders } from './kyb.ts';
import { countRequests } from './quotas.ts';
import { failure, inWordsOfRules, refuse } from './refusal.ts';
import { responderRoutes } from './responders.ts';
import { transactionRoutes } from './simulate.ts';
import { stopSoon } from './soon.ts';
import { openLithicState } from './state.ts';
import { tokenizationRoutes } from './tokenizations.ts';
import { walletWindowRoutes } from './wallets/routes.ts';
import { webProvisionRoutes } from './webProvision.ts';

function sameText(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}

const requireKey =
  (apiKey: string): RequestHandler =>
  (request, _response, next) =>
    next(sameText(request.get('Authorization') ?? '', apiKey) ? undefined : refuse(401, 'Could not find API key'));

/** Stands in for Lithic, the card issuer: businesses, cards and purchases. Amounts are whole cents. */
export const createLithic: CreateStandIn = (core) => {
  const state = openLithicState(core);
  const quotas = new Quotas(core.clock);
  registerSigner(core, state);
  core.clock.onAdvance((_before, after) => processDay(state, after));

  const api = Router();
  api.use(embedRoutes(state));
  const guard = [requireKey(core.config.lithic.apiKey), countRequests(quotas)];
  api.use(guard);
  api.use(accountHolderRoutes(state), documentRoutes(state), cardRoutes(state), webProvisionRoutes(state), tokenizationRoutes(state));
  api.use(transactionRoutes(state), eventRoutes(state), responderRoutes(state));
  api.get('/status', (_request, response) => void response.json({ message: 'OK' }));

  const router = Router();
  router.use('/v1', api);
  router.use('/v2', guard, authRuleRoutes(state), inWordsOfRules);
  router.use(uploadRoutes(state));
  router.use('/wallets', walletWindowRoutes(state));

  return {
    name: 'lithic',
    title: 'Lithic',
    summary: 'Card issuer: business verification, cards, purchases',
    path: '/lithic',
    router,
    controls: [...lithicControls(state), quotas.control()],
    failure,
    async start() {
      await ensureStandardSubscription(state);
      acceptMarkedHolders(state);
      runBacktests(state);
    },
    stop: () => stopSoon(state),
  };
};
