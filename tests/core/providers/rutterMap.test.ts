import { describe, expect, it } from 'vitest';
import { parseJsonExactly } from '../../../server/providers/amounts.ts';
import { store, storeConnection, storeLink, storeOrders, storeTransactions } from '../../../server/providers/rutter/map.ts';

/** A transaction as it stands in an answer, so that the amount is the text that was sent. */
const transaction = (amount: string, changes = '') => `{
  "id": "6a3f", "platform_id": "5", "order_id": "o1", "platform_customer_id": null, "payment_method_type": "card", "status": "success", "type": "sale",
  "amount": ${amount}, "fee": 0.59, "gateway": "shopify_payments", "gateway_data": null, "iso_currency_code": "USD", "platform_type": "capture",
  "created_at": "2026-11-01T04:05:06.000Z", "updated_at": "2026-11-02T00:00:00.000Z"${changes}}`;

const page = (...rows: string[]) =>
  storeTransactions(
    parseJsonExactly(`{"transactions": [${rows.join(',')}], "next_cursor": null, "connection": {"id": "c", "orgId": "o", "platform": "SHOPIFY"}}`),
  );

describe('a store transaction', () => {
  it.each([
    ['19.99', 1999],
    ['20', 2000],
    ['0.1', 10],
    ['1234567.05', 123_456_705],
    ['12.340000000000002', 1234],
    ['8.21', 821],
    ['1.1', 110],
    ['4.35', 435],
    ['1.005', 101],
    ['2e2', 20_000],
  ])('of %s dollars is %i cents', (source, expected) => {
    expect(page(transaction(source)).items[0]?.amountCents).toBe(expected);
  });

  it.each([
    ['a refund that the platform writes as negative', '-25.50'],
    ['a refund that it writes as positive', '25.50'],
  ])('%s is the same: the type says which way', (_, source) => {
    expect(page(transaction(source, ', "type": "refund"')).items[0]).toMatchObject({ type: 'refund', amountCents: 2550 });
  });

  it('whose store does not tell the amount has none', () => expect(page(transaction('null')).items[0]?.amountCents).toBeNull());

  it('keeps how and through whom it was paid', () => {
    expect(page(transaction('19.99')).items[0]).toEqual({
      transactionId: '6a3f',
      orderId: 'o1',
      type: 'sale',
      status: 'success',
      paymentMethodType: 'card',
      gateway: 'shopify_payments',
      amountCents: 1999,
      currency: 'USD',
      createdAt: new Date('2026-11-01T04:05:06.000Z'),
      updatedAt: new Date('2026-11-02T00:00:00.000Z'),
    });
  });

  it('with an amount in words is not believed', () => expect(() => page(transaction('"a lot"'))).toThrow());
});

it('a page goes on at its cursor', () => {
  const order =
    '{"id": "o1", "order_number": null, "payment_status": "paid", "status": "active", "total_price": 99.90, "total_discount": 0, "iso_currency_code": "USD", "created_at": "2026-11-01T04:05:06Z", "updated_at": "2026-11-01T04:05:06Z"}';
  const read = storeOrders(parseJsonExactly(`{"orders": [${order}], "next_cursor": "abc"}`));
  expect(read.next).toBe('abc');
  expect(read.items[0]).toMatchObject({ orderId: 'o1', paymentStatus: 'paid', totalCents: 9990 });
});

it('a page under another name is no page, rather than an empty one', () => {
  expect(() => storeOrders({ transactions: [], next_cursor: null })).toThrow();
});

it('an accounting system has no store', () => {
  expect(store({ store: null })).toBeNull();
  expect(store({ store: { id: 's', store_name: 'Corner Shop', url: 'https://corner.example', default_currency: 'USD' } })).toEqual({
    storeId: 's',
    name: 'Corner Shop',
    url: 'https://corner.example',
    currency: 'USD',
  });
});

it('a fresh link tells whether it was read yet', () => {
  expect(storeLink({ connection_id: 'c', access_token: 't', is_ready: false, platform: 'SHOPIFY', store_unique_name: 'corner' })).toEqual({
    connectionId: 'c',
    accessToken: 't',
    platform: 'SHOPIFY',
    isReady: false,
  });
});

it('a connection tells whether the merchant must sign in again', () => {
  const connection = {
    id: 'c',
    orgId: 'o',
    platform: 'SHOPIFY',
    store_name: 'Corner Shop',
    store_domain: 'corner.example',
    needs_update: true,
    disabled: false,
    last_sync_completed_at: '2026-11-21T01:00:00.000Z',
  };
  expect(storeConnection({ connection })).toEqual({
    connectionId: 'c',
    platform: 'SHOPIFY',
    storeName: 'Corner Shop',
    storeDomain: 'corner.example',
    needsUpdate: true,
    isDisabled: false,
    lastSyncCompletedAt: new Date('2026-11-21T01:00:00.000Z'),
  });
  expect(storeConnection({ connection: { id: 'c', platform: 'QUICKBOOKS', last_sync_completed_at: null } })).toMatchObject({
    needsUpdate: false,
    isDisabled: false,
    lastSyncCompletedAt: null,
  });
});
