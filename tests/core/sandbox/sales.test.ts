import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Payment } from '../../../server/sandbox/sales/checkout.ts';
import { type Order, openSales, orderAsOf, type SampleStore } from '../../../server/sandbox/sales/sales.ts';
import { commercePlatforms, type StoreProfile, storeProfiles } from '../../../server/sandbox/sales/stores.ts';

const dayMs = 86_400_000;
const today = new Date('2026-11-21T15:00:00Z');
const daysBefore = (instant: Date, days: number) => new Date(Date.parse(`${instant.toISOString().slice(0, 10)}T00:00:00Z`) - days * dayMs);

const store = (profile: StoreProfile, seed = 'juniper', platform: SampleStore['platform'] = 'SHOPIFY'): SampleStore => ({
  seed,
  profile,
  platform,
  openedOn: daysBefore(today, profile === 'new' ? 49 : 365),
});

const years = Object.fromEntries(storeProfiles.map((profile) => [profile, openSales(store(profile))(today)])) as Record<StoreProfile, Order[]>;

const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);
const paymentsOf = (orders: Order[]) => orders.flatMap((order) => order.payments).filter((payment) => payment.at <= today);
const cents = (payments: readonly Payment[], kind: Payment['kind']) =>
  sum(payments.filter((payment) => payment.kind === kind && payment.outcome === 'success').map((payment) => payment.amountCents));

function salesByMonth(orders: Order[]): Map<string, number> {
  const months = new Map<string, number>();
  for (const payment of paymentsOf(orders)) {
    if (payment.kind !== 'sale' || payment.outcome !== 'success') continue;
    const month = payment.at.toISOString().slice(0, 7);
    months.set(month, (months.get(month) ?? 0) + payment.amountCents);
  }
  return months;
}

describe('the same seed makes the same year', () => {
  it.each(storeProfiles)('%s', (profile) => {
    expect(openSales(store(profile))(today)).toEqual(years[profile]);
    expect(openSales(store(profile, 'other'))(today).map((order) => order.totalCents)).not.toEqual(years[profile].map((order) => order.totalCents));
  });

  it('a later look finds the earlier orders unchanged and only adds newer ones', () => {
    const then = daysBefore(today, 30);
    const before = openSales(store('steady'))(then);
    expect(years.steady.slice(0, before.length)).toEqual(before);
    expect(years.steady.slice(before.length).every((order) => order.createdAt > then)).toBe(true);
  });
});

describe('totals add up, whatever the seed', () => {
  it('every order: lines less discount plus shipping and tax; nothing comes back that was not paid', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 1, maxLength: 12 }),
        fc.constantFrom(...storeProfiles),
        fc.constantFrom(...commercePlatforms),
        (seed, profile, platform) => {
          const opened = { ...store(profile, seed, platform), openedOn: daysBefore(today, 40) };
          const orders = openSales(opened)(today);
          for (const order of orders) {
            for (const line of order.lines) expect(line.totalCents).toBe(line.unitCents * line.quantity);
            expect(order.subtotalCents).toBe(sum(order.lines.map((line) => line.totalCents)));
            expect(order.totalCents).toBe(order.subtotalCents - order.discountCents + order.shippingCents + order.taxCents);
            const captured = cents(order.payments, 'sale');
            expect([0, order.totalCents]).toContain(captured);
            expect(cents(order.payments, 'refund') + cents(order.payments, 'chargeback')).toBeLessThanOrEqual(captured);
            for (const payment of order.payments) {
              expect(Number.isSafeInteger(payment.amountCents) && payment.amountCents > 0).toBe(true);
              expect(Number.isSafeInteger(payment.feeCents) && payment.feeCents >= 0).toBe(true);
              expect(payment.at.getTime()).toBeGreaterThanOrEqual(order.createdAt.getTime());
            }
          }
          const ids = orders.flatMap((order) => [order.id, ...order.lines.map((line) => line.id), ...order.payments.map((payment) => payment.id)]);
          expect(new Set(ids).size).toBe(ids.length);
          expect(orders.map((order) => order.number)).toEqual(orders.map((_, index) => 1001 + index));
        },
      ),
      { numRuns: 25 },
    );
  });

  it('an order as of an instant holds nothing that happens later', () => {
    const refunded = years['chargeback-heavy'].find((order) => order.payments.some((payment) => payment.kind === 'refund'));
    const refund = refunded?.payments.find((payment) => payment.kind === 'refund');
    if (!refunded || !refund) throw new Error('a year of many refunds has one');
    const justBefore = orderAsOf(refunded, new Date(refund.at.getTime() - 1));
    expect(justBefore.payments.some((payment) => payment.kind === 'refund')).toBe(false);
    expect(orderAsOf(refunded, refund.at).payments.at(-1)).toEqual(refund);
  });
});

