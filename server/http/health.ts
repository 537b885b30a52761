import { Router } from 'express';
import { collectDefaultMetrics } from 'prom-client';
import type { Deps } from '../services/deps.ts';
import { operatorsOnly } from './middleware/operatorsOnly.ts';

/** Serves the operators' endpoints: liveness, readiness and metrics. */
export function healthRoutes(deps: Pick<Deps, 'config' | 'metrics'>, isReady: () => Promise<boolean>): Router {
  collectDefaultMetrics({ register: deps.metrics });
  const router = Router();
  router.get('/healthz', (_request, response) => response.json({ status: 'alive' }));
  router.get('/readyz', (_request, response, next) => {
    isReady().then((ready) => response.status(ready ? 200 : 503).json({ status: ready ? 'ready' : 'not ready' }), next);
  });
  router.get('/metrics', operatorsOnly(deps), (_request, response, next) => {
    deps.metrics.metrics().then((text) => response.type(deps.metrics.contentType).send(text), next);
  });
  return router;
}
