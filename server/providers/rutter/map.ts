import { createHash } from 'node:crypto';
import { z } from 'zod';
import { magnitude } from '../../domain/basics/money.ts';
import { centsOfNumber } from '../amounts.ts';
import type { Page } from '../page.ts';
import type { Store, StoreConnection, StoreEvent, StoreLink, StoreOrder, StoreTransaction } from '../ports/storeData.ts';

const instant = z.iso.datetime({ offset: true }).transform((text) => new Date(text));
/** Numbers arrive as the text of the JSON source, see `parseJsonExactly`. */
const dollars = z.string().transform(centsOfNumber);
const optionalText = z
  .string()
  .nullish()
  .transform((text) => text ?? null);

export function storeLink(wire: unknown): StoreLink {
  const link = z.object({ connection_id: z.string(), access_token: z.string(), is_ready: z.boolean().default(false), platform: z.string() }).parse(wire);
  return { connectionId: link.connection_id, accessToken: link.access_token, platform: link.platform, isReady: link.is_ready };
}

export function storeConnection(wire: unknown): StoreConnection {
  const { connection } = z
    .object({
      connection: z.object({
        id: z.string(),
        platform: z.string(),
        store_name: optionalText,
        store_domain: optionalText,
        needs_update: z.boolean().nullish(),
        disabled: z.boolean().nullish(),
        last_sync_completed_at: instant.nullish(),
      }),
    })
    .parse(wire);
  return {
    connectionId: connection.id,
    platform: connection.platform,
    storeName: connection.store_name,
    storeDomain: connection.store_domain,
    needsUpdate: connection.needs_update === true,
    isDisabled: connection.disabled === true,
    lastSyncCompletedAt: connection.last_sync_completed_at ?? null,
  };
}

/** Reads a store. Returns null for an accounting system, which has none. */
export function store(wire: unknown): Store | null {
  const answer = z
    .object({ store: z.object({ id: z.string(), store_name: z.string(), url: optionalText, default_currency: optionalText }).nullable() })
    .parse(wire);
  if (!answer.store) return null;
  return { storeId: answer.store.id, name: answer.store.store_name, url: answer.store.url, currency: answer.store.default_currency };
}

/** Reads a page: the list under its own name, and the cursor of the next page. */
function readPage<T>(wire: unknown, name: string, item: (wire: unknown) => T): Page<T> {
  const answer = z.looseObject({ next_cursor: z.string().nullish() }).parse(wire);
  return { items: z.array(z.unknown()).parse(answer[name]).map(item), next: answer.next_cursor ?? null };
}

const wireOrder = z.object({
  id: z.string(),
  order_number: optionalText,
  payment_status: z.string(),
  status: z.string(),
  total_price: dollars,
  iso_currency_code: optionalText,
  created_at: instant,
  updated_at: instant,
});

function storeOrder(wire: unknown): StoreOrder {
  const order = wireOrder.parse(wire);
  return {
    orderId: order.id,
    orderNumber: order.order_number,
    paymentStatus: order.payment_status,
    status: order.status,
    totalCents: order.total_price,
    currency: order.iso_currency_code,
    createdAt: order.created_at,
    updatedAt: order.updated_at,
  };
}

const wireTransaction = z.object({
  id: z.string(),
  order_id: optionalText,
  type: z.string(),
  status: z.string(),
  payment_method_type: z.string(),
  gateway: optionalText,
  amount: dollars.nullish(),
  iso_currency_code: optionalText,
  created_at: instant,
  updated_at: instant,
});

/** Reads a transaction. Some platforms write a refund as a negative amount, so only the type tells the direction. */
function storeTransaction(wire: unknown): StoreTransaction {
  const transaction = wireTransaction.parse(wire);
  const { amount } = transaction;
  return {
    transactionId: transaction.id,
    orderId: transaction.order_id,
    type: transaction.type,
    status: transaction.status,
    paymentMethodType: transaction.payment_method_type,
    gateway: transaction.gateway,
    amountCents: amount === null || amount === undefined ? null : magnitude(amount),
    currency: transaction.iso_currency_code,
    createdAt: transaction.created_at,
    updatedAt: transaction.updated_at,
  };
}

export const storeOrders = (wire: unknown): Page<StoreOrder> => readPage(wire, 'orders', storeOrder);
export const storeTransactions = (wire: unknown): Page<StoreTransaction> => readPage(wire, 'transactions', storeTransaction);

/** Reads a verified webhook. Its id is made from the body and the minute of its arrival, because the provider gives none. */
export function storeEvent(rawBody: Buffer, wire: unknown, receivedAt: Date): StoreEvent {
  const event = z.object({ type: z.string(), code: z.string(), connection_id: z.string().nullish() }).parse(wire);
  const minute = receivedAt.toISOString().slice(0, 16);
  return {
    id: createHash('sha256').update(rawBody).update(`.${minute}`).digest('hex'),
    type: event.type,
    code: event.code,
    connectionId: event.connection_id ?? null,
  };
}
