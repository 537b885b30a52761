import { createHash } from 'node:crypto';
import { z } from 'zod';
import { type Cents, magnitude } from '../../domain/basics/money.ts';
import { centsOfNumber } from '../amounts.ts';
import type { Page } from '../page.ts';

export interface StoreLink {
  connectionId: string;
  accessToken: string;
  /** Such as SHOPIFY or QUICKBOOKS. */
  platform: string;
  /** False until the provider has read the store for the first time; it says so by a webhook. */
  isReady: boolean;
}

export interface StoreConnection {
  connectionId: string;
  platform: string;
  storeName: string | null;
  storeDomain: string | null;
  /** The merchant must sign in to the store again. */
  needsUpdate: boolean;
  isDisabled: boolean;
  lastSyncCompletedAt: Date | null;
}

export interface Store {
  storeId: string;
  name: string;
  url: string | null;
  currency: string | null;
}

export interface StoreOrder {
  orderId: string;
  /** The number that the merchant knows it by. */
  orderNumber: string | null;
  /** pending, paid, refunded, failed or unknown. */
  paymentStatus: string;
  /** active, archived, cancelled or unknown. */
  status: string;
  totalCents: Cents;
  currency: string | null;
  createdAt: Date;
  updatedAt: Date;
}

/** Money that moved in a store. The type says which way; the amount is never negative. */
export interface StoreTransaction {
  transactionId: string;
  orderId: string | null;
  /** sale, refund, void, payout, fee or other. Only a successful sale is money earned: platforms list its authorization and capture too. */
  type: string;
  /** success, failure, pending, cancelled, refunded or other. */
  status: string;
  /** cash, card or other. */
  paymentMethodType: string;
  gateway: string | null;
  /** Null when the store does not tell. */
  amountCents: Cents | null;
  currency: string | null;
  createdAt: Date;
  updatedAt: Date;
}

/** A part of a list, or the word that the provider has not read the store yet. */
export type StorePage<T> = ({ isReady: true } & Page<T>) | { isReady: false };

const instant = z.iso.datetime({ offset: true }).transform((text) => new Date(text));
/** Numbers come as the text of the JSON source, see `parseJsonExactly`. */
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

/** Null for accounting systems, which have no store. */
export function store(wire: unknown): Store | null {
  const answer = z
    .object({ store: z.object({ id: z.string(), store_name: z.string(), url: optionalText, default_currency: optionalText }).nullable() })
    .parse(wire);
  if (!answer.store) return null;
  return { storeId: answer.store.id, name: answer.store.store_name, url: answer.store.url, currency: answer.store.default_currency };
}

/** A list under its own name and the cursor to the next part. */
function pageOf<T>(wire: unknown, name: string, item: (wire: unknown) => T): Page<T> {
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

/** Some platforms write a refund as a negative amount and some do not, so the type alone says which way the money went. */
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

export const storeOrders = (wire: unknown): Page<StoreOrder> => pageOf(wire, 'orders', storeOrder);
export const storeTransactions = (wire: unknown): Page<StoreTransaction> => pageOf(wire, 'transactions', storeTransaction);

/** A poke from the store data provider: it says where to look and is not believed further. */
export interface StoreNews {
  /** The provider gives none, so it is made of the body and the minute it came in: the same poke twice in a minute is one. */
  id: string;
  type: string;
  /** Such as INITIAL_UPDATE, CONNECTION_NEEDS_UPDATE or CONNECTION_DISABLED. */
  code: string;
  connectionId: string | null;
}

export function storeNews(rawBody: Buffer, wire: unknown, receivedAt: Date): StoreNews {
  const news = z.object({ type: z.string(), code: z.string(), connection_id: z.string().nullish() }).parse(wire);
  const minute = receivedAt.toISOString().slice(0, 16);
  return {
    id: createHash('sha256').update(rawBody).update(`.${minute}`).digest('hex'),
    type: news.type,
    code: news.code,
    connectionId: news.connection_id ?? null,
  };
}
