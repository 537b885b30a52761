import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type IsoDate, isoDate } from '../../../server/domain/basics/dates.ts';
import { cents } from '../../../server/domain/basics/money.ts';
import { expectedPayout, orderSpendingPower } from '../../../server/domain/spendingPower/orderSpendingPower.ts';
import { type SpendingPowerInputs, type SpendingPowerReceiver, spendingPower } from '../../../server/domain/spendingPower/spendingPower.ts';
import { type StoreTransaction, salesHistory } from '../../../server/domain/store/sales.ts';
import { plainReceiver } from '../../support/spendingPowerReceiver.ts';

const now = new Date('2026-11-20T12:00:00Z');
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);

function row(type: string, status: string, amount_cents: number, ageDays: number, order_id = 'order'): StoreTransaction {
  return { type, status, amount_cents: cents(amount_cents), order_id, created_at: daysAgo(ageDays) };
}

const receiver: SpendingPowerReceiver = { ...plainReceiver, initial_spend_limit: cents(0) };
const program = { advanceRateBasisPoints: 8_000, spendingPowerCapCents: cents(25_000_000) };

const run = (sales: readonly StoreTransaction[], changes: Partial<SpendingPowerReceiver> = {}) =>
  spendingPower({ sales: salesHistory(sales, now), receiver: { ...receiver, ...changes }, program, feedFreshAt: now, now });

/** $30,000 evenly over 90 days at 80 %: a month's $10,000 gives $8,000. */
const evenSales = [2, 32, 62].map((age) => row('sale', 'success', 1_000_000, age, `of ${age}`));
const inputs: SpendingPowerInputs = { ...run(evenSales).inputs, history_days: 90 };

