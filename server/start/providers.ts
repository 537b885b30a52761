import type { Registry } from 'prom-client';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import { createLithic } from '../providers/lithic/index.ts';
import { createProviderMetrics } from '../providers/metrics.ts';
import { createPlaid } from '../providers/plaid/index.ts';
import { createPropelauth } from '../providers/propelauth/index.ts';
import { createRutter } from '../providers/rutter/index.ts';
import type { Providers } from '../services/deps.ts';

/** One client for each third party, by the addresses and keys of the settings. */
export function openProviders(config: Config, metrics: Registry, clock: Clock): Providers {
  const observe = createProviderMetrics(metrics);
  return {
    authentication: createPropelauth(config.propelauth, observe, clock),
    cardIssuer: createLithic(config.lithic, observe),
    bank: createPlaid(config.plaid, observe),
    storeData: createRutter(config.rutter, observe),
  };
}
