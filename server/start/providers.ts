import type { Registry } from 'prom-client';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import { blockCalls, takeCall } from '../db/queries/providerBudget.ts';
import { createBigcommerce } from '../providers/bigcommerce/index.ts';
import type { Budget } from '../providers/budget.ts';
import { defaultLimits } from '../providers/call.ts';
import { createLithic } from '../providers/lithic/index.ts';
import { createMailer } from '../providers/mail/index.ts';
import { createBudgetMetrics, createProviderMetrics } from '../providers/metrics.ts';
import { createPlaid } from '../providers/plaid/index.ts';
import { createPosthog } from '../providers/posthog/index.ts';
import { createPropelauth } from '../providers/propelauth/index.ts';
import { createRutter } from '../providers/rutter/index.ts';
import { createSessionIssuers } from '../providers/sessionIssuers/index.ts';
import { createShopify } from '../providers/shopify/index.ts';
import { createSlack } from '../providers/slack/index.ts';
import { createWebPush } from '../providers/webPush/index.ts';
import type { Providers } from '../services/deps.ts';

/** Makes one client for each third party, with the addresses and keys of the settings. Their calls come out of budgets that all processes share in the database. */
export function openProviders(config: Config, metrics: Registry, clock: Clock, database: Database): Providers {
  const observe = createProviderMetrics(metrics);
  const budget: Budget = {
    take: (allowance) => takeCall(database, allowance),
    block: (name, forMs) => blockCalls(database, name, forMs),
    spent: createBudgetMetrics(metrics),
  };
  const limits = { ...defaultLimits, budget };
  return {
    authentication: createPropelauth(config.propelauth, observe, clock),
    cardIssuer: createLithic(config.lithic, observe, limits),
    bank: createPlaid(config.plaid, observe, limits),
    storeData: createRutter(config.rutter, observe, limits),
    shopPlatform: createShopify(config.shopify, observe),
    controlPanel: createBigcommerce(config.bigcommerce, observe, limits),
    sessionIssuers: createSessionIssuers(config.sessionTypes),
    mailer: createMailer(config.mail, observe),
    push: createWebPush(config.webPush, observe),
    slack: createSlack(config.slack, observe),
    analytics: createPosthog(config.posthog, observe),
  };
}
