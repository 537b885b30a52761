import { describe, expect, it } from 'vitest';
import { type Day, readDay, writeDay } from '../oracle/calendar.ts';
import { bookCashback, unusedCashback } from '../oracle/cashback.ts';
import { debitsOf } from '../oracle/debits.ts';
import { isHeld, leftToSpend } from '../oracle/decision.ts';
import { enterRow, failDebit, orderDebit, payOut, reportPurchase, settleDebit } from '../oracle/events.ts';
import { type Debit, newMerchant } from '../oracle/facts.ts';
import { payoutOnRequest } from '../oracle/payouts.ts';
import { heldBack, scheduleOf } from '../oracle/position.ts';

/** June 1, 2026 is a Monday; the 19th, a Friday, is a holiday. */
const june = (day: number): Day => readDay(`2026-06-${String(day).padStart(2, '0')}`);

/** Noon in New York. */
const noonOf = (day: number): number => june(day) * 86_400_000 + 16 * 3_600_000;

/** A merchant with $1,000 to spend, who pays ten days after a purchase and earns 1 %. */
function newStory() {
  const merchant = newMerchant({ plan: 'net_terms', netTerms: 10, netTermsType: 'calendar', cashbackRate: 100 }, 100_000);
  const told = (day: number, amounts: { held: number; settled: number }, token = `t${merchant.purchases.size + 1}`) => {
    reportPurchase(merchant, { token, shop: 'shop', madeAt: merchant.purchases.get(token)?.madeAt ?? noonOf(day), isCash: false, ...amounts }, noonOf(day));
    return token;
  };
  const settles = (debit: Debit, day: number) => {
    settleDebit(merchant, debit, noonOf(day));
    debit.availableOn = june(day + 1);
  };
  return {
    merchant,
    settles,
    buys: (day: number, settled: number) => told(day, { held: 0, settled }),
    holds: (day: number, held: number) => told(day, { held, settled: 0 }),
    releases: (day: number, token: string) => told(day, { held: 0, settled: 0 }, token),
    draws: (day: number) => debitsOf(merchant, june(day)).map((order) => orderDebit(merchant, order, june(day))),
    paysNow: (day: number, amount: number, settled: number) => {
      const debit = orderDebit(merchant, { kind: 'pay_now', due: june(day), amount, chosen: null, collects: null, isRetry: false }, june(day));
      settles(debit, settled);
      return debit;
    },
    fails: (debit: Debit | undefined, day: number, code: string) => debit && failDebit(merchant, debit, { code, at: noonOf(day) }),
    schedule: () => [...scheduleOf(merchant)].map(([due, amount]) => [writeDay(due), amount]),
  };
}

const amounts = (debits: readonly Debit[]) => debits.map(({ due, amount, isRetry }) => [writeDay(due), amount, isRetry]);

describe('the model of the rules', () => {
  it('pays out what was refunded once the payment is final, and holds the account where that comes back afterward', () => {
    const { merchant, buys, paysNow, fails, schedule } = newStory();
    buys(1, 90_000);
    const paid = paysNow(2, 90_000, 4);
    buys(8, -90_000);
    // Available on Friday the 5th, final two banking days later.
    expect([8, 9].map((day) => payoutOnRequest(merchant, june(day)))).toEqual([0, 90_000]);
    payOut(merchant, 90_000, noonOf(9));
    fails(paid, 15, 'R16');
    expect([schedule(), isHeld(merchant)]).toEqual([[['2026-06-11', 90_000]], true]);
  });

  it.each([
    ['whole, two banking days after it failed', 0, 16, [['2026-06-11', 10_000, true]]],
    ['less what was paid meanwhile, two banking days after that', 100, 17, [['2026-06-11', 9_900, false]]],
  ])('collects what failed %s', (_, given, day, collected) => {
    const { merchant, buys, draws, fails } = newStory();
    buys(1, 10_000);
    buys(2, 5_000);
    fails(draws(11)[0], 12, 'R01');
    expect(amounts(draws(12))).toEqual([['2026-06-12', 5_000, false]]);
    if (given > 0) enterRow(merchant, given, noonOf(15));
    expect(amounts(draws(day - 1))).toEqual([]);
    expect(amounts(draws(day))).toEqual(collected);
  });

  it('books cashback when the payment is final, and takes back the part of a refund', () => {
    const { merchant, buys, draws, settles } = newStory();
    buys(1, 90_000);
    for (const debit of draws(11)) settles(debit, 15);
    const booked = [17, 18].map((day) => {
      bookCashback(merchant, noonOf(day));
      return unusedCashback(merchant);
    });
    buys(22, -30_050);
    expect([...booked, unusedCashback(merchant)]).toEqual([0, 900, 599]);
  });

  it('lets what was paid of a purchase that is released pay the next due date', () => {
    const { buys, holds, releases, paysNow, schedule } = newStory();
    const held = holds(1, 4_000);
    buys(2, 6_000);
    paysNow(3, 6_000, 5);
    expect(schedule()).toEqual([['2026-06-12', 4_000]]);
    releases(8, held);
    expect(schedule()).toEqual([]);
  });

  it('frees half of the power at once after three final payments in a row, until one comes back', () => {
    const { merchant, buys, paysNow, fails } = newStory();
    buys(1, 99_000);
    for (const day of [1, 2, 3]) paysNow(day, 10_000, day);
    const fourth = paysNow(11, 60_000, 12);
    expect([heldBack(merchant, june(12)), leftToSpend(merchant, 0, june(12))]).toEqual([10_000, 81_000]);
    fails(fourth, 15, 'R01');
    paysNow(16, 60_000, 17);
    expect([heldBack(merchant, june(17)), isHeld(merchant)]).toEqual([60_000, false]);
  });
});
