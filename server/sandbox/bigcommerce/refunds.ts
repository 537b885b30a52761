import { z } from 'zod';
import { Refusal } from '../core/handle.ts';
import type { Payment } from '../sales/checkout.ts';
import type { Order } from '../sales/sales.ts';

/** A refund's id is a number of its own; it follows from the order's, which has at most a few. */
const refundId = (order: Order, place: number) => order.number * 10 + place;

function wireRefund(order: Order, payment: Payment, place: number) {
  const amount = payment.amountCents / 100;
  return {
    id: refundId(order, place),
    order_id: order.number,
    user_id: 0,
    created: payment.at.toISOString().replace(/\.\d+Z$/, '+00:00'),
    reason: '',
    total_amount: amount,
    total_tax: 0,
    uses_merchant_override_values: false,
    items: payment.lines.map((line, index) => ({
      item_type: 'PRODUCT',
      item_id: order.number * 100 + index,
      reason: '',
      quantity: line.quantity,
      requested_amount: line.totalCents / 100,
    })),
    payments: [
      {
        id: refundId(order, place),
        provider_id: payment.gateway,
        amount,
        offline: false,
        is_declined: payment.outcome === 'failure',
        declined_message: payment.outcome === 'failure' ? 'The provider declined the refund.' : '',
      },
    ],
  };
}

/** Returns the refunds of an order, oldest first. */
const refundsOf = (order: Order) => order.payments.filter(({ kind }) => kind === 'refund').map((payment, place) => wireRefund(order, payment, place));

const pageQuery = { page: z.coerce.number().int().min(1).default(1), limit: z.coerce.number().int().min(1).max(250).default(50) };
const refundsQuery = z.object({
  ...pageQuery,
  'order_id:in': z
    .string()
    .regex(/^\d+(,\d+)*$/)
    .transform((text) => new Set(text.split(',').map(Number)))
    .optional(),
});

/** Answers `/v3/orders/payment_actions/refunds`: the refunds of the orders that the query names, by id. The meta has no pages. */
export function listRefunds(orders: readonly Order[], query: unknown) {
  const parsed = refundsQuery.safeParse(query);
  if (!parsed.success) throw new Refusal(422, { status: 422, title: 'The query has an invalid field.', type: 'about:blank', errors: {} });
  const { page, limit, 'order_id:in': wanted } = parsed.data;
  const refunds = orders.filter(({ number }) => !wanted || wanted.has(number)).flatMap(refundsOf);
  return { data: refunds.slice((page - 1) * limit, page * limit), meta: {} };
}

/** Answers `/v3/orders/{id}/payment_actions/refunds`. */
export const refundsOfOrder = (order: Order) => ({ data: refundsOf(order), meta: {} });
