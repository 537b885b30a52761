import type { Config } from '../../config.ts';
import type { CallLimits } from '../call.ts';
import type { ProviderMetrics } from '../metrics.ts';
import type { ShopPlatform } from '../ports/shopPlatform.ts';
import { shopCalls } from './client.ts';
import { shopEvent } from './map.ts';
import { readSessionToken, verifySessionToken, verifyShopWebhook } from './webhook.ts';

/** Returns the admin of Shopify. */
export function createShopify(
  config: Pick<Config['shopify'], 'apiKey' | 'apiSecret' | 'emulatorUrl'>,
  metrics: ProviderMetrics,
  limits?: CallLimits,
): ShopPlatform {
  return {
    ...shopCalls(config, metrics, limits),
    verifySessionToken: (token, shop, now) => verifySessionToken(config, token, shop, now),
    readSessionToken: (token, now) => readSessionToken(config, token, now),
    readEvent: (rawBody, headers) => {
      const signed = verifyShopWebhook(config.apiSecret, rawBody, headers);
      const { claimedTopic, claimedEventId, claimedAt } = signed;
      return { event: shopEvent(signed), claimedTopic, claimedEventId, claimedAt };
    },
  };
}
