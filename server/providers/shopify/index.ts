import type { IncomingHttpHeaders } from 'node:http';
import type { Config } from '../../config.ts';
import type { CallLimits } from '../call.ts';
import type { ProviderMetrics } from '../metrics.ts';
import { type ShopCalls, shopCalls } from './client.ts';
import type { ShopSession } from './map.ts';
import { readSessionToken, type ShopNews, verifySessionToken, verifyShopNews } from './webhook.ts';

export { type ShopEvent, type ShopMovement, type ShopPage, type ShopSession, shopEvent } from './map.ts';
export type { ShopNews } from './webhook.ts';

/** The store platform whose admin frames the embedded app. The checks call nobody. */
export interface ShopPlatform extends ShopCalls {
  /**
   * Verifies that a session token was made for us by that very shop's admin just now. Throws InvalidSignature.
   * A token may be used once: keep its `tokenId` until `expiresAt`.
   */
  verifySessionToken(token: string, shop: string, now: Date): Promise<ShopSession>;

  /** Verifies a session token and reads which shop's admin made it for us. Throws InvalidSignature. It may be shown again while it lives: for reading only. */
  readSessionToken(token: string, now: Date): Promise<ShopSession>;

  /** Verifies and reads a webhook. Throws InvalidSignature. Only the body is signed: read the present state before anything is decided. */
  readNews(rawBody: Buffer, headers: IncomingHttpHeaders): ShopNews;
}

/** The admin of Shopify. */
export function createShopify(
  config: Pick<Config['shopify'], 'apiKey' | 'apiSecret' | 'emulatorUrl'>,
  metrics: ProviderMetrics,
  limits?: CallLimits,
): ShopPlatform {
  return {
    ...shopCalls(config, metrics, limits),
    verifySessionToken: (token, shop, now) => verifySessionToken(config, token, shop, now),
    readSessionToken: (token, now) => readSessionToken(config, token, now),
    readNews: (rawBody, headers) => verifyShopNews(config.apiSecret, rawBody, headers),
  };
}
