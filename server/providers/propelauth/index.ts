import type { Config } from '../../config.ts';
import type { CallLimits } from '../call.ts';
import type { ProviderMetrics } from '../metrics.ts';
import type { Authentication } from '../ports/authentication.ts';
import { propelauthCalls } from './client.ts';

/** Returns authentication by PropelAuth. `clock` decides whether a token has expired. Throws when a configured verifier key is malformed. */
export function createPropelauth(config: Config['propelauth'], metrics: ProviderMetrics, clock: () => Date, limits?: CallLimits): Authentication {
  return propelauthCalls(config, metrics, clock, limits);
}
