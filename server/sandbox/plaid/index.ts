import { createHash, timingSafeEqual } from 'node:crypto';
import { type RequestHandler, Router } from 'express';
import type { Config } from '../../config.ts';
import type { CreateStandIn } from '../core/core.ts';
import { Quotas } from '../core/quotas.ts';
import { plaidControls } from './controls.ts';
import { processDay } from './days.ts';
import { ensureSigningKey, registerSigner } from './events.ts';
import { itemRoutes } from './items.ts';
import { linkRoutes } from './link/routes.ts';
import { linkTokenRoutes } from './linkTokens.ts';
import { countRequests } from './quotas.ts';
import { failure, invalidInput } from './refusal.ts';
import { signalRoutes } from './signal.ts';
import { simulateRoutes } from './simulate.ts';
import { openPlaidState } from './state.ts';
import { transferRoutes } from './transfers.ts';

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Refuses calls without valid credentials, which may be in headers or in the body, as the provider allows. */
function requireCredentials({ clientId, secret }: Config['plaid']): RequestHandler {
  const expected = digest(`${clientId}\n${secret}`);
  return (request, _response, next) => {
    const id = request.headers['plaid-client-id'] ?? request.body?.client_id;
    const given = request.headers['plaid-secret'] ?? request.body?.secret;
    next(timingSafeEqual(digest(`${id}\n${given}`), expected) ? undefined : invalidInput('INVALID_API_KEYS', 'invalid client_id or secret provided'));
  };
}

/** Stands in for Plaid, the bank aggregator: link windows, accounts and transfers. Balances are floats, transfer amounts decimal strings of dollars. */
export const createPlaid: CreateStandIn = (core) => {
  const state = openPlaidState(core);
  const quotas = new Quotas(core.clock);
  registerSigner(state);
  core.clock.onAdvance((_before, after) => processDay(state, after));

  const router = Router();
  router.use(linkRoutes(state));
  router.use(requireCredentials(core.config.plaid));
  router.use(countRequests(quotas), linkTokenRoutes(state), itemRoutes(state), transferRoutes(state), signalRoutes(state), simulateRoutes(state));

  return {
    name: 'plaid',
    title: 'Plaid',
    summary: 'Banks: links, accounts, transfers',
    path: '/plaid',
    router,
    controls: [...plaidControls(state), quotas.control()],
    failure,
    start: () => ensureSigningKey(state),
  };
};
