import type { IncomingHttpHeaders } from 'node:http';
import type { Config } from '../../config.ts';
import type { CallLimits } from '../call.ts';
import type { ProviderMetrics } from '../metrics.ts';
import { rutterCalls } from './client.ts';
import { type Store, type StoreConnection, type StoreLink, type StoreNews, type StoreOrder, type StorePage, type StoreTransaction, storeNews } from './map.ts';
import { verifyStoreNews } from './webhook.ts';

export type { Store, StoreConnection, StoreLink, StoreNews, StoreOrder, StorePage, StoreTransaction } from './map.ts';

/**
 * Data of the merchant's store or accounting system. Every call ends within its time limit and fails as `Refused`,
 * `Unavailable` or `Unknown`. Amounts are cents and never negative: a transaction's type says which way the money went.
 */
export interface StoreData {
  /**
   * Exchanges what the link window handed over for lasting access. Not to be repeated: the window may call twice, so
   * remember which token was exchanged, and after `Unknown` have the merchant link again.
   */
  exchangePublicToken(publicToken: string): Promise<StoreLink>;

  getConnection(accessToken: string): Promise<StoreConnection>;

  /** Null for an accounting system. */
  getStore(accessToken: string): Promise<Store | null>;

  /** Orders, those changed since an instant only when one is given. `isReady: false` until the store was read for the first time. */
  listOrders(accessToken: string, updatedSince: Date | null, after?: string | null): Promise<StorePage<StoreOrder>>;

  /** As `listOrders`, of the money that moved. */
  listTransactions(accessToken: string, updatedSince: Date | null, after?: string | null): Promise<StorePage<StoreTransaction>>;

  /** Gives the access up. May be repeated: a connection that is gone counts as deleted. */
  deleteConnection(connectionId: string): Promise<void>;

  /** Verifies and reads a webhook. Throws InvalidSignature, or a ZodError for a genuine message that makes no sense. */
  readNews(rawBody: Buffer, headers: IncomingHttpHeaders, now: Date): StoreNews;
}

/** Store data over Rutter's REST interface. */
export function createRutter(config: Config['rutter'], metrics: ProviderMetrics, limits?: CallLimits): StoreData {
  return {
    ...rutterCalls(config, metrics, limits),
    readNews: (rawBody, headers, now) => storeNews(rawBody, verifyStoreNews(config.secret, rawBody, headers), now),
  };
}
