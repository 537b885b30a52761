import type { Config } from '../../config.ts';
import type { CallLimits } from '../call.ts';
import type { ProviderMetrics } from '../metrics.ts';
import type { StoreData } from '../ports/storeData.ts';
import { rutterCalls } from './client.ts';
import { storeNews } from './map.ts';
import { verifyStoreNews } from './webhook.ts';

/** Store data over Rutter's REST interface. */
export function createRutter(config: Config['rutter'], metrics: ProviderMetrics, limits?: CallLimits): StoreData {
  return {
    name: 'rutter',
    ...rutterCalls(config, metrics, limits),
    readNews: (rawBody, headers, now) => storeNews(rawBody, verifyStoreNews(config.secret, rawBody, headers), now),
  };
}
