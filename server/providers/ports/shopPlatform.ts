import type { IncomingHttpHeaders } from 'node:http';
import type { Cents } from '../../domain/basics/money.ts';

/** The user in a shop's admin, from a verified session token. */
export interface ShopSession {
  /** Such as `corner-shop.myshopify.com`: the shop's stable name. */
  shop: string;
  /** The shop's member of staff. */
  userId: string;
  /** The token's id: a token may be used once. */
  tokenId: string;
  expiresAt: Date;
}

export interface ShopAccess {
  accessToken: string;
  scope: string;
  /** Seconds from now; null for access that does not end. */
  expiresInSeconds: number | null;
  refreshToken: string | null;
  refreshTokenExpiresInSeconds: number | null;
}

export interface ShopProfile {
  name: string;
  scopes: readonly string[];
}

/** Money that moved in a shop. The type says which way; the amount is never negative. */
export interface ShopMovement {
  id: string;
  /** The number by which the platform's requests name an order; null for a payout. */
  orderId: string | null;
  /** sale, refund, chargeback, void, authorization or payout. */
  type: string;
  /** success, failure or pending. */
  status: string;
  gateway: string | null;
  amountCents: Cents;
  currency: string;
  createdAt: Date;
  updatedAt: Date;
}

export interface ShopPage {
  items: ShopMovement[];
  /** Null on the last page. */
  next: string | null;
}

/** An event that the platform reports about a shop. */
export type ShopEvent =
  | { topic: 'app/uninstalled' | 'app/scopes_update' | 'shop/redact'; shop: string }
  | { topic: 'customers/data_request' | 'customers/redact'; shop: string; customerId: string; orderIds: readonly string[] };

/** A webhook of the platform. */
export interface SignedShopEvent {
  /** Null for a topic that nothing is done about. */
  event: ShopEvent | null;
  /** Unsigned: use it only to skip duplicates, never for a decision. */
  claimedEventId: string;
}

export interface ShopCalls {
  /** The shop's name, and what it lets us see now. */
  readProfile(shop: string, accessToken: string): Promise<ShopProfile>;
  /** A page of the payments of orders that changed since an instant, or of all orders. */
  listOrders(shop: string, accessToken: string, since: Date | null, after: string | null): Promise<ShopPage>;
  /** The newest payouts of the platform's own card processing, a page of them. */
  listPayouts(shop: string, accessToken: string): Promise<ShopPage>;
  /** Exchanges a refresh token, which is good once. Not to be repeated. */
  refreshAccess(shop: string, refreshToken: string): Promise<ShopAccess>;
}

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
  readEvent(rawBody: Buffer, headers: IncomingHttpHeaders): SignedShopEvent;
}
