import { randomUUID } from 'node:crypto';
import { choices } from '../core/choices.ts';
import type { SandboxClock } from '../core/clock.ts';
import type { ControlButton } from '../core/core.ts';
import { Refusal } from '../core/handle.ts';
import type { Payment } from '../sales/checkout.ts';
import type { Order } from '../sales/sales.ts';
import type { Oddities, SendShopEvent } from './events.ts';
import { orderId } from './schema.ts';
import { shopChoice } from './shopChoice.ts';
import type { Shops } from './shops.ts';

/** Returns the buttons that make and change orders and tell of them, also in the ways in which the platform's events differ from the usual. */
export function orderControls(shops: Shops, sendShopEvent: SendShopEvent, clock: SandboxClock): ControlButton[] {
  const { shopField, shopNamed } = shopChoice(shops);
  const payment = (kind: Payment['kind'], amountCents: number): Payment => ({
    id: randomUUID(),
    kind,
    outcome: 'success',
    gateway: 'shopify_payments',
    method: 'card',
    amountCents,
    feeCents: 0,
    at: clock.now(),
    settledAt: clock.now(),
    lines: [],
  });

  return [
    {
      name: 'place_order',
      label: 'Place an order',
      help: 'It is paid by card at once, and the app is told.',
      fields: [shopField, { name: 'amount', label: 'Amount', type: 'cents', default: '4800' }],
      async run(input) {
        const shop = await shopNamed(input.shop);
        const template = (await shops.orders(shop)).at(-1);
        const amountCents = Number(input.amount);
        if (!template || !Number.isSafeInteger(amountCents) || amountCents < 1) throw new Refusal(400, { error: 'an order has an amount' });
        const order: Order = {
          ...template,
          id: randomUUID(),
          number: template.number + 1,
          createdAt: clock.now(),
          subtotalCents: amountCents,
          discountCents: 0,
          shippingCents: 0,
          taxCents: 0,
          totalCents: amountCents,
          fulfilledAt: null,
          cancelledAt: null,
          payments: [payment('sale', amountCents)],
        };
        await shops.putOrder(shop, order);
        await sendShopEvent.order(shop, order);
        return { message: `Order #${order.number} is placed`, result: { order_id: orderId(order) } };
      },
    },
    {
      name: 'refund_order',
      label: 'Refund an order',
      fields: [shopField, { name: 'order_id', label: 'Order (the newest when empty)', type: 'text' }],
      async run(input) {
        const shop = await shopNamed(input.shop);
        const orders = await shops.orders(shop);
        const order = input.order_id ? orders.find((one) => orderId(one) === input.order_id) : orders.at(-1);
        if (!order) throw new Refusal(404, { error: 'no such order' });
        const refunded = { ...order, payments: [...order.payments, payment('refund', order.totalCents)] };
        await shops.putOrder(shop, refunded);
        await sendShopEvent.order(shop, refunded);
        return { message: `Order #${order.number} is refunded` };
      },
    },
    {
      name: 'odd_event',
      label: 'Send an odd event',
      help: 'As the platform may at any time: of a topic that the app does not know, with fields added, or without the headers that are optional.',
      fields: [shopField, { name: 'oddity', label: 'Oddity', type: 'select', default: 'unknown_topic', options: choices(oddities) }],
      async run(input) {
        const shop = await shopNamed(input.shop);
        const order = (await shops.orders(shop)).at(-1);
        if (input.oddity === 'unknown_topic' || !order) await sendShopEvent.any(shop, 'fulfillment_holds/released', { fulfillment_order: { id: 1 } });
        else await sendShopEvent.order(shop, order, odd[input.oddity ?? '']);
        return { message: 'The event is sent' };
      },
    },
  ];
}

const odd: Readonly<Record<string, Oddities>> = {
  added_fields: { fields: { duties_included: false, confirmation: { number: 'A1', verified: null } } },
  no_event_id: { withoutHeaders: ['X-Shopify-Event-Id', 'X-Shopify-Triggered-At', 'X-Shopify-API-Version'] },
  no_ids: { withoutHeaders: ['X-Shopify-Event-Id', 'X-Shopify-Webhook-Id'] },
  nulls: { fields: { customer: null, name: null, currency: null, total_price: null } },
};
const oddities = ['unknown_topic', ...Object.keys(odd)];
