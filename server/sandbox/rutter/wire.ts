import type { OrderLine, Payment } from '../sales/checkout.ts';
import type { Order } from '../sales/sales.ts';
import type { Shopper } from '../sales/shoppers.ts';
import { isAccounting } from '../sales/stores.ts';
import type { Connection } from './connections.ts';
import type { Invoice } from './invoices.ts';

/** The sandbox's organization id at the provider. */
const orgId = '0b6f2f5e-2f6a-4c58-9c5e-6a2f4c1d9e70';

/** Returns an amount as the provider writes it: a JSON number of dollars and cents. */
const dollars = (amountCents: number) => amountCents / 100;
/** Returns an amount as the provider writes it in accounting: text. */
const dollarText = (amountCents: number) => (amountCents / 100).toFixed(2);
const iso = (instant: Date) => instant.toISOString();

const currencyOf = ({ currency = 'USD' }: Connection) => currency;

export const connectionHead = ({ id, platform }: Connection) => ({ id, orgId, platform });

export function wireConnection(connection: Connection, { linkUrl, readUntil }: { linkUrl: string; readUntil: Date }) {
  return {
    id: connection.id,
    store_unique_id: connection.store_unique_id,
    store_name: connection.store_name,
    store_domain: isAccounting(connection.platform) ? null : storeDomain(connection),
    platform: connection.platform,
    disabled: connection.disabled,
    needs_update: connection.needs_update,
    link_url: `${linkUrl}/reconnect/${connection.id}`,
    last_sync_started_at: connection.is_ready ? iso(readUntil) : null,
    last_sync_completed_at: connection.is_ready ? iso(readUntil) : null,
    estimated_completed_at: null,
    unavailable_objects: [],
    created_at: connection.created_at,
  };
}

function storeDomain({ platform, store_unique_id }: Connection): string {
  if (platform === 'SHOPIFY') return `${store_unique_id}.myshopify.com`;
  if (platform === 'BIG_COMMERCE') return `${store_unique_id}.mybigcommerce.com`;
  return `${store_unique_id}.example`;
}

export function wireStore(connection: Connection) {
  if (isAccounting(connection.platform)) return null;
  return {
    id: connection.id,
    platform_id: connection.store_unique_id,
    store_name: connection.store_name,
    url: `https://${storeDomain(connection)}`,
    default_currency: currencyOf(connection),
    email: `hello@${connection.store_unique_id}.example`,
  };
}

const paymentTypes = {
  sale: 'sale',
  authorization: 'other',
  refund: 'refund',
  /** Every return of money to the shopper is a refund here, also a dispute; only the platform's own word tells a dispute apart. */
  chargeback: 'refund',
  void: 'void',
} as const satisfies Record<Payment['kind'], string>;

/** Returns the amount with the platform's sign: Shopify writes returned money as positive, the others as negative. */
function signed({ platform }: Connection, { kind, amountCents }: Payment): number {
  const returned = kind === 'refund' || kind === 'chargeback';
  return dollars(returned && platform !== 'SHOPIFY' ? -amountCents : amountCents);
}

export function wireTransaction(connection: Connection, order: Order, payment: Payment, readUntil: Date) {
  const captured = payment.kind === 'sale' && order.payments.some((other) => other.kind === 'authorization');
  return {
    id: payment.id,
    platform_id: platformId(payment.id),
    order_id: order.id,
    platform_customer_id: String(order.shopper.number),
    payment_method_type: payment.method,
    status: payment.outcome === 'failure' ? 'failure' : isPending(payment, readUntil) ? 'pending' : 'success',
    type: paymentTypes[payment.kind],
    amount: signed(connection, payment),
    fee: dollars(payment.feeCents),
    gateway: payment.gateway,
    gateway_data: null,
    iso_currency_code: currencyOf(connection),
    platform_type: captured ? 'capture' : payment.kind,
    description: `${payment.kind === 'chargeback' ? 'Chargeback' : 'Payment'} for order ${order.number}`,
    created_at: iso(payment.at),
    updated_at: iso(lastChangeOfPayment(payment, readUntil)),
  };
}

/** Returns a long decimal id like those that platforms use. */
const platformId = (id: string) => BigInt(`0x${id.slice(0, 8)}${id.slice(9, 13)}`).toString();

/** Returns when something last happened to an order. */
export function lastChange(order: Order): Date {
  const happened = [order.createdAt, order.fulfilledAt, order.cancelledAt, ...order.payments.map((payment) => payment.at)].filter(
    (instant) => instant !== null,
  );
  return new Date(Math.max(...happened.map((instant) => instant.getTime())));
}

const isPending = (payment: Payment, readUntil: Date) => payment.settledAt > readUntil;
export const lastChangeOfPayment = (payment: Payment, readUntil: Date) => (isPending(payment, readUntil) ? payment.at : payment.settledAt);
export const lastChangeOfInvoice = (invoice: Invoice) => invoice.payments.at(-1)?.at ?? invoice.issuedAt;

export const fulfillmentStatus = (order: Order) => (order.fulfilledAt ? 'fulfilled' : 'unfulfilled');

export function paymentStatus(order: Order, readUntil: Date): 'pending' | 'paid' | 'refunded' | 'failed' | 'unknown' {
  const succeeded = order.payments.filter((payment) => payment.outcome === 'success');
  const total = (kinds: Payment['kind'][]) =>
    succeeded.filter((payment) => kinds.includes(payment.kind)).reduce((sum, payment) => sum + payment.amountCents, 0);
  const sale = succeeded.find((payment) => payment.kind === 'sale');
  if (!sale) return succeeded.length > 0 ? 'pending' : 'failed';
  if (isPending(sale, readUntil)) return 'pending';
  return total(['refund', 'chargeback']) >= sale.amountCents ? 'refunded' : 'paid';
}

