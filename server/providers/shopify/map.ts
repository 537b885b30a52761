import { z } from 'zod';
import { isShopName } from '../../domain/store/shopName.ts';
import { centsOfNumber } from '../amounts.ts';
import type { ShopAccess, ShopEvent, ShopPage, ShopProfile, ShopSession } from '../ports/shopPlatform.ts';

const wireClaims = z.object({ iss: z.string(), dest: z.string(), sub: z.string().min(1), jti: z.string().min(1), exp: z.int() });

/** Reads the session from a token's claims. Returns null when its destination is not a shop or not its issuer. Throws a ZodError when a claim is missing. */
export function shopSession(claims: unknown): ShopSession | null {
  const { iss, dest, sub, jti, exp } = wireClaims.parse(claims);
  const shop = dest.replace(/^https:\/\//, '');
  if (!isShopName(shop) || dest !== `https://${shop}` || iss !== `${dest}/admin`) return null;
  return { shop, userId: sub, tokenId: jti, expiresAt: new Date(exp * 1000) };
}

const seconds = z
  .number()
  .int()
  .nullish()
  .transform((value) => value ?? null);
const wireAccess = z.object({
  access_token: z.string().min(1),
  scope: z.string().default(''),
  expires_in: seconds,
  refresh_token: z.string().nullish(),
  refresh_token_expires_in: seconds,
});

export function shopAccess(wire: unknown): ShopAccess {
  const access = wireAccess.parse(wire);
  return {
    accessToken: access.access_token,
    scope: access.scope,
    expiresInSeconds: access.expires_in,
    refreshToken: access.refresh_token ?? null,
    refreshTokenExpiresInSeconds: access.refresh_token_expires_in,
  };
}

export function shopProfile(wire: unknown): ShopProfile {
  const { shop, currentAppInstallation } = z
    .object({ shop: z.object({ name: z.string() }), currentAppInstallation: z.object({ accessScopes: z.array(z.object({ handle: z.string() })) }) })
    .parse(wire);
  return { name: shop.name, scopes: currentAppInstallation.accessScopes.map(({ handle }) => handle) };
}

const instant = z.iso.datetime({ offset: true }).transform((text) => new Date(text));
const money = z.object({ amount: z.string().transform(centsOfNumber), currencyCode: z.string() });
const pageInfo = z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() });
const nextOf = ({ hasNextPage, endCursor }: z.output<typeof pageInfo>) => (hasNextPage ? endCursor : null);

const wireOrders = z.object({
  orders: z.object({
    nodes: z.array(
      z.object({
        legacyResourceId: z.string(),
        updatedAt: instant,
        transactions: z.array(
          z.object({
            id: z.string(),
            kind: z.string(),
            status: z.string(),
            gateway: z.string().nullable(),
            amountSet: z.object({ shopMoney: money }),
            createdAt: instant,
            test: z.boolean(),
          }),
        ),
      }),
    ),
    pageInfo,
  }),
});

/** The platform's kind → our type. Money is earned when captured: a capture and a sale count the same, an authorization does not count. */
const typeOfKind: Readonly<Record<string, string>> = { CAPTURE: 'sale', SALE: 'sale' };
const statuses: Readonly<Record<string, string>> = { SUCCESS: 'success', PENDING: 'pending', AWAITING_RESPONSE: 'pending' };

export function shopOrders(wire: unknown): ShopPage {
  const { orders } = wireOrders.parse(wire);
  const items = orders.nodes.flatMap(({ legacyResourceId, updatedAt, transactions }) =>
    transactions
      .filter(({ test }) => !test)
      .map(({ id, kind, status, gateway, amountSet: { shopMoney }, createdAt }) => ({
        id: id.replace(/^gid:\/\/shopify\/\w+\//, ''),
        orderId: legacyResourceId,
        type: typeOfKind[kind] ?? kind.toLowerCase(),
        status: statuses[status] ?? 'failure',
        gateway,
        amountCents: shopMoney.amount,
        currency: shopMoney.currencyCode,
        createdAt,
        updatedAt,
      })),
  );
  return { items, next: nextOf(orders.pageInfo) };
}

const wirePayouts = z.object({
  shopifyPaymentsAccount: z
    .object({
      payouts: z.object({
        nodes: z.array(z.object({ legacyResourceId: z.string(), issuedAt: instant, status: z.string(), net: money })),
        pageInfo,
      }),
    })
    .nullable(),
});

/** Returns a shop's payouts; none without the platform's own card processing. Payouts that take money back are left out. */
export function shopPayouts(wire: unknown): ShopPage {
  const account = wirePayouts.parse(wire).shopifyPaymentsAccount;
  if (!account) return { items: [], next: null };
  const items = account.payouts.nodes
    .filter(({ net }) => net.amount >= 0)
    .map(({ legacyResourceId, issuedAt, status, net }) => ({
      id: `payout-${legacyResourceId}`,
      orderId: null,
      type: 'payout',
      status: status === 'PAID' ? 'success' : status === 'FAILED' || status === 'CANCELED' ? 'failure' : 'pending',
      gateway: 'shopify_payments',
      amountCents: net.amount,
      currency: net.currencyCode,
      createdAt: issuedAt,
      updatedAt: issuedAt,
    }));
  return { items, next: nextOf(account.payouts.pageInfo) };
}

const ids = z.array(z.number().int().transform(String)).default([]);
const customer = z.object({ id: z.number().int().transform(String) });
const uninstalled = z.object({ myshopify_domain: z.string() });
const dataRequest = z.object({ shop_domain: z.string(), customer, orders_requested: ids, data_request: z.object({ id: z.number() }) });
const customerRedaction = z.object({ shop_domain: z.string(), customer, orders_to_redact: ids }).refine((body) => !('data_request' in body));
const shopRedaction = z.strictObject({ shop_id: z.number(), shop_domain: z.string() });
const scopesUpdate = z.object({ current: z.array(z.string()) });

/**
 * Reads a signed body by the topic in its unsigned header. Returns null when the body does not fit the topic. The shop
 * comes from the body. A change of scopes names none there, so it only triggers a read of the shop in the unsigned header.
 */
export function shopEvent({ claimedTopic, claimedShop, body }: { claimedTopic: string; claimedShop: string; body: unknown }): ShopEvent | null {
  const event = readEvent(claimedTopic, claimedShop, body);
  return event && isShopName(event.shop) ? event : null;
}

function readEvent(topic: string, claimedShop: string, body: unknown): ShopEvent | null {
  switch (topic) {
    case 'app/uninstalled': {
      const { data } = uninstalled.safeParse(body);
      return data ? { topic, shop: data.myshopify_domain } : null;
    }
    case 'app/scopes_update':
      return scopesUpdate.safeParse(body).success ? { topic, shop: claimedShop } : null;
    case 'shop/redact': {
      const { data } = shopRedaction.safeParse(body);
      return data ? { topic, shop: data.shop_domain } : null;
    }
    case 'customers/data_request': {
      const { data } = dataRequest.safeParse(body);
      return data ? { topic, shop: data.shop_domain, customerId: data.customer.id, orderIds: data.orders_requested } : null;
    }
    case 'customers/redact': {
      const { data } = customerRedaction.safeParse(body);
      return data ? { topic, shop: data.shop_domain, customerId: data.customer.id, orderIds: data.orders_to_redact } : null;
    }
    default:
      return null;
  }
}