describe('what an order adds to spending power', () => {
  it.each<[string, StoreTransaction[], number]>([
    // A third of the amount is its monthly average, four fifths of that are advanced.
    ['a sale of $90.00', [row('sale', 'success', 9_000, 1)], 2_400],
    ['a sale of $0.99, less than a cent of which is cut off', [row('sale', 'success', 99, 1)], 26],
    ['two payments of $45.00', [row('sale', 'success', 4_500, 1), row('sale', 'success', 4_500, 80)], 2_400],
    ['a sale of $90.00 with $30.00 refunded', [row('sale', 'success', 9_000, 5), row('refund', 'success', 3_000, 1)], 1_600],
    ['a sale of $90.00 after an attempt that failed', [row('sale', 'failure', 9_000, 2), row('sale', 'success', 9_000, 1)], 2_400],
  ])('is its part of a month’s sales at the advance rate: %s', (_what, order, adds_cents) => {
    expect(orderSpendingPower(order, inputs, now)).toEqual({ counts: true, adds_cents });
  });

  it.each<[string, (StoreTransaction & { currency?: string })[], string, RegExp]>([
    ['a payment that is on its way', [row('sale', 'pending', 9_000, 1)], 'not_paid', /has not been paid yet/],
    ['a payment that is only authorized', [row('authorization', 'success', 9_000, 1)], 'not_paid', /has not been paid yet/],
    ['a payment that failed', [row('sale', 'failure', 9_000, 1)], 'payment_failed', /did not go through/],
    ['a sale of 90 days ago', [row('sale', 'success', 9_000, 90)], 'too_old', /more than 90 days ago/],
    ['an old sale whose refund is new', [row('sale', 'success', 9_000, 95), row('refund', 'success', 9_000, 1)], 'too_old', /more than 90 days ago/],
    ['a sale refunded in full', [row('sale', 'success', 9_000, 3), row('refund', 'success', 9_000, 1)], 'returned', /gone back to the buyer/],
    ['a sale that the store marks as refunded', [row('sale', 'refunded', 9_000, 3)], 'returned', /gone back to the buyer/],
    ['a sale charged back', [row('sale', 'success', 9_000, 30), row('chargeback', 'success', 9_000, 2)], 'returned', /gone back to the buyer/],
    ['a sale in euros', [{ ...row('sale', 'success', 9_000, 1), currency: 'EUR' }], 'other_currency', /is in euros \(EUR\)/],
    ['a gift card that was redeemed', [row('gift_card', 'success', 9_000, 1)], 'credit', /with a gift card or store credit/],
  ])('is nothing for %s, and says why', (_what, order, reason, text) => {
    expect(orderSpendingPower(order, inputs, now)).toEqual({ counts: false, reason, text: expect.stringMatching(text) });
  });

  it.each<[string, Partial<SpendingPowerReceiver>, RegExp]>([
    ['the starting limit', { initial_spend_limit: cents(5_000_000) }, /: Your starting limit of \$50,000\.00\.$/],
    ['the team’s limit', { override_spend_limit: cents(77_700) }, /: The limit our team set for you\.$/],
    ['a locked account', { is_locked: true }, /: Your account is locked\.$/],
  ])('is nothing while something else than sales decides: %s', (_what, changes, text) => {
    const decided = run([row('sale', 'success', 900_000, 1)], changes).inputs;
    expect(orderSpendingPower([row('sale', 'success', 9_000, 1)], decided, now)).toEqual({
      counts: false,
      reason: 'not_by_sales',
      text: expect.stringMatching(text),
    });
  });

  it('makes up, over all orders, what the sales come to', () => {
    const order = fc.record({
      paid: fc.integer({ min: 1, max: 500_000 }),
      refunded: fc.integer({ min: 0, max: 400_000 }),
      age: fc.integer({ min: 0, max: 89 }),
    });
    fc.assert(
      fc.property(fc.array(order, { minLength: 1, maxLength: 30 }), (orders) => {
        const ofOrders = orders.map(({ paid, refunded, age }, index) => [
          row('sale', 'success', paid, age, String(index)),
          row('refund', 'success', Math.min(paid, refunded), age, String(index)),
        ]);
        const { inputs: ofAll, terms } = run(ofOrders.flat());
        const parts = ofOrders.map((movements) => orderSpendingPower(movements, ofAll, now)).map((part) => (part.counts ? part.adds_cents : 0));
        const sum = parts.reduce<number>((total, part) => total + part, 0);
        const whole = terms.findLast(({ key }) => ['advance_rate', 'concentration', 'freshness'].includes(key))?.subtotal_cents ?? 0;
        // Each part loses less than a cent to rounding.
        expect(sum).toBeLessThanOrEqual(whole);
        expect(whole - sum).toBeLessThan(orders.length + 1);
      }),
    );
  });
});

describe('when the money of an order is expected', () => {
  const isThanksgiving = (date: IsoDate) => date === '2026-11-26';
  const paidAt = (instant: string, gateway: string | null = 'shopify_payments', status = 'success') => ({
    ...row('sale', status, 9_000, 0),
    created_at: new Date(instant),
    gateway,
  });

  it.each([
    ['2026-11-16T10:00:00Z', '2026-11-18'],
    // A Friday: the weekend does not count.
    ['2026-11-20T10:00:00Z', '2026-11-24'],
    // The day before a bank holiday.
    ['2026-11-25T10:00:00Z', '2026-11-30'],
  ])('is two banking days after the payment of %s: %s', (instant, day) => {
    expect(expectedPayout([paidAt(instant)], isThanksgiving)).toBe(isoDate(day));
  });

  it('follows the last payment, and is unknown for what others pay out or nobody has paid', () => {
    expect(expectedPayout([paidAt('2026-11-17T10:00:00Z'), paidAt('2026-11-16T10:00:00Z')], isThanksgiving)).toBe('2026-11-19');
    expect(expectedPayout([paidAt('2026-11-16T10:00:00Z', 'manual')], isThanksgiving)).toBeNull();
    expect(expectedPayout([paidAt('2026-11-16T10:00:00Z', 'shopify_payments', 'pending')], isThanksgiving)).toBeNull();
  });
});
