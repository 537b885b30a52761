import { describe, expect, it } from 'vitest';
import { parseJsonExactly } from '../../../server/providers/amounts.ts';
import { cursorAfter, readCursor, writeCursor } from '../../../server/providers/bigcommerce/cursor.ts';
import { movementsOf, readOrders, readRefunds } from '../../../server/providers/bigcommerce/orders.ts';

const wireOrder = {
  id: 100,
  customer_id: 20,
  date_created: 'Wed, 10 Jan 2018 21:05:30 +0000',
  date_modified: 'Mon, 15 Jan 2018 08:00:00 +0000',
  status_id: 11,
  payment_status: 'captured',
  payment_method: 'Credit Card',
  total_inc_tax: '361.9500',
  refunded_amount: '0.0000',
  store_credit_amount: '0.0000',
  gift_certificate_amount: '0.0000',
  currency_code: 'USD',
  default_currency_code: 'USD',
  is_deleted: false,
};
const wireRefund = {
  id: 3,
  order_id: 100,
  created: '2018-01-12T10:00:00+00:00',
  total_amount: 61.95,
  payments: [{ id: 3, provider_id: 'braintree', amount: 61.95, offline: false, is_declined: false, declined_message: '' }],
};
/** Goes through JSON as an answer does. */
const answer = (content: unknown) => parseJsonExactly(JSON.stringify(content));

function movements(changes: Partial<Record<keyof typeof wireOrder, unknown>> = {}, refunds: object[] = []) {
  const [order] = readOrders(answer([{ ...wireOrder, ...changes }]));
  if (!order) throw new Error('no order');
  return movementsOf(order, readRefunds(answer({ data: refunds })));
}
const inShort = (...args: Parameters<typeof movements>) => movements(...args).map(({ id, type, status, amountCents }) => [id, type, status, amountCents]);

