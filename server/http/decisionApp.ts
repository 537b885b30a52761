import express, { type Express } from 'express';
import type { DecisionDeps, Deps } from '../services/deps.ts';
import { healthRoutes } from './health.ts';
import { basicHeaders } from './middleware/headers.ts';
import { noSuchCall, problemHandler } from './middleware/problems.ts';
import { requestId } from './middleware/requestId.ts';
import { requestLog } from './middleware/requestLog.ts';
import { authorizationRouter } from './webhooks/authorization.ts';

/** Assembles the process that decides purchases and does nothing else. */
export function createDecisionApp(deps: DecisionDeps & Pick<Deps, 'config' | 'metrics'>, isReady: () => Promise<boolean>): Express {
  const app = express();
  app.disable('x-powered-by');
  app.set('trust proxy', deps.config.trustedProxies);
  app.set('etag', false);
  app.use(requestId, requestLog(deps.log), basicHeaders(deps.config));
  app.use(healthRoutes(deps, isReady));
  app.use(authorizationRouter(deps));
  app.use(noSuchCall);
  app.use(problemHandler(deps.log));
  return app;
}
