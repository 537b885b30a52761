import { Router } from 'express';
import { collectDefaultMetrics, Registry } from 'prom-client';
import type { Deps } from '../services/deps.ts';
import { operatorsOnly } from './middleware/operatorsOnly.ts';

let ofProcess: Registry | undefined;

/**
 * Returns the figures of this process: its memory, its processor time, the delay of its event loop. They are collected once, because
 * the collecting never ends: each further registry would stay in memory with all that reports to it, and have a timer of its own.
 */
function processMetrics(): Registry {
  if (ofProcess === undefined) {
    ofProcess = new Registry();
    collectDefaultMetrics({ register: ofProcess });
  }
  return ofProcess;
}

/** Serves the operators' endpoints: liveness, readiness and metrics. */
export function healthRoutes(deps: Pick<Deps, 'config' | 'metrics'>, isReady: () => Promise<boolean>): Router {
  const ofThisProcess = processMetrics();
  const router = Router();
  router.get('/healthz', (_request, response) => response.json({ status: 'alive' }));
  router.get('/readyz', (_request, response, next) => {
    isReady().then((ready) => response.status(ready ? 200 : 503).json({ status: ready ? 'ready' : 'not ready' }), next);
  });
  router.get('/metrics', operatorsOnly(deps), (_request, response, next) => {
    const metrics = Registry.merge([deps.metrics, ofThisProcess]);
    metrics.metrics().then((text) => response.type(metrics.contentType).send(text), next);
  });
  return router;
}
