import { z } from 'zod';
import { add, type Cents, cents, compareAmounts, larger, subtract } from '../../domain/basics/money.ts';
import { centsOfNumber } from '../amounts.ts';
import type { ShopMovement } from '../ports/shopPlatform.ts';

/** Both JSON numbers and decimal text arrive as text (`parseJsonExactly`). */
const amount = z.string().transform(centsOfNumber);
const number = z.string().regex(/^\d+$/);
const instant = z
  .string()
  .transform((text) => new Date(text))
  .refine((date) => !Number.isNaN(date.getTime()));

const wireOrder = z.object({
  id: number,
  date_created: instant,
  date_modified: instant,
  status_id: number.transform(Number),
  payment_status: z.string().nullish(),
  payment_method: z.string().nullish(),
  total_inc_tax: amount,
  store_credit_amount: amount.optional(),
  gift_certificate_amount: amount.optional(),
  /** The currency in which prices were shown. */
  currency_code: z.string(),
  /** The one in which the shopper paid, which is that of the amounts. */
  default_currency_code: z.string().nullish(),
  is_deleted: z.boolean().optional(),
});
type WireOrder = z.output<typeof wireOrder>;

export const readOrders = (wire: unknown): WireOrder[] => z.array(wireOrder).parse(wire);

const wireRefunds = z.object({
  data: z.array(
    z.object({
      id: number,
      order_id: number,
      created: instant,
      payments: z.array(z.object({ provider_id: z.string().nullish(), amount, is_declined: z.boolean().nullish() })),
    }),
  ),
});
type WireRefund = z.output<typeof wireRefunds>['data'][number];

export const readRefunds = (wire: unknown): WireRefund[] => wireRefunds.parse(wire).data;

/** The platform's ids of an order's statuses that matter here. */
const incomplete = 0;
const refunded = 4;
const cancelled = 5;
const declined = 6;
const disputed = 13;
/** Pending, awaiting payment, and waiting for somebody to look at it. */
const unpaid: ReadonlySet<number> = new Set([1, 7, 12]);

/** The states of a payment in which no money has come yet, or none comes. The others, and none, leave it to the order's status. */
const statusOfPayment: ReadonlyMap<string, string> = new Map([
  ['authorized', 'pending'],
  ['capture pending', 'pending'],
  ['held for review', 'pending'],
  ['pending', 'pending'],
  ['void pending', 'pending'],
  ['void', 'cancelled'],
  ['declined', 'failure'],
]);

/** Money that the shopper spent before: store credit and gift certificates are no sale again, nor is their return a refund. */
const isCredit = ({ provider_id }: WireRefund['payments'][number]) => provider_id === 'storecredit' || provider_id === 'giftcertificate';

/** Returns the money that a refund returned to the shopper. */
function returnedBy({ payments }: WireRefund): Cents {
  return add(...payments.filter((payment) => !payment.is_declined && !isCredit(payment)).map((payment) => payment.amount));
}

function statusOfSale({ status_id, payment_status }: WireOrder, soldCents: Cents, returnedCents: Cents): string {
  const hasReturns = compareAmounts(returnedCents, cents(0)) > 0;
  if (status_id === cancelled) return hasReturns ? 'success' : 'cancelled';
  if (status_id === declined) return 'failure';
  if (unpaid.has(status_id)) return 'pending';
  // A merchant may mark an order as refunded who paid the shopper back by other ways.
  if (status_id === refunded && compareAmounts(returnedCents, soldCents) < 0) return 'refunded';
  return hasReturns ? 'success' : (statusOfPayment.get(payment_status ?? '') ?? 'success');
}

/**
 * Returns the money that moved by an order: its sale, its refunds, and what is disputed at the shopper's bank. The
 * platform has one amount of an order, and says how far it was paid by two statuses; disputes are no transactions there.
 * None for an order that the shopper never completed, for a deleted one, and for a try of the checkout without money.
 */
export function movementsOf(order: WireOrder, refunds: readonly WireRefund[]): ShopMovement[] {
  const { id, status_id, payment_method, date_created, date_modified: updatedAt } = order;
  const currency = order.default_currency_code || order.currency_code;
  if (status_id === incomplete || order.is_deleted || payment_method === 'Test Payment Gateway') return [];
  const credit = add(order.store_credit_amount ?? cents(0), order.gift_certificate_amount ?? cents(0));
  const soldCents = larger(cents(0), subtract(order.total_inc_tax, credit));
  const movement = { orderId: id, status: 'success', gateway: payment_method || null, currency, updatedAt };
  const returns = refunds.map((refund) => ({
    ...movement,
    id: `${id}-refund-${refund.id}`,
    type: 'refund',
    amountCents: returnedBy(refund),
    createdAt: refund.created,
  }));
  const returnedCents = add(...returns.map(({ amountCents }) => amountCents));
  const sale = { ...movement, id, type: 'sale', status: statusOfSale(order, soldCents, returnedCents), amountCents: soldCents, createdAt: date_created };
  const owed = larger(cents(0), subtract(soldCents, returnedCents));
  const dispute = { ...movement, id: `${id}-dispute`, type: 'chargeback', amountCents: owed, createdAt: updatedAt };
  return [sale, ...returns, ...(status_id === disputed ? [dispute] : [])];
}