describe('each profile has its own traits', () => {
  it('steady: no month of the year is half or twice another', () => {
    const whole = [...salesByMonth(years.steady)].slice(1, -1).map(([, amount]) => amount);
    expect(Math.max(...whole)).toBeLessThan(2 * Math.min(...whole));
  });

  it('seasonal: December makes up more than three fifths of the winter', () => {
    const months = salesByMonth(years.seasonal);
    const [december = 0, january = 0, february = 0, july = 0] = ['2025-12', '2026-01', '2026-02', '2026-07'].map((month) => months.get(month) ?? 0);
    expect(december / (december + january + february)).toBeGreaterThan(0.6);
    expect(december).toBeGreaterThan(10 * july);
  });

  it('new: nothing before seven weeks ago, and the last week sells more than twice the first', () => {
    const opened = daysBefore(today, 49);
    const inWeek = (week: number) => years.new.filter((order) => Math.floor((order.createdAt.getTime() - opened.getTime()) / (7 * dayMs)) === week).length;
    expect(years.new.every((order) => order.createdAt >= opened)).toBe(true);
    expect(inWeek(6)).toBeGreaterThan(2 * inWeek(0));
  });

  it('chargeback-heavy: more than a twentieth of its sales comes back, of a steady store less', () => {
    const comesBack = (profile: StoreProfile) => {
      const payments = paymentsOf(years[profile]);
      return (cents(payments, 'refund') + cents(payments, 'chargeback')) / cents(payments, 'sale');
    };
    expect(comesBack('chargeback-heavy')).toBeGreaterThan(0.08);
    expect(comesBack('steady')).toBeLessThan(0.05);
    expect(cents(paymentsOf(years['chargeback-heavy']), 'chargeback')).toBeGreaterThan(0.01 * cents(paymentsOf(years['chargeback-heavy']), 'sale'));
  });
});

describe('a year looks like business', () => {
  it('there are declined payments, refunds, voids, several gateways and payment methods', () => {
    const payments = paymentsOf(years.steady);
    expect(new Set(payments.map((payment) => payment.kind))).toEqual(new Set(['authorization', 'sale', 'refund', 'void', 'chargeback']));
    expect(new Set(payments.map((payment) => payment.gateway)).size).toBeGreaterThanOrEqual(4);
    expect(new Set(payments.map((payment) => payment.method))).toEqual(new Set(['card', 'other', 'cash']));
    expect(payments.some((payment) => payment.outcome === 'failure')).toBe(true);
  });

  it('amounts spread as amounts do: the mean above the median, their logarithms even', () => {
    const totals = years.steady.map((order) => order.totalCents).sort((one, other) => one - other);
    const logs = totals.map((total) => Math.log(total));
    const mean = (list: number[]) => sum(list) / list.length;
    const deviation = Math.sqrt(mean(logs.map((value) => (value - mean(logs)) ** 2)));
    const skew = mean(logs.map((value) => ((value - mean(logs)) / deviation) ** 3));
    expect(mean(totals)).toBeGreaterThan(1.08 * (totals[Math.floor(totals.length / 2)] ?? 0));
    expect(Math.abs(skew)).toBeLessThan(0.6);
  });

  it('Black Friday sells more than twice an average day, Saturdays less than Mondays', () => {
    const onDay = (day: string) => years['chargeback-heavy'].filter((order) => order.createdAt.toISOString().startsWith(day)).length;
    const onWeekday = (weekday: number) => years['chargeback-heavy'].filter((order) => order.createdAt.getUTCDay() === weekday).length;
    expect(onDay('2025-11-28')).toBeGreaterThan((2 * years['chargeback-heavy'].length) / 365);
    expect(onWeekday(6)).toBeLessThan(onWeekday(1));
  });
});
