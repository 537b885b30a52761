import { dayMs, later, startOfDay } from '../core/measures.ts';
import type { Payment } from '../sales/checkout.ts';
import type { Order } from '../sales/sales.ts';
import { type Arguments, connection, type Fields } from './graphql.ts';
import type { Shop } from './shops.ts';

/** The days of orders that an app sees without `read_all_orders`. */
const shownDays = 60;

/** Days after which card sales are paid out. */
const payoutDelayDays = 2;

/** Returns the functions that write an amount, and one of an order: in the currency of the shop, and in the shopper's, which are one here. */
function moneyIn(currencyCode: string) {
  const money = (amountCents: number) => ({ amount: (amountCents / 100).toFixed(2), currencyCode });
  return { money, bag: (amountCents: number) => ({ shopMoney: money(amountCents), presentmentMoney: money(amountCents) }) };
}
const decimalId = (id: string) => BigInt(`0x${id.slice(0, 8)}${id.slice(9, 12)}`).toString();
/** Returns the platform's own number of an order. */
export const orderId = ({ id }: Pick<Order, 'id'>): string => decimalId(id);
const gid = (type: string, id: string) => `gid://shopify/${type}/${id}`;
const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);

/** Returns the Admin API's fields about a shop: the shop itself, its orders, its payments account, and our installation. */
export function adminFields(shop: Shop, orders: readonly Order[], now: Date): Fields {
  const shownSince = shop.scopes.includes('read_all_orders') ? new Date(0) : later(now, -shownDays * dayMs);
  // Each order is described only when requested, because a year has thousands.
  const shown = orders.filter((order) => order.createdAt >= shownSince);
  const known = shown.map((order) => ({
    id: gid('Order', decimalId(order.id)),
    createdAt: order.createdAt.toISOString(),
    updatedAt: lastChange(order, now),
    order,
  }));
  const { currency = 'USD' } = shop;
  const described = ({ order }: { order: Order }) => orderFields(order, currency, now);
  const describedById = (id: string) => shown.filter((order) => decimalId(order.id) === id).map((order) => orderFields(order, currency, now))[0] ?? null;
  return {
    shop: {
      id: gid('Shop', String(1_000 + (shop.domain.length % 97))),
      name: shop.name,
      email: `owner@${shop.domain}`,
      contactEmail: `owner@${shop.domain}`,
      myshopifyDomain: shop.domain,
      url: `https://${shop.domain}`,
      currencyCode: currency,
      ianaTimezone: 'America/New_York',
      createdAt: shop.opened_on,
      plan: { displayName: 'Basic', publicDisplayName: 'Basic', partnerDevelopment: false, shopifyPlus: false },
      primaryDomain: { id: gid('Domain', '1'), host: shop.domain, url: `https://${shop.domain}` },
      billingAddress: {
        address1: '200 Market St',
        address2: '',
        city: 'Portland',
        province: 'Oregon',
        provinceCode: 'OR',
        zip: '97205',
        countryCodeV2: 'US',
        phone: '+12025550123',
      },
    },
    orders(parameters: Arguments) {
      const { edges, nodes, pageInfo } = connection(known.filter(matching(parameters.query)), parameters);
      return { edges: edges.map(({ cursor, node }) => ({ cursor, node: described(node) })), nodes: nodes.map(described), pageInfo };
    },
    order({ id }: Arguments) {
      const found = known.find((order) => order.id === id);
      return found ? described(found) : null;
    },
    currentAppInstallation: {
      id: gid('AppInstallation', '1'),
      accessScopes: shop.scopes.map((handle) => ({ handle, description: handle.replaceAll('_', ' ') })),
    },
    shopifyPaymentsAccount: () => paymentsAccount({ orders, currency }, now, describedById),
  };
}

