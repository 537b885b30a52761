import type { IncomingHttpHeaders } from 'node:http';
import type { Cents } from '../../domain/basics/money.ts';

/** The user in a shop's admin, from a verified session token. */
export interface ShopSession {
  /** Such as `corner-shop.myshopify.com`: the shop's stable name. */
  shop: string;
  /** The platform's id of the shop's member of staff. */
  userId: string;
  /** The token's own id. */
  tokenId: string;
  expiresAt: Date;
}

/** A member of a shop's staff, as the platform describes them. */
export interface ShopMember {
  userId: string;
  firstName: string | null;
  lastName: string | null;
  email: string | null;
  isEmailVerified: boolean;
  isOwner: boolean;
}

/** A shop's description of the business behind it. */
export interface ShopBusiness {
  name: string;
  email: string | null;
  /** `+1` and ten digits where it is a number of the United States. */
  phone: string | null;
  /** Null outside the United States. */
  address: { address1: string; address2: string; city: string; state: string; postal_code: string } | null;
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
  /** When the shop was opened at the platform. */
  createdAt: Date;
}

/** Money that moved in a shop. The type says which way; the amount is never negative. */
export interface ShopMovement {
  id: string;
  /** The order's number in the platform's requests; null for a payout. */
  orderId: string | null;
  /**
   * sale, refund, chargeback, void, authorization or payout, or another kind of the platform's in lower case; gift_card or store_credit
   * for what these paid or got back.
   */
  type: string;
  /** success, failure, pending, or cancelled for a chargeback that was given back. */
  status: string;
  gateway: string | null;
  /** In hundredths of the currency. */
  amountCents: Cents;
  /** ISO 4217: that of the store, not of the shopper. */
  currency: string;
  createdAt: Date;
  updatedAt: Date;
}

export interface ShopPage {
  items: ShopMovement[];
  /** Null on the last page. */
  next: string | null;
}

/** The platform's export of all orders, which it makes in the background. `gone`: it has ended without a file, or is too old. */
export type OrdersExport = { state: 'running' } | { state: 'done'; file: string | null } | { state: 'gone'; isDenied: boolean };

/** An event that the platform reports about a shop. */
export type ShopEvent =
  | { topic: 'app/uninstalled' | 'app/scopes_update' | 'shop/redact'; shop: string }
  | { topic: 'orders/updated'; shop: string; orderId: string }
  | { topic: 'customers/data_request' | 'customers/redact'; shop: string; customerId: string; orderIds: readonly string[] };

/** A webhook of the platform. */
export interface SignedShopEvent {
  /** Null for a topic or a body that we do not understand. */
  event: ShopEvent | null;
  /** Unsigned: use it only for the log. Empty when it is missing. */
  claimedTopic: string;
  /** Unsigned: use it only to skip duplicates, never for a decision. Made from the body where the platform sends none. */
  claimedEventId: string;
  /** When it says that it was made. Unsigned; left out when it is missing. */
  claimedAt?: Date | undefined;
}

export interface ShopCalls {
  /** Returns the shop's name and the scopes that it grants us now. */
  readProfile(shop: string, accessToken: string): Promise<ShopProfile>;
  /** Returns a page of the payments of orders that changed since an instant. */
  listOrders(shop: string, accessToken: string, since: Date, after: string | null): Promise<ShopPage>;
  /** Returns the payments of one order; none of an order that is not shown to us. */
  readOrder(shop: string, accessToken: string, orderId: string): Promise<ShopMovement[]>;
  /** Starts an export of all orders and returns its id; null while another export of ours is running there. */
  startOrdersExport(shop: string, accessToken: string): Promise<string | null>;
  readOrdersExport(shop: string, accessToken: string, exportId: string): Promise<OrdersExport>;
  /**
   * Reads an export's file line by line, without holding more than one line. Returns each line's payments.
   * Throws the failures of any call.
   */
  readExportFile(file: string): AsyncIterable<ShopMovement[]>;
  /** Returns a page of payouts of the platform's own card processing, the newest first. */
  listPayouts(shop: string, accessToken: string, after: string | null): Promise<ShopPage>;
  /** Returns a page of payments that the buyers' banks took back, the newest first. */
  listDisputes(shop: string, accessToken: string, after: string | null): Promise<ShopPage>;
  /** Returns what the shop says of its business. */
  readBusiness(shop: string, accessToken: string): Promise<ShopBusiness>;
  /**
   * Returns the member of the staff who holds a session token, as the platform describes them now. May be repeated while the
   * token lives. Throws `Refused` for a token that the shop does not take, or once the app is not installed there.
   */
  readMember(shop: string, sessionToken: string): Promise<ShopMember>;
  /** Exchanges a refresh token. Must not be repeated: a refresh token works once. */
  refreshAccess(shop: string, refreshToken: string): Promise<ShopAccess>;
}

/** The store platform whose admin frames the embedded app. Verifying makes no call. */
export interface ShopPlatform extends ShopCalls {
  /**
   * Verifies that this shop's admin has just made a session token for us. The admin hands the same token out while it lives,
   * so it may be shown again until `expiresAt`. Throws InvalidSignature.
   */
  verifySessionToken(token: string, shop: string, now: Date): Promise<ShopSession>;

  /** Verifies a session token and returns its shop and user. Throws InvalidSignature. Use it for reads only. */
  readSessionToken(token: string, now: Date): Promise<ShopSession>;

  /** Verifies and reads a webhook. Throws InvalidSignature. Only the body is signed: read the present state before deciding anything. */
  readEvent(rawBody: Buffer, headers: IncomingHttpHeaders): SignedShopEvent;
}
