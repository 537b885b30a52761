import type { IncomingHttpHeaders } from 'node:http';
import type { Cents } from '../../domain/basics/money.ts';
import type { Page } from '../page.ts';

export interface StoreLink {
  connectionId: string;
  accessToken: string;
  /** Such as SHOPIFY or QUICKBOOKS. */
  platform: string;
  /** False until the provider has read the store for the first time, which a webhook reports. */
  isReady: boolean;
}

export interface StoreConnection {
  connectionId: string;
  platform: string;
  storeName: string | null;
  storeDomain: string | null;
  /** The merchant must sign in to the store again. */
  needsUpdate: boolean;
  isDisabled: boolean;
  lastSyncCompletedAt: Date | null;
}

export interface Store {
  storeId: string;
  name: string;
  url: string | null;
  currency: string | null;
}

export interface StoreOrder {
  orderId: string;
  /** The number that the merchant sees. */
  orderNumber: string | null;
  /** pending, paid, refunded, failed or unknown. */
  paymentStatus: string;
  /** active, archived, cancelled or unknown. */
  status: string;
  totalCents: Cents;
  currency: string | null;
  createdAt: Date;
  updatedAt: Date;
}

/** Money that moved in a store. The type says which way; the amount is never negative. */
export interface StoreTransaction {
  transactionId: string;
  orderId: string | null;
  /** sale, refund, void, payout, fee or other. Only a successful sale is money earned: platforms list its authorization and capture too. */
  type: string;
  /** success, failure, pending, cancelled, refunded or other. */
  status: string;
  /** cash, card or other. */
  paymentMethodType: string;
  gateway: string | null;
  /** Null when the store does not report it. */
  amountCents: Cents | null;
  currency: string | null;
  createdAt: Date;
  updatedAt: Date;
}

/** A page of a list, or `isReady: false` while the provider has not read the store yet. */
export type StorePage<T> = ({ isReady: true } & Page<T>) | { isReady: false };

/** A webhook event of the store data provider. It only tells which object to read again; its content is not trusted. */
export interface StoreEvent {
  /** Made from the body and the minute of arrival, because the provider gives none: an event repeated within a minute counts once. */
  id: string;
  type: string;
  /** Such as INITIAL_UPDATE, CONNECTION_NEEDS_UPDATE or CONNECTION_DISABLED. */
  code: string;
  connectionId: string | null;
}

/**
 * Data of the merchant's store or accounting system. Every call ends within its time limit and fails as `Refused`,
 * `Unavailable` or `Unknown`. Amounts are cents and never negative: a transaction's type says which way the money went.
 */
export interface StoreData {
  /** The provider's name: it ends the address that its webhook events go to and is stored with what is asked of it. */
  name: string;

  /** The link window that a browser opens, with `linkPublicKey`. */
  linkUrl: string;

  /** Names our product to the link window; no secret. */
  linkPublicKey: string;

  /**
   * Exchanges the link window's public token for lasting access. Must not be repeated. The window may call twice, so
   * remember which token was exchanged; after `Unknown` the merchant must link again.
   */
  exchangePublicToken(publicToken: string): Promise<StoreLink>;

  getConnection(accessToken: string): Promise<StoreConnection>;

  /** Returns the store, or null for an accounting system. */
  getStore(accessToken: string): Promise<Store | null>;

  /** Returns orders: all, or those changed since an instant. Returns `isReady: false` until the store was read for the first time. */
  listOrders(accessToken: string, updatedSince: Date | null, after?: string | null): Promise<StorePage<StoreOrder>>;

  /** Returns transactions, under the same rules as `listOrders`. */
  listTransactions(accessToken: string, updatedSince: Date | null, after?: string | null): Promise<StorePage<StoreTransaction>>;

  /** Removes the access. May be repeated: a connection that no longer exists counts as deleted. */
  deleteConnection(connectionId: string): Promise<void>;

  /** Verifies and reads a webhook. Throws InvalidSignature, or a ZodError for a genuine message of an unexpected shape. */
  readEvent(rawBody: Buffer, headers: IncomingHttpHeaders, now: Date): StoreEvent;
}
