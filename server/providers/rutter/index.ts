import type { Config } from '../../config.ts';
import type { CallLimits } from '../call.ts';
import type { ProviderMetrics } from '../metrics.ts';
import type { StoreData } from '../ports/storeData.ts';
import { rutterCalls } from './client.ts';
import { storeEvent } from './map.ts';
import { verifyStoreWebhook } from './webhook.ts';

/** Returns store data over Rutter's REST API. */
export function createRutter(config: Config['rutter'], metrics: ProviderMetrics, limits?: CallLimits): StoreData {
  return {
    name: 'rutter',
    linkUrl: config.linkUrl,
    linkPublicKey: config.publicKey,
    ...rutterCalls(config, metrics, limits),
    readEvent: (rawBody, headers, now) => storeEvent(rawBody, verifyStoreWebhook(config.secret, rawBody, headers), now),
  };
}
