import { describe, expect, it } from 'vitest';
import { cents } from '../../../server/domain/basics/money.ts';
import { spendingPower } from '../../../server/domain/spendingPower/spendingPower.ts';
import { spendingPowerReasons } from '../../../server/domain/spendingPower/spendingPowerLog.ts';
import { type StoreTransaction, salesHistory, shownDays } from '../../../server/domain/store/sales.ts';
import { plainReceiver } from '../../support/spendingPowerReceiver.ts';

const now = new Date('2026-11-23T12:00:00Z');
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);
const sale = (dollars: number, days: number): StoreTransaction => ({
  type: 'sale',
  status: 'success',
  amount_cents: cents(dollars * 100),
  order_id: null,
  created_at: daysAgo(days),
});
const program = { advanceRateBasisPoints: 8_000, spendingPowerCapCents: cents(100_000_000) };
const powerOf = (sales: readonly StoreTransaction[], shownSince: Date | null) =>
  spendingPower({ sales: salesHistory(sales, now, shownSince), receiver: plainReceiver, program, feedFreshAt: now, now });

describe('the limit of a store whose platform hides older orders', () => {
  /** $9,000 a month, for as long as the store is seen. */
  const even = (days: number) => Array.from({ length: days }, (_, day) => sale(300, day + 0.5));

  it('is that of the months that are shown: 60 days of $300 a day are $9,000 a month, 80% of which are $7,200', () => {
    expect(powerOf(even(60), daysAgo(60))).toMatchObject({ total_cents: 720_000, inputs: { history_days: 60, shown_days: 60 } });
    // Neither more nor less than for the same store when all of it is shown.
    expect(powerOf(even(365), null)).toMatchObject({ total_cents: 720_000, inputs: { history_days: 90, shown_days: null } });
  });

  it('is not that of a new store when the first sale shown is recent: $6,000 of the last ten days are $3,000 a month, not $6,000', () => {
    const recent = [sale(3_000, 9.5), sale(3_000, 2)];
    // One month has all of it, so three quarters count: 3,000 × 80% × 75%.
    expect(powerOf(recent, daysAgo(60)).total_cents).toBe(180_000);
    // The same sales of a store that is seen whole, and really is new: 6,000 × 80% × 75%.
    expect(powerOf(recent, null).total_cents).toBe(360_000);
  });

  it('follows the days that are shown as they grow, up to the 90 that count', () => {
    expect(powerOf(even(75), daysAgo(75)).inputs).toMatchObject({ history_days: 75, shown_days: 75 });
    expect(powerOf(even(75), daysAgo(75)).total_cents).toBe(720_000);
    expect(powerOf(even(120), daysAgo(120)).inputs).toMatchObject({ history_days: 90, shown_days: null });
    expect(shownDays(daysAgo(90), now)).toBeNull();
    // Sixty days are sixty on the whole first day, also for the limit: 30/60 of what was sold.
    expect(shownDays(daysAgo(60.9), now)).toBe(60);
    expect(powerOf(even(60), daysAgo(60.9))).toMatchObject({ total_cents: 720_000, inputs: { history_days: 60 } });
    expect(shownDays(null, now)).toBeNull();
  });

  it('says among its reasons what is shown, which costs nothing', () => {
    const texts = (shownSince: Date | null) => spendingPowerReasons(powerOf(even(60), shownSince).inputs, null);
    expect(texts(daysAgo(60))).toEqual([{ cost_cents: 0, text: 'Shopify shows us the last 60 days of orders. Your limit follows from those.' }]);
    expect(texts(null)).toEqual([]);
  });
});
