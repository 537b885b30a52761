import type { Express } from 'express';
import type { DecisionDeps, Deps } from '../services/deps.ts';
import { createWatchedApp } from './watchedApp.ts';
import { authorizationRouter } from './webhooks/authorization.ts';

/** Assembles the process that decides purchases and does nothing else. */
export function createDecisionApp(deps: DecisionDeps & Pick<Deps, 'config' | 'metrics'>, isReady: () => Promise<boolean>): Express {
  return createWatchedApp(deps, isReady, [authorizationRouter(deps)]);
}
