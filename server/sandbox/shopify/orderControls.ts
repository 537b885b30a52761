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

const card = { gateway: 'shopify_payments', method: 'card' } as const;
/** The platform writes a gift card as a payment like any other. */
const giftCard = { gateway: 'gift_card', method: 'other' } as const;

/** Returns the buttons that make and change orders and tell of them, also in the ways in which the platform's events differ from the usual. */
export function orderControls(shops: Shops, sendShopEvent: SendShopEvent, clock: SandboxClock): ControlButton[] {
  const { shopField, shopNamed } = shopChoice(shops);
  const payment = (kind: Payment['kind'], amountCents: number, { gateway, method }: Pick<Payment, 'gateway' | 'method'>): Payment => ({
    id: randomUUID(),
    kind,
    outcome: 'success',
    gateway,
    method,
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
      help: 'It is paid at once, by card but for what a gift card pays, and the app is told.',
      fields: [
        shopField,
        { name: 'amount', label: 'Amount', type: 'cents', default: '4800' },
        { name: 'gift_card', label: 'Paid by a gift card', type: 'cents', default: '0' },
      ],
      async run(input) {
        const shop = await shopNamed(input.shop);
        const template = (await shops.orders(shop)).at(-1);
        const amountCents = Number(input.amount);
        const giftCents = Number(input.gift_card ?? 0);
        if (!template || !Number.isSafeInteger(amountCents) || amountCents < 1) throw new Refusal(400, { error: 'an order has an amount' });
        if (!Number.isSafeInteger(giftCents) || giftCents < 0 || giftCents > amountCents)
          throw new Refusal(400, { error: 'a gift card pays at most the amount' });
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
          payments: [
            ...(giftCents > 0 ? [payment('sale', giftCents, giftCard)] : []),
            ...(giftCents < amountCents ? [payment('sale', amountCents - giftCents, card)] : []),
          ],
        };
        await shops.putOrder(shop, order);
        await sendShopEvent.order(shop, order);
        return { message: `Order #${order.number} is placed`, result: { order_id: orderId(order) } };
      },
    },
    {
      name: 'refund_order',
      label: 'Refund an order',
      help: 'What a gift card paid goes back to it.',
      fields: [shopField, { name: 'order_id', label: 'Order (the newest when empty)', type: 'text' }],
      async run(input) {
        const shop = await shopNamed(input.shop);
        const orders = await shops.orders(shop);
        const order = input.order_id ? orders.find((one) => orderId(one) === input.order_id) : orders.at(-1);
        if (!order) throw new Refusal(404, { error: 'no such order' });
        const giftCents = order.payments
          .filter(({ kind, gateway }) => kind === 'sale' && gateway === giftCard.gateway)
          .reduce((sum, { amountCents }) => sum + amountCents, 0);
        const returned = [
          ...(giftCents > 0 ? [payment('refund', giftCents, giftCard)] : []),
          ...(giftCents < order.totalCents ? [payment('refund', order.totalCents - giftCents, card)] : []),
        ];
        const refunded = { ...order, payments: [...order.payments, ...returned] };
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