describe('an order of a BigCommerce store', () => {
  it('is a sale of its total on the day of the order, exact to the cent', () => {
    expect(movements()).toEqual([
      {
        id: '100',
        orderId: '100',
        type: 'sale',
        status: 'success',
        gateway: 'Credit Card',
        amountCents: 361_95,
        currency: 'USD',
        createdAt: new Date('2018-01-10T21:05:30Z'),
        updatedAt: new Date('2018-01-15T08:00:00Z'),
      },
    ]);
    expect(inShort({ total_inc_tax: 4.35 })).toEqual([['100', 'sale', 'success', 4_35]]);
  });

  it('is in the currency that the shopper paid in, whatever prices were shown in', () => {
    expect(movements({ currency_code: 'EUR', default_currency_code: 'USD' }).map(({ currency }) => currency)).toEqual(['USD']);
    expect(movements({ currency_code: 'USD', default_currency_code: 'CAD' }, [wireRefund]).map(({ currency }) => currency)).toEqual(['CAD', 'CAD']);
  });

  it('is no sale of what was paid with store credit or a gift certificate', () => {
    expect(inShort({ store_credit_amount: '100.0000', gift_certificate_amount: '61.9500' })).toEqual([['100', 'sale', 'success', 200_00]]);
    expect(inShort({ store_credit_amount: '500.0000' })).toEqual([['100', 'sale', 'success', 0]]);
  });

  it.each([
    [{ status_id: 1 }, 'pending'],
    [{ status_id: 7 }, 'pending'],
    [{ status_id: 12 }, 'pending'],
    [{ payment_status: 'authorized' }, 'pending'],
    [{ payment_status: 'capture pending' }, 'pending'],
    [{ payment_status: 'void' }, 'cancelled'],
    [{ payment_status: 'declined' }, 'failure'],
    [{ status_id: 6 }, 'failure'],
    [{ status_id: 5, payment_status: 'captured' }, 'cancelled'],
    [{ status_id: 4, payment_status: '' }, 'refunded'],
    [{ status_id: 2, payment_status: '' }, 'success'],
    [{ status_id: 10, payment_status: null }, 'success'],
  ])('with %j is a sale that is %s', (changes, status) => {
    expect(inShort(changes)).toEqual([['100', 'sale', status, 361_95]]);
  });

  it.each([[{ status_id: 0 }], [{ is_deleted: true }], [{ payment_method: 'Test Payment Gateway' }]])('with %j is none', (changes) => {
    expect(movements(changes)).toEqual([]);
  });

  it('has its refunds as they were paid back: not what was declined, nor what became store credit', () => {
    const payment = wireRefund.payments[0];
    const parts = [payment, { ...payment, amount: 10.1, is_declined: true }, { ...payment, provider_id: 'storecredit', amount: 5 }];
    expect(inShort({ status_id: 14, payment_status: 'partially refunded' }, [{ ...wireRefund, payments: parts }])).toEqual([
      ['100', 'sale', 'success', 361_95],
      ['100-refund-3', 'refund', 'success', 61_95],
    ]);
    expect(movements({ status_id: 14 }, [wireRefund])[1]).toMatchObject({ createdAt: new Date('2018-01-12T10:00:00Z'), orderId: '100' });
  });

  it('that was refunded in full or canceled after payment was sold and returned once', () => {
    const full = { ...wireRefund, payments: [{ ...wireRefund.payments[0], amount: 361.95 }] };
    const both = [
      ['100', 'sale', 'success', 361_95],
      ['100-refund-3', 'refund', 'success', 361_95],
    ];
    expect(inShort({ status_id: 4, payment_status: 'refunded' }, [full])).toEqual(both);
    expect(inShort({ status_id: 5, payment_status: 'refunded' }, [full])).toEqual(both);
    // Marked as refunded by hand, with a part of it refunded through the platform: counted as returned once.
    expect(inShort({ status_id: 4, payment_status: 'refunded' }, [wireRefund])[0]).toEqual(['100', 'sale', 'refunded', 361_95]);
  });

  it('that is disputed is charged back, less what was refunded already', () => {
    expect(inShort({ status_id: 13 })).toEqual([
      ['100', 'sale', 'success', 361_95],
      ['100-dispute', 'chargeback', 'success', 361_95],
    ]);
    expect(inShort({ status_id: 13 }, [wireRefund])[2]).toEqual(['100-dispute', 'chargeback', 'success', 300_00]);
  });
});

describe('the place in a store’s orders', () => {
  const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second));

  it('moves to the last change of a full page, and ends with a page that is not full', () => {
    expect(cursorAfter({ since: at(0), page: 1 }, [at(0), at(1), at(2)], 3)).toEqual({ since: at(2), page: 1 });
    expect(cursorAfter({ since: at(2), page: 4 }, [at(2), at(2), at(3)], 3)).toEqual({ since: at(3), page: 1 });
    expect(cursorAfter({ since: at(0), page: 1 }, [at(1), at(2)], 3)).toBeNull();
    expect(cursorAfter({ since: at(0), page: 1 }, [], 3)).toBeNull();
  });

  it('turns the page where more orders than fit on one changed in the same second', () => {
    expect(cursorAfter({ since: at(5), page: 1 }, [at(5), at(5), at(5)], 3)).toEqual({ since: at(5), page: 2 });
    expect(cursorAfter({ since: at(5), page: 2 }, [at(5), at(5), at(5)], 3)).toEqual({ since: at(5), page: 3 });
  });

  it('is stored as text, and nothing else is taken for one', () => {
    expect(writeCursor({ since: at(5), page: 2 })).toBe('2026-01-01T00:00:05.000Z 2');
    expect(readCursor('2026-01-01T00:00:05.000Z 2')).toEqual({ since: at(5), page: 2 });
    for (const text of ['', 'page 2', '2026-01-01T00:00:05.000Z 0', '2026-01-01T00:00:05.000Z']) expect(() => readCursor(text)).toThrow(RangeError);
  });
});