function wireAddress({ firstName, lastName, phone, address }: Shopper) {
  return {
    address1: address.street,
    address2: '',
    city: address.city,
    country_code: 'US',
    first_name: firstName,
    last_name: lastName,
    postal_code: address.postalCode,
    region: address.state,
    phone,
  };
}

const productId = (line: OrderLine) => line.sku.toLowerCase();

export function wireOrder(connection: Connection, order: Order, readUntil: Date, expand: readonly string[]) {
  const { shopper } = order;
  return {
    id: order.id,
    platform_id: platformId(order.id),
    ...(order.cancelledAt && { cancelled_at: iso(order.cancelledAt) }),
    payment_status: paymentStatus(order, readUntil),
    status: order.cancelledAt ? 'cancelled' : 'active',
    total_discount: dollars(order.discountCents),
    total_price: dollars(order.totalCents),
    total_line_items_price: dollars(order.subtotalCents),
    total_shipping: dollars(order.shippingCents),
    total_shipping_discount: 0,
    total_tax: dollars(order.taxCents),
    fulfillment_status: fulfillmentStatus(order),
    iso_currency_code: currencyOf(connection),
    name: `#${order.number}`,
    order_number: String(order.number),
    source_name: 'web',
    tags: [],
    billing_address: wireAddress(shopper),
    shipping_address: wireAddress(shopper),
    customer: {
      id: shopper.id,
      platform_id: String(shopper.number),
      email: shopper.email,
      first_name: shopper.firstName,
      last_name: shopper.lastName,
      phone: shopper.phone,
      created_at: iso(order.createdAt),
      updated_at: iso(order.createdAt),
    },
    fulfillments: order.fulfilledAt ? [wireFulfillment(order)] : [],
    line_items: order.lines.map((line) => ({
      id: line.id,
      platform_id: platformId(line.id),
      product_id: productId(line),
      variant_id: productId(line),
      price: dollars(line.totalCents),
      quantity: line.quantity,
      iso_currency_code: currencyOf(connection),
      sku: line.sku,
      title: line.title,
      unit_cost: dollars(line.unitCents),
      created_at: iso(order.createdAt),
      updated_at: iso(order.createdAt),
    })),
    refunds: order.payments
      .filter((payment) => payment.kind === 'refund')
      .map((refund) => ({ line_items: refund.lines.map((line) => ({ line_item_id: line.id, quantity: line.quantity, amount: dollarText(line.totalCents) })) })),
    ...(expand.includes('transactions') && { transactions: order.payments.map((payment) => wireTransaction(connection, order, payment, readUntil)) }),
    ...(expand.includes('platform_data') && { platform_data: { id: Number(platformId(order.id)), order_number: order.number } }),
    created_at: iso(order.createdAt),
    updated_at: iso(lastChange(order)),
  };
}

function wireFulfillment(order: Order) {
  return {
    id: `${order.id.slice(0, 24)}${order.id.slice(0, 8)}ffff`,
    order_id: order.id,
    carrier: 'USPS',
    service: 'Ground Advantage',
    tracking_number: `9400${platformId(order.id)}`,
    tracking_url: null,
    line_items: order.lines.map((line) => ({
      id: line.id,
      product_id: productId(line),
      variant_id: productId(line),
      price: dollars(line.totalCents),
      quantity: line.quantity,
      sku: line.sku,
      title: line.title,
    })),
  };
}

export function wireInvoice(connection: Connection, invoice: Invoice) {
  const paidCents = invoice.payments.reduce((total, payment) => total + payment.amountCents, 0);
  const dueCents = invoice.totalCents - paidCents;
  return {
    id: invoice.id,
    platform_id: platformId(invoice.id),
    account_id: connection.id,
    customer_id: invoice.customerId,
    issue_date: iso(invoice.issuedAt),
    due_date: iso(invoice.dueAt),
    status: dueCents === 0 ? 'paid' : paidCents > 0 ? 'partially_paid' : 'open',
    currency_code: currencyOf(connection),
    document_number: invoice.number,
    memo: invoice.customerName,
    amount_due: dollarText(dueCents),
    sub_total: dollarText(invoice.totalCents - invoice.taxCents),
    tax_amount: dollarText(invoice.taxCents),
    total_amount: dollarText(invoice.totalCents),
    total_discount: '0.00',
    linked_payments: invoice.payments.map((payment) => ({
      id: payment.id,
      date: iso(payment.at),
      type: 'INVOICE_PAYMENT',
      amount: dollarText(payment.amountCents),
    })),
    line_items: invoice.lines.map((line) => ({
      id: line.id,
      platform_id: platformId(line.id),
      account_id: connection.id,
      item_id: null,
      tax_rate_id: null,
      description: line.description,
      quantity: line.quantity,
      amount: dollarText(line.totalCents),
      discount_amount: null,
      discount_percentage: null,
      sub_total: dollarText(line.totalCents),
      tax_amount: '0.00',
      unit_amount: dollarText(line.unitCents),
    })),
    created_at: iso(invoice.issuedAt),
    updated_at: iso(lastChangeOfInvoice(invoice)),
    last_synced_at: iso(lastChangeOfInvoice(invoice)),
  };
}