/** Returns a filter for the part of the search syntax that compares `created_at` and `updated_at`; all parts must hold. */
function matching(query: Arguments[string]): (order: { createdAt: string; updatedAt: string }) => boolean {
  const parts = [...String(query ?? '').matchAll(/(created_at|updated_at):(>=|<=|>|<)'?([\dT:.Z+-]+)'?/g)];
  return (order) =>
    parts.every(([, field, comparison, bound = '']) => {
      const difference = Date.parse(field === 'created_at' ? order.createdAt : order.updatedAt) - Date.parse(bound);
      return comparison === '>=' ? difference >= 0 : comparison === '<=' ? difference <= 0 : comparison === '>' ? difference > 0 : difference < 0;
    });
}

const transactionKinds = { authorization: 'AUTHORIZATION', sale: 'SALE', refund: 'REFUND', void: 'VOID' } as const;

/** Returns an order's own transactions. A payment that the buyer's bank takes back is none of them, but a dispute of the payments account. */
function transactionsOf(order: Order) {
  return order.payments.flatMap((payment) => (payment.kind === 'chargeback' ? [] : [{ ...payment, kind: payment.kind }]));
}

/** Returns when an order last changed. */
export function lastChange(order: Order, now: Date): string {
  const instants = transactionsOf(order).flatMap(({ at, settledAt }) => [at.getTime(), settledAt <= now ? settledAt.getTime() : 0]);
  return new Date(Math.max(order.createdAt.getTime(), order.fulfilledAt?.getTime() ?? 0, ...instants)).toISOString();
}

function orderFields(order: Order, currencyCode: string, now: Date) {
  const { bag } = moneyIn(currencyCode);
  const succeeded = order.payments.filter((payment) => payment.outcome === 'success');
  const total = (kind: Payment['kind']) =>
    sum(succeeded.filter((payment) => payment.kind === kind && payment.settledAt <= now).map((payment) => payment.amountCents));
  const paidCents = total('sale');
  const refundedCents = total('refund');
  return {
    id: gid('Order', decimalId(order.id)),
    legacyResourceId: decimalId(order.id),
    name: `#${order.number}`,
    createdAt: order.createdAt.toISOString(),
    processedAt: order.createdAt.toISOString(),
    updatedAt: lastChange(order, now),
    cancelledAt: order.cancelledAt?.toISOString() ?? null,
    test: false,
    currencyCode,
    displayFinancialStatus: financialStatus(order, paidCents, refundedCents),
    displayFulfillmentStatus: order.fulfilledAt ? 'FULFILLED' : 'UNFULFILLED',
    subtotalPriceSet: bag(order.subtotalCents - order.discountCents),
    totalDiscountsSet: bag(order.discountCents),
    totalShippingPriceSet: bag(order.shippingCents),
    totalTaxSet: bag(order.taxCents),
    totalPriceSet: bag(order.totalCents),
    currentTotalPriceSet: bag(order.totalCents - refundedCents),
    totalReceivedSet: bag(paidCents),
    totalRefundedSet: bag(refundedCents),
    netPaymentSet: bag(paidCents - refundedCents),
    paymentGatewayNames: [...new Set(order.payments.map((payment) => payment.gateway))],
    customer: { id: gid('Customer', decimalId(order.id)), legacyResourceId: decimalId(order.id) },
    lineItems: (parameters: Arguments) =>
      connection(
        order.lines.map((line) => ({
          id: gid('LineItem', decimalId(line.id)),
          title: line.title,
          sku: line.sku,
          quantity: line.quantity,
          originalTotalSet: bag(line.totalCents),
        })),
        parameters,
      ),
    transactions: ({ first }: Arguments) =>
      transactionsOf(order)
        .slice(0, typeof first === 'number' ? first : undefined)
        .map((payment) => ({
          id: gid('OrderTransaction', decimalId(payment.id)),
          kind: payment.kind === 'sale' && order.payments.some((other) => other.kind === 'authorization') ? 'CAPTURE' : transactionKinds[payment.kind],
          status: payment.outcome === 'failure' ? 'FAILURE' : payment.settledAt > now ? 'PENDING' : 'SUCCESS',
          gateway: payment.gateway,
          amountSet: bag(payment.amountCents),
          createdAt: payment.at.toISOString(),
          processedAt: payment.settledAt <= now ? payment.settledAt.toISOString() : null,
          test: false,
        })),
  };
}

