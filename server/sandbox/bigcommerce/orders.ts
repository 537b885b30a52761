import { z } from 'zod';
import { Refusal } from '../core/handle.ts';
import type { Payment } from '../sales/checkout.ts';
import type { Order } from '../sales/sales.ts';
import type { Store } from './stores.ts';

/** The platform's statuses of an order, by their ids. */
const statuses = {
  0: 'Incomplete',
  2: 'Shipped',
  4: 'Refunded',
  5: 'Cancelled',
  7: 'Awaiting Payment',
  11: 'Awaiting Fulfillment',
  13: 'Disputed',
  14: 'Partially Refunded',
} as const;
type StatusId = keyof typeof statuses;

/** Names the state of an order: its id among the statuses, and the state of its payment. */
function stateOf({ payments, cancelledAt, fulfilledAt, totalCents }: Order, now: Date): { status_id: StatusId; payment_status: string } {
  const has = (kind: Payment['kind']) => payments.some((payment) => payment.kind === kind && payment.outcome === 'success');
  const sale = payments.find(({ kind, outcome }) => kind === 'sale' && outcome === 'success');
  const refundedCents = payments.filter(({ kind }) => kind === 'refund').reduce((sum, { amountCents }) => sum + amountCents, 0);
  if (cancelledAt) return { status_id: 5, payment_status: sale ? 'captured' : 'void' };
  if (has('chargeback')) return { status_id: 13, payment_status: 'captured' };
  if (refundedCents >= totalCents && refundedCents > 0) return { status_id: 4, payment_status: 'refunded' };
  if (refundedCents > 0) return { status_id: 14, payment_status: 'partially refunded' };
  if (sale && sale.settledAt > now) return { status_id: 7, payment_status: 'pending' };
  if (sale) return { status_id: fulfilledAt ? 2 : 11, payment_status: 'captured' };
  if (has('authorization')) return { status_id: 11, payment_status: 'authorized' };
  return { status_id: 0, payment_status: 'declined' };
}

/** Returns when the order last changed; the platform's instants are whole seconds. */
function modifiedAt({ createdAt, fulfilledAt, cancelledAt, payments }: Order, now: Date): Date {
  const moments = [createdAt, fulfilledAt, cancelledAt, ...payments.flatMap(({ at, settledAt }) => [at, settledAt])];
  const past = moments.flatMap((moment) => (moment !== null && moment <= now ? moment.getTime() : []));
  return new Date(Math.floor(Math.max(...past) / 1000) * 1000);
}

/** Amounts are decimal text with four places. */
const money = (amountCents: number) => `${(amountCents / 100).toFixed(2)}00`;
/** Instants are RFC 2822 with a numeric zone. */
const rfc2822 = (instant: Date) => instant.toUTCString().replace('GMT', '+0000');

/** Returns an order in the format of `/v2/orders`. It says 0 as refunded, as the platform always does: the refunds are asked for separately. */
function wireOrder(order: Order, { hash, currency = 'USD' }: Store, now: Date) {
  const { status_id, payment_status } = stateOf(order, now);
  const exTaxCents = order.totalCents - order.taxCents;
  const resource = (name: string) => ({
    url: `https://api.bigcommerce.com/stores/${hash}/v2/orders/${order.number}/${name}`,
    resource: `/orders/${order.number}/${name}`,
  });
  return {
    id: order.number,
    customer_id: order.shopper.number,
    date_created: rfc2822(order.createdAt),
    date_modified: rfc2822(modifiedAt(order, now)),
    date_shipped: order.fulfilledAt === null ? '' : rfc2822(order.fulfilledAt),
    status_id,
    status: statuses[status_id],
    custom_status: statuses[status_id],
    subtotal_ex_tax: money(order.subtotalCents),
    subtotal_inc_tax: money(order.subtotalCents),
    subtotal_tax: money(0),
    shipping_cost_ex_tax: money(order.shippingCents),
    shipping_cost_inc_tax: money(order.shippingCents),
    shipping_cost_tax: money(0),
    total_ex_tax: money(exTaxCents),
    total_inc_tax: money(order.totalCents),
    total_tax: money(order.taxCents),
    items_total: order.lines.reduce((sum, { quantity }) => sum + quantity, 0),
    items_shipped: 0,
    payment_method: order.payments[0]?.gateway ?? 'Credit Card',
    payment_provider_id: order.payments[0]?.id ?? '',
    payment_status,
    refunded_amount: money(0),
    order_is_digital: false,
    store_credit_amount: money(0),
    gift_certificate_amount: money(0),
    currency_id: 1,
    currency_code: currency,
    currency_exchange_rate: '1.0000000000',
    default_currency_id: 1,
    default_currency_code: currency,
    store_default_currency_code: currency,
    store_default_to_transactional_exchange_rate: '1.0000000000',
    staff_notes: '',
    customer_message: '',
    discount_amount: money(order.discountCents),
    coupon_discount: money(0),
    is_deleted: false,
    order_source: 'www',
    channel_id: 1,
    external_source: null,
    external_id: null,
    products: resource('products'),
    shipping_addresses: resource('shippingaddresses'),
    coupons: resource('coupons'),
  };
}

const instant = z
  .string()
  .transform((text) => new Date(text))
  .refine((date) => !Number.isNaN(date.getTime()));
const ordersQuery = z.object({
  limit: z.coerce.number().int().min(1).default(50),
  page: z.coerce.number().int().min(1).default(1),
  sort: z
    .string()
    .regex(/^(id|date_created|date_modified)(:(asc|desc))?$/)
    .default('id:asc'),
  min_id: z.coerce.number().int().optional(),
  min_date_created: instant.optional(),
  min_date_modified: instant.optional(),
  max_date_modified: instant.optional(),
});

const refusal = (status: number, message: string) => new Refusal(status, [{ status, message }]);

/** Returns one page of a store's orders as the query selects and sorts them. */
export function listOrders(orders: readonly Order[], store: Store, query: unknown, now: Date): ReturnType<typeof wireOrder>[] {
  const parsed = ordersQuery.safeParse(query);
  if (!parsed.success) throw refusal(400, 'The query has an invalid field.');
  const { limit, page, sort, min_id = 0, min_date_created, min_date_modified, max_date_modified } = parsed.data;
  if (limit > 250) throw refusal(413, 'The limit exceeds the maximum of 250.');
  const [field = 'id', direction] = sort.split(':');
  const rows = orders
    .map((order) => ({ order, modified: modifiedAt(order, now) }))
    .filter(
      ({ order, modified }) =>
        order.number >= min_id &&
        (!min_date_created || order.createdAt >= min_date_created) &&
        (!min_date_modified || modified >= min_date_modified) &&
        (!max_date_modified || modified <= max_date_modified),
    );
  const key = ({ order, modified }: (typeof rows)[number]) =>
    ({ id: order.number, date_created: order.createdAt.getTime(), date_modified: modified.getTime() })[field] ?? 0;
  rows.sort((one, other) => (key(one) - key(other) || one.order.number - other.order.number) * (direction === 'desc' ? -1 : 1));
  return rows.slice((page - 1) * limit, page * limit).map(({ order }) => wireOrder(order, store, now));
}
