import { z } from 'zod';
import { tidyPhone } from '../../domain/forms/identity.ts';
import { typeByGateway } from '../../domain/store/sales.ts';
import { isShopName } from '../../domain/store/shopName.ts';
import { centsOfNumber } from '../amounts.ts';
import type { OrdersExport, ShopAccess, ShopBusiness, ShopEvent, ShopMember, ShopMovement, ShopPage, ShopProfile, ShopSession } from '../ports/shopPlatform.ts';

const wireClaims = z.object({ iss: z.string(), dest: z.string(), sub: z.string().min(1), jti: z.string().min(1), exp: z.int() });

/** Reads the session from a token's claims. Returns null when its destination is not a shop or not its issuer. Throws a ZodError when a claim is missing. */
export function shopSession(claims: unknown): ShopSession | null {
  const { iss, dest, sub, jti, exp } = wireClaims.parse(claims);
  const shop = dest.replace(/^https:\/\//, '');
  if (!isShopName(shop) || dest !== `https://${shop}` || iss !== `${dest}/admin`) return null;
  return { shop, userId: sub, tokenId: jti, expiresAt: new Date(exp * 1000) };
}

const instant = z.iso.datetime({ offset: true }).transform((text) => new Date(text));
const money = z.object({ amount: z.string().transform(centsOfNumber), currencyCode: z.string() });

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

const optionalText = z
  .string()
  .nullish()
  .transform((text) => text || null);
const wireMember = z.object({
  associated_user: z.object({
    id: z.union([z.number(), z.string()]).transform(String),
    first_name: optionalText,
    last_name: optionalText,
    email: optionalText,
    email_verified: z.boolean().default(false),
    account_owner: z.boolean().default(false),
  }),
});

/** Reads the person for whom an online access token was given; the token itself is not kept. */
export function shopMember(wire: unknown): ShopMember {
  const { id, first_name, last_name, email, email_verified, account_owner } = wireMember.parse(wire).associated_user;
  return { userId: id, firstName: first_name, lastName: last_name, email, isEmailVerified: email_verified, isOwner: account_owner };
}

const wireBusiness = z.object({
  shop: z.object({
    name: z.string(),
    contactEmail: optionalText,
    billingAddress: z
      .object({
        address1: optionalText,
        address2: optionalText,
        city: optionalText,
        provinceCode: optionalText,
        zip: optionalText,
        countryCodeV2: optionalText,
        phone: optionalText,
      })
      .nullish(),
  }),
});

export function shopBusiness(wire: unknown): ShopBusiness {
  const { name, contactEmail, billingAddress: at } = wireBusiness.parse(wire).shop;
  const isHere = at?.countryCodeV2 === 'US';
  return {
    name,
    email: contactEmail,
    phone: at?.phone == null ? null : tidyPhone(at.phone),
    address: isHere
      ? { address1: at.address1 ?? '', address2: at.address2 ?? '', city: at.city ?? '', state: at.provinceCode ?? '', postal_code: at.zip ?? '' }
      : null,
  };
}

export function shopProfile(wire: unknown): ShopProfile {
  const { shop, currentAppInstallation } = z
    .object({
      shop: z.object({ name: z.string(), createdAt: instant }),
      currentAppInstallation: z.object({ accessScopes: z.array(z.object({ handle: z.string() })) }),
    })
    .parse(wire);
  return { name: shop.name, createdAt: shop.createdAt, scopes: currentAppInstallation.accessScopes.map(({ handle }) => handle) };
}

const pageInfo = z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() });
const nextOf = ({ hasNextPage, endCursor }: z.output<typeof pageInfo>) => (hasNextPage ? endCursor : null);

const wireOrder = z.object({
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
});
const wireOrders = z.object({ orders: z.object({ nodes: z.array(wireOrder), pageInfo }) });

/** The platform's kind → our type. Money is earned when captured: a capture and a sale count the same, an authorization does not count. */
const typeOfKind: Readonly<Record<string, string>> = { CAPTURE: 'sale', SALE: 'sale' };
const statuses: Readonly<Record<string, string>> = { SUCCESS: 'success', PENDING: 'pending', AWAITING_RESPONSE: 'pending' };