function financialStatus(order: Order, paidCents: number, refundedCents: number): string {
  if (paidCents > 0) return refundedCents === 0 ? 'PAID' : refundedCents < paidCents ? 'PARTIALLY_REFUNDED' : 'REFUNDED';
  if (order.cancelledAt) return 'VOIDED';
  return order.payments.some((payment) => payment.kind === 'authorization') ? 'AUTHORIZED' : 'PENDING';
}

/** How a dispute goes on: an inquiry takes no money; a chargeback does, and gives it back when it is won. */
function disputeState(payment: Payment, now: Date) {
  const ageDays = (now.getTime() - payment.at.getTime()) / dayMs;
  const lot = Number(BigInt(decimalId(payment.id)) % 8n);
  const status = ageDays < 7 ? 'NEEDS_RESPONSE' : ageDays < 40 ? 'UNDER_REVIEW' : lot === 1 || lot === 2 ? 'WON' : 'LOST';
  return { status, type: lot === 0 ? 'INQUIRY' : 'CHARGEBACK' };
}

/** Returns the payouts of the platform's own card processing (a day's sales, less fees and refunds) and the disputes. */
function paymentsAccount({ orders, currency }: { orders: readonly Order[]; currency: string }, now: Date, describedById: (id: string) => Fields | null) {
  const { money } = moneyIn(currency);
  const own = orders.flatMap((order) => order.payments).filter((payment) => payment.gateway === 'shopify_payments' && payment.outcome === 'success');
  const byDay = Map.groupBy(own, (payment) => startOfDay(payment.at).getTime());
  const payouts = [...byDay]
    .map(([day, payments]) => {
      const cents = (kinds: Payment['kind'][]) => sum(payments.filter((payment) => kinds.includes(payment.kind)).map((payment) => payment.amountCents));
      const disputedCents = sum(
        payments.filter((payment) => payment.kind === 'chargeback' && disputeState(payment, now).type === 'CHARGEBACK').map((payment) => payment.amountCents),
      );
      const grossCents = cents(['sale']);
      const feeCents = sum(payments.map((payment) => payment.feeCents));
      const issuedAt = later(new Date(day), payoutDelayDays * dayMs);
      return {
        id: gid('ShopifyPaymentsPayout', String(day / dayMs)),
        legacyResourceId: String(day / dayMs),
        issuedAt: issuedAt.toISOString(),
        status: issuedAt <= now ? 'PAID' : 'SCHEDULED',
        transactionType: 'DEPOSIT',
        gross: money(grossCents),
        net: money(grossCents - feeCents - cents(['refund']) - disputedCents),
      };
    })
    .sort((one, other) => one.issuedAt.localeCompare(other.issuedAt));
  const disputes = orders.flatMap((order) =>
    order.payments
      .filter((payment) => payment.kind === 'chargeback')
      .map((payment) => ({
        id: gid('ShopifyPaymentsDispute', decimalId(payment.id)),
        legacyResourceId: decimalId(payment.id),
        amount: money(payment.amountCents),
        ...disputeState(payment, now),
        initiatedAt: payment.at.toISOString(),
        finalizedOn: null,
        evidenceDueBy: null,
        evidenceSentOn: null,
        reasonDetails: { reason: 'FRAUDULENT', networkReasonCode: '10.4' },
        // An order that the app may not see is not shown here either.
        order: () => describedById(decimalId(order.id)),
      })),
  );
  const openCents = sum(payouts.filter((payout) => payout.status === 'SCHEDULED').map((payout) => Math.round(Number(payout.net.amount) * 100)));
  return {
    id: gid('ShopifyPaymentsAccount', '1'),
    activated: true,
    country: 'US',
    defaultCurrency: currency,
    balance: [money(openCents)],
    payouts: (parameters: Arguments) => connection(payouts, parameters),
    disputes: (parameters: Arguments) => connection(disputes, parameters),
  };
}
