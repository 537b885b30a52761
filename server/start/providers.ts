import type { Registry } from 'prom-client';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import { createBigcommerce } from '../providers/bigcommerce/index.ts';
import { createLithic } from '../providers/lithic/index.ts';
import { createMailer } from '../providers/mail/index.ts';
import { createProviderMetrics } from '../providers/metrics.ts';
import { createPlaid } from '../providers/plaid/index.ts';
import { createPosthog } from '../providers/posthog/index.ts';
import { createPropelauth } from '../providers/propelauth/index.ts';
import { createRutter } from '../providers/rutter/index.ts';
import { createSessionIssuers } from '../providers/sessionIssuers/index.ts';
import { createShopify } from '../providers/shopify/index.ts';
import type { Providers } from '../services/deps.ts';

/** Makes one client for each third party, with the addresses and keys of the settings. */
export function openProviders(config: Config, metrics: Registry, clock: Clock): Providers {
  const observe = createProviderMetrics(metrics);
  return {
    authentication: createPropelauth(config.propelauth, observe, clock),
    cardIssuer: createLithic(config.lithic, observe),
    bank: createPlaid(config.plaid, observe),
    storeData: createRutter(config.rutter, observe),
    shopPlatform: createShopify(config.shopify, observe),
    controlPanel: createBigcommerce(config.bigcommerce, observe),
    sessionIssuers: createSessionIssuers(config.sessionTypes),
    mailer: createMailer(config.mail, observe),
    analytics: createPosthog(config.posthog, observe),
  };
}