function movementsOf({ legacyResourceId, updatedAt, transactions }: z.output<typeof wireOrder>): ShopMovement[] {
  return transactions
    .filter(({ test }) => !test)
    .map(({ id, kind, status, gateway, amountSet: { shopMoney }, createdAt }) => ({
      id: id.replace(/^gid:\/\/shopify\/\w+\//, ''),
      orderId: legacyResourceId,
      type: typeByGateway(typeOfKind[kind] ?? kind.toLowerCase(), gateway),
      status: statuses[status] ?? 'failure',
      gateway,
      amountCents: shopMoney.amount,
      currency: shopMoney.currencyCode,
      createdAt,
      updatedAt,
    }));
}

/** A page of orders. `cutOff` are the numbers of orders that may have more payments than were asked for. */
export interface OrdersPage extends ShopPage {
  cutOff: string[];
}

/** Reads a page of orders. The payments of an order that may have more than were asked for are left out, and its number is in `cutOff`. */
export function shopOrders(wire: unknown, asked: number): OrdersPage {
  const { orders } = wireOrders.parse(wire);
  const cutOff = orders.nodes.filter(({ transactions }) => transactions.length >= asked).map(({ legacyResourceId }) => legacyResourceId);
  return { items: orders.nodes.filter(({ transactions }) => transactions.length < asked).flatMap(movementsOf), next: nextOf(orders.pageInfo), cutOff };
}

/** Reads the payments of one order; none of an order that is not shown to us. */
export function shopOrder(wire: unknown): ShopMovement[] {
  const { order } = z.object({ order: wireOrder.nullable() }).parse(wire);
  return order ? movementsOf(order) : [];
}

/** Reads one line of an export's file. A line that is no order, but part of one, holds no payments. */
export function exportedOrder(line: string): ShopMovement[] {
  const wire: unknown = JSON.parse(line);
  return z.object({ __parentId: z.string() }).safeParse(wire).success ? [] : movementsOf(wireOrder.parse(wire));
}

const wireExport = z.object({ status: z.string(), errorCode: z.string().nullish(), url: z.string().nullish() });
const wireStart = z.object({
  bulkOperationRunQuery: z
    .object({ bulkOperation: z.object({ id: z.string() }).nullable(), userErrors: z.array(z.object({ code: z.string().nullish(), message: z.string() })) })
    .nullable(),
});

/** Returns the id of the export that was started; null while another one is running. Throws a TypeError when the platform does not take the query. */
export function startedExport(wire: unknown): string | null {
  const { bulkOperationRunQuery: started } = wireStart.parse(wire);
  if (started?.bulkOperation) return started.bulkOperation.id;
  if (started?.userErrors.some(({ code, message }) => code === 'OPERATION_IN_PROGRESS' || message.includes('already in progress'))) return null;
  throw new TypeError('the export was not started');
}

const runningStates = new Set(['CREATED', 'RUNNING', 'CANCELING']);

/** Reads the state of an export. One that the platform no longer knows, or that ended without a file, is gone. */
export function ordersExport(wire: unknown): OrdersExport {
  const { node } = z.object({ node: wireExport.nullable() }).parse(wire);
  if (node && runningStates.has(node.status)) return { state: 'running' };
  if (node?.status === 'COMPLETED') return { state: 'done', file: node.url ?? null };
  return { state: 'gone', isDenied: node?.errorCode === 'ACCESS_DENIED' };
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

const wireDisputes = z.object({
  shopifyPaymentsAccount: z
    .object({
      disputes: z.object({
        nodes: z.array(
          z.object({
            legacyResourceId: z.string(),
            type: z.string(),
            status: z.string(),
            amount: money,
            initiatedAt: instant,
            order: z.object({ legacyResourceId: z.string() }).nullable(),
          }),
        ),
        pageInfo,
      }),
    })
    .nullable(),
});

/** Ends of a dispute that leave the money with the merchant, or whose refund the order itself lists. */
const givenBack = new Set(['WON', 'CHARGE_REFUNDED']);

/**
 * Returns a shop's chargebacks. The bank takes the money when a chargeback begins, so an open one counts; one that was won
 * counts no more, under the same id. An inquiry takes no money unless it becomes a chargeback.
 */
export function shopDisputes(wire: unknown): ShopPage {
  const account = wireDisputes.parse(wire).shopifyPaymentsAccount;
  if (!account) return { items: [], next: null };
  const items = account.disputes.nodes
    .filter(({ type }) => type !== 'INQUIRY')
    .map(({ legacyResourceId, status, amount, initiatedAt, order }) => ({
      id: `dispute-${legacyResourceId}`,
      orderId: order?.legacyResourceId ?? null,
      type: 'chargeback',
      status: givenBack.has(status) ? 'cancelled' : 'success',
      gateway: 'shopify_payments',
      amountCents: amount.amount,
      currency: amount.currencyCode,
      createdAt: initiatedAt,
      updatedAt: initiatedAt,
    }));
  return { items, next: nextOf(account.disputes.pageInfo) };
}

const ids = z
  .array(z.number().int().transform(String))
  .nullish()
  .transform((numbers) => numbers ?? []);
/** The platform leaves the customer null for an order that was made without one. */
const customer = z
  .object({ id: z.number().int().nullish() })
  .nullish()
  .transform((given) => String(given?.id ?? ''));
const uninstalled = z.object({ myshopify_domain: z.string() });
const dataRequest = z.object({ shop_domain: z.string(), customer, orders_requested: ids, data_request: z.object({ id: z.number() }) });
const has =
  (...names: readonly string[]) =>
  (body: object) =>
    names.some((name) => name in body);
// The topic is not signed: a body about a customer must not pass for one about the whole shop, nor a question for an erasure.
const customerRedaction = z.looseObject({ shop_domain: z.string(), customer, orders_to_redact: ids }).refine((body) => !has('data_request')(body));
const shopRedaction = z
  .looseObject({ shop_id: z.number(), shop_domain: z.string() })
  .refine((body) => !has('customer', 'orders_to_redact', 'orders_requested', 'data_request')(body));
const scopesUpdate = z.object({ current: z.array(z.string()) });
const changedOrder = z.object({ id: z.number().int().transform(String), admin_graphql_api_id: z.string().startsWith('gid://shopify/Order/') });

/**
 * Reads a signed body by the topic in its unsigned header. Returns null when the body does not fit the topic. The shop
 * comes from the body. A change of scopes or of an order names none there, so it only triggers a read of the shop in the
 * unsigned header.
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
    case 'orders/updated': {
      const { data } = changedOrder.safeParse(body);
      return data ? { topic, shop: claimedShop, orderId: data.id } : null;
    }
    case 'shop/redact': {
      const { data } = shopRedaction.safeParse(body);
      return data ? { topic, shop: data.shop_domain } : null;
    }
    case 'customers/data_request': {
      const { data } = dataRequest.safeParse(body);
      return data ? { topic, shop: data.shop_domain, customerId: data.customer, orderIds: data.orders_requested } : null;
    }
    case 'customers/redact': {
      const { data } = customerRedaction.safeParse(body);
      return data ? { topic, shop: data.shop_domain, customerId: data.customer, orderIds: data.orders_to_redact } : null;
    }
    default:
      return null;
  }
}
