import type { IncomingHttpHeaders } from 'node:http';
import type { Cents } from '../../domain/basics/money.ts';

/** The user in a shop's admin, from a verified session token. */
export interface ShopSession {
  /** Such as `corner-shop.myshopify.com`: the shop's stable name. */
  shop: string;
  /** The platform's id of the shop's member of staff. */
  userId: string;
  /** The token's id: a token may be used once. */
  tokenId: string;
  expiresAt: Date;
}

export interface ShopAccess {
  accessToken: string;
  scope: string;
  /** Seconds from now; null for access that does not expire. */
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
  /** The order's number in the platform's requests; null for a payout. */
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
  /** Null for a topic that we ignore. */
  event: ShopEvent | null;
  /** Unsigned: use it only to skip duplicates, never for a decision. */
  claimedEventId: string;
}

export interface ShopCalls {
  /** Returns the shop's name and the scopes that it grants us now. */
  readProfile(shop: string, accessToken: string): Promise<ShopProfile>;
  /** Returns a page of order payments: of all orders, or of those changed since an instant. */
  listOrders(shop: string, accessToken: string, since: Date | null, after: string | null): Promise<ShopPage>;
  /** Returns the page with the newest payouts of the platform's own card processing. */
  listPayouts(shop: string, accessToken: string): Promise<ShopPage>;
  /** Exchanges a refresh token. Must not be repeated: a refresh token works once. */
  refreshAccess(shop: string, refreshToken: string): Promise<ShopAccess>;
}

/** The store platform whose admin frames the embedded app. Verifying makes no call. */
export interface ShopPlatform extends ShopCalls {
  /**
   * Verifies that this shop's admin has just made a session token for us. Throws InvalidSignature.
   * A token may be used once: keep its `tokenId` until `expiresAt`.
   */
  verifySessionToken(token: string, shop: string, now: Date): Promise<ShopSession>;

  /** Verifies a session token and returns its shop and user. Throws InvalidSignature. Use it for reads only: the token may be used again until it expires. */
  readSessionToken(token: string, now: Date): Promise<ShopSession>;

  /** Verifies and reads a webhook. Throws InvalidSignature. Only the body is signed: read the present state before deciding anything. */
  readEvent(rawBody: Buffer, headers: IncomingHttpHeaders): SignedShopEvent;
}
