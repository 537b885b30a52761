import type { Config } from '../../config.ts';
import type { CallLimits } from '../call.ts';
import type { ProviderMetrics } from '../metrics.ts';
import type { Bank } from '../ports/bank.ts';
import { plaidCalls } from './client.ts';
import { bankEvent } from './map.ts';
import { webhookVerifier } from './webhook.ts';

/** Returns the merchant's bank over Plaid's SDK. */
export function createPlaid(config: Config['plaid'], metrics: ProviderMetrics, limits?: CallLimits): Bank {
  const { fetchVerificationKey, ...calls } = plaidCalls(config, metrics, limits);
  const verifyWebhook = webhookVerifier(fetchVerificationKey);
  return {
    name: 'plaid',
    linkScriptUrl: config.linkScriptUrl,
    evaluatesDebits: config.evaluatesDebits,
    ...calls,
    readEvent: async (rawBody, headers, now) => {
      const { body, signedAtSeconds } = await verifyWebhook(rawBody, headers, now);
      return bankEvent(rawBody, body, signedAtSeconds);
    },
  };
}
