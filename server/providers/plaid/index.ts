import type { Config } from '../../config.ts';
import type { CallLimits } from '../call.ts';
import type { ProviderMetrics } from '../metrics.ts';
import type { Bank } from '../ports/bank.ts';
import { plaidCalls } from './client.ts';
import { bankNews } from './map.ts';
import { newsVerifier } from './webhook.ts';

/** The merchant's bank over Plaid's SDK. */
export function createPlaid(config: Config['plaid'], metrics: ProviderMetrics, limits?: CallLimits): Bank {
  const { fetchVerificationKey, ...calls } = plaidCalls(config, metrics, limits);
  const verifyNews = newsVerifier(fetchVerificationKey);
  return {
    name: 'plaid',
    ...calls,
    readNews: async (rawBody, headers, now) => {
      const { body, signedAtSeconds } = await verifyNews(rawBody, headers, now);
      return bankNews(rawBody, body, signedAtSeconds);
    },
  };
}
