import express, { type Express, type Router } from 'express';
import type { Deps } from '../services/deps.ts';
import { healthRoutes } from './health.ts';
import { basicHeaders } from './middleware/headers.ts';
import { noSuchCall, problemHandler } from './middleware/problems.ts';
import { requestId } from './middleware/requestId.ts';
import { requestLog } from './middleware/requestLog.ts';

/** Assembles what a process without pages and API answers: the operators' endpoints, the given routes, and 404. */
export function createWatchedApp(deps: Pick<Deps, 'config' | 'log' | 'metrics'>, isReady: () => Promise<boolean>, routes: readonly Router[]): Express {
  const app = express();
  app.disable('x-powered-by');
  app.set('trust proxy', deps.config.trustedProxies);
  app.set('etag', false);
  app.use(requestId, requestLog(deps.log), basicHeaders(deps.config));
  app.use(healthRoutes(deps, isReady));
  for (const route of routes) app.use(route);
  app.use(noSuchCall);
  app.use(problemHandler(deps.log));
  return app;
}
