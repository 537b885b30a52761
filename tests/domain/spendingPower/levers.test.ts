import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isoDate } from '../../../server/domain/basics/dates.ts';
import { cents } from '../../../server/domain/basics/money.ts';
import type { BlockFacts } from '../../../server/domain/spendingPower/blocks.ts';
import { withImaginedSales } from '../../../server/domain/spendingPower/leverChanges.ts';
import { type LeverFacts, type SettledPayment, spendable } from '../../../server/domain/spendingPower/leverFacts.ts';
import { type LeverKey, limitLevers } from '../../../server/domain/spendingPower/levers.ts';
import { ceilingWords, inOrder, keepsUp, limitHolds } from '../../../server/domain/spendingPower/limitHolds.ts';
import { spendingPower } from '../../../server/domain/spendingPower/spendingPower.ts';
import type { StoreTransaction } from '../../../server/domain/store/sales.ts';
import { noBlocks } from '../../support/spendingPowerReceiver.ts';
import { daysAgo, dollars, facts, noSales, now } from './leverFacts.ts';

const payment = (amount: number, outstanding: number, blocks: Partial<BlockFacts> = {}): SettledPayment => ({
  amount_cents: dollars(amount),
  settles_on: isoDate('2026-11-30'),
  final_on: isoDate('2026-12-04'),
  outstanding: dollars(outstanding),
  blocks: { ...noBlocks, ...blocks },
});

const lever = (of: LeverFacts, key: LeverKey) => limitLevers(of).find((one) => one.key === key);
const gain = (of: LeverFacts, key: LeverKey) => {
  const found = lever(of, key);
  return found && [found.total_change_cents / 100, found.available_change_cents / 100];
};

describe('a lever', () => {
  it('is refunds back to the share that is ordinary: less is taken off the sales, and the full rate counts', () => {
    // 8% of 30,000 are 2,400: 27,600 / 3 × 77% = 7,084. At 5%: 28,500 / 3 × 80% = 7,600.
    const returned = facts({ sales: { returned_cents: dollars(2_400) } });
    expect(spendable(returned).total_cents).toBe(dollars(7_084));
    expect(lever(returned, 'returns')).toMatchObject({
      title: 'Bring refunds and chargebacks back to 5% of your sales.',
      text: 'They are 8% of the last 90 days.',
      total_change_cents: dollars(516),
      total_after_cents: dollars(7_600),
      place: 'transactions',
      by_itself_on: null,
    });
    expect(lever(facts({ sales: { returned_cents: dollars(1_500) } }), 'returns')).toBeUndefined();
  });

  it('is sales spread over the months', () => {
    // 60.01% in one month: 10,000 × 80% × 75% = 6,000.
    const uneven = facts({ sales: { largest_month_cents: dollars(18_003) } });
    expect(spendable(uneven).total_cents).toBe(dollars(6_000));
    expect(gain(uneven, 'concentration')).toEqual([2_000, 2_000]);
    expect(lever(facts({ sales: { largest_month_cents: dollars(18_000) } }), 'concentration')).toBeUndefined();
  });

  it('is fresh data of the store', () => {
    // 5 days old: 75% of 8,000; 10 days: half.
    expect(gain(facts({ feedFreshAt: daysAgo(5) }), 'freshness')).toEqual([2_000, 2_000]);
    expect(gain(facts({ feedFreshAt: daysAgo(10) }), 'freshness')).toEqual([4_000, 4_000]);
    expect(lever(facts({ feedFreshAt: daysAgo(3) }), 'freshness')).toBeUndefined();
  });

  it('is a second store, for each thousand that it sells in a month, beside one that is connected', () => {
    expect(lever(facts(), 'second_store')).toBeUndefined();
    // 33,000 / 3 × 80% = 8,800.
    expect(lever(facts({ secondStore: 'window' }), 'second_store')).toMatchObject({ total_change_cents: dollars(800), place: 'stores' });
    expect(lever(facts({ secondStore: 'app' }), 'second_store')).toMatchObject({ total_change_cents: dollars(800), place: null });
    // Thirty days of 9,000 are a month of 9,000, one month alone: 9,000 × 80% × 75% = 5,400. With 3,000 of another store in 90 days 12,000 / 3 × 80% × 75% = 2,400.
    const young = facts({ secondStore: 'window', sales: { gross_sales_cents: dollars(9_000), largest_month_cents: dollars(9_000), history_days: 30 } });
    expect(spendable(young).total_cents).toBe(dollars(5_400));
    expect(lever(young, 'second_store')).toBeUndefined();
  });

  it('is a first store where there is none, by the smallest sales that are worth more than the limit is now', () => {
    const without = { sales: noSales, feedFreshAt: null, hasStore: false };
    // 10,000 a month × 80% = 8,000, where the starting limit is 1,000.
    expect(lever(facts(without), 'first_store')).toMatchObject({
      title: 'Connect your store: this is for $10,000.00 that it sells in a month.',
      total_change_cents: dollars(7_000),
      doer: 'merchant',
      place: 'stores',
    });
    const large = facts({ ...without, receiver: { initial_spend_limit: dollars(8_000) } });
    expect(lever(large, 'first_store')).toMatchObject({ total_after_cents: dollars(20_000) });
    expect(lever(facts({ ...without, receiver: { override_spend_limit: dollars(5_000) } }), 'first_store')).toBeUndefined();
    expect(lever(facts(), 'first_store')).toBeUndefined();
  });

  it('is a thousand more sold in each month', () => {
    expect(gain(facts(), 'more_sales')).toEqual([800, 800]);
    // 30,000 in 45 days are 20,000 a month; 1,000 more 21,000.
    expect(gain(facts({ sales: { history_days: 45 } }), 'more_sales')).toEqual([800, 800]);
  });

  it('is to pay what failed: the limit is back once it has arrived', () => {
    const failed = facts({ receiver: { has_unpaid_draw: true }, outstanding: dollars(1_000), ofFailed: payment(420, 580), repayment: payment(1_000, 0) });
    expect(spendable(failed)).toEqual({ total_cents: 0, available_cents: 0 });
    expect(lever(failed, 'unpaid_draw')).toMatchObject({
      title: 'Pay $420.00 so that no repayment that failed is still owed.',
      text: 'Your limit comes back once the payment has arrived, by Nov 30, 2026. What the payment frees can be spent from Dec 4, 2026 on.',
      total_change_cents: dollars(8_000),
      available_after_cents: dollars(7_420),
      place: 'payments',
    });
    expect(lever({ ...failed, obstacle: 'no_bank' }, 'unpaid_draw')).toMatchObject({
      text: expect.stringMatching(/^Link your bank account first. Your limit comes back once/),
      place: 'bank',
    });
    expect(gain(failed, 'repayment')).toEqual([8_000, 8_000]);
    expect(ceilingWords(failed)).toBe('While your account is held, nothing else raises your limit.');
  });

  it('is a repayment today, which raises what can be spent and not the limit', () => {
    // Sales of 47,812.50 / 3 × 80% = 12,750; of it 623 are outstanding, and 3 approved: 12,124.
    const owing = facts({
      sales: { gross_sales_cents: cents(4_781_250), largest_month_cents: dollars(16_000) },
      outstanding: dollars(623),
      approved: dollars(3),
      repayment: payment(620, 3),
    });
    expect(lever(owing, 'repayment')).toMatchObject({
      title: 'Repay $620.00 today.',
      text: 'You can spend $12,124.00 now, and $12,744.00 from Dec 4, 2026 on, when the bank can no longer take it back.',
      total_change_cents: 0,
      available_change_cents: dollars(620),
      available_after_cents: dollars(12_744),
    });
    const underway = facts({ outstanding: dollars(300), underway: payment(300, 0) });
    expect(gain(underway, 'underway')).toEqual([0, 300]);
    expect(lever(underway, 'underway')?.text).toMatch(/^You can spend \$8,000\.00 from Dec 4, 2026 on, when the bank can no longer take it back\. There/);
    // Trusted with half of 12,750 before a repayment is final, of which 6,000 are another's: 375 of the 620 can be spent at the settlement.
    const trusted = { ...owing, trust: { notFinal: dollars(6_000), finalInARow: 3 }, trustRule: { afterFinalRepayments: 3, basisPointsOfLimit: 5_000 } };
    expect(lever(trusted, 'repayment')?.text).toBe(
      'You can spend $12,124.00 now, $12,499.00 from Nov 30, 2026 on, and $12,744.00 from Dec 4, 2026 on, when the bank can no longer take it back.',
    );
    const small = { ...trusted, trust: { notFinal: dollars(0), finalInARow: 3 } };
    expect(lever(small, 'repayment')?.text).toBe('You can spend $12,124.00 now, and $12,744.00 from Nov 30, 2026 on.');
    // The debt above the limit is paid first: 9,000 of 8,000 are outstanding, so 1,000 of the 1,500 free nothing.
    expect(gain(facts({ outstanding: dollars(9_000), repayment: payment(1_500, 7_500) }), 'repayment')).toEqual([0, 500]);
  });

  it('is the end of a maximum of our team’s, by itself on its day or by asking', () => {
    const bound = { spending_power_override_max: dollars(5_000) };
    const ends = facts({ receiver: { ...bound, spending_power_override_expiration_at: new Date('2026-12-03T08:00:00Z') } });
    expect(lever(ends, 'override_max')).toMatchObject({ total_change_cents: dollars(3_000), doer: 'time', by_itself_on: '2026-12-03', place: null });
    expect(lever(facts({ receiver: bound }), 'override_max')).toMatchObject({ total_change_cents: dollars(3_000), doer: 'team', by_itself_on: null });
    expect(limitLevers(ends).map(({ key }) => key)).toEqual(['override_max']);
    expect(ceilingWords(ends)).toBe('Our team set a maximum of $5,000.00 for you. Nothing raises your limit above it while it lasts.');
    expect(lever(facts({ receiver: { ...bound, spending_power_override_expiration_at: daysAgo(1) } }), 'override_max')).toBeUndefined();
    expect(gain(facts({ receiver: { override_spend_limit: dollars(500) } }), 'override_spend_limit')).toEqual([7_500, 7_500]);
  });

  it.each<[LeverKey, Partial<BlockFacts>, string]>([
    ['debits_stopped', { are_debits_stopped: true }, 'merchant'],
    ['locked', { is_locked: true }, 'team'],
    ['shared_identity', { has_flagged_identity: true }, 'team'],
  ])('of an account that is held is what ends the hold: %s', (key, block, doer) => {
    const held = facts({ receiver: block });
    expect(limitLevers(held).map((one) => [one.key, one.total_change_cents, one.doer])).toEqual([[key, 800_000, doer]]);
    expect(limitLevers(facts({ receiver: { ...block, is_black_listed: true } }))).toEqual([]);
  });

  it('is none of an account that is closing, whatever else holds it', () => {
    for (const block of [{ is_closing: true }, { is_closing: true, is_locked: true }]) {
      const closing = facts({ receiver: block, feedFreshAt: daysAgo(10) });
      expect(limitLevers(closing)).toEqual([]);
      expect(ceilingWords(closing)).toBe('Your account takes no more purchases, so nothing raises its limit.');
      const hold = limitHolds(closing).find(({ key }) => key === 'blocks');
      expect(hold?.until).toBe('For good: an account that is closed is not opened again.');
    }
  });

  it('raises nothing above the program’s maximum', () => {
    const capped = facts({ program: { advanceRateBasisPoints: 8_000, spendingPowerCapCents: dollars(7_000) }, secondStore: 'window' });
    expect(limitLevers(capped)).toEqual([]);
    expect(ceilingWords(capped)).toBe('You have reached the program’s maximum of $7,000.00. Nothing raises your limit above it.');
    // Fresh data would be worth 8,000, and is worth the 7,000 of the program: 3,000 more than the half of 8,000.
    expect(gain(facts({ feedFreshAt: daysAgo(10), program: capped.program }), 'freshness')).toEqual([3_000, 3_000]);
  });

  it('comes after those of larger effect', () => {
    const several = facts({ feedFreshAt: daysAgo(5), sales: { returned_cents: dollars(2_400) }, outstanding: dollars(100), repayment: payment(100, 0) });
    // 27,600 / 3 × 77% × 75% = 5,313. Fresh data: 7,084, so 1,771 more. 30,600 / 3 at 80% − 2.28%, × 75%: 5,945, so 632 more.
    // Refunds at 5%: 9,500 × 80% × 75% = 5,700, so 387 more. The repayment: 100 more to spend.
    expect(limitLevers(several).map(({ key }) => key)).toEqual(['freshness', 'more_sales', 'returns', 'repayment']);
  });
});

/** Sales and refunds of days before today, at noon. */
const movement = (age: number, amount: number, type = 'sale'): StoreTransaction => ({
  type,
  status: 'success',
  amount_cents: dollars(amount),
  order_id: `${type} ${age}`,
  created_at: daysAgo(age),
});

describe('until when', () => {
  it('one month is too much of the sales is the day on which its sales are in two months, or gone', () => {
    // 7,000 were sold 50 days ago, 1,000 each 10 and 80 days ago: 7/9, and 7/8 once the older 1,000 is gone. The 7,000 are 90 days old
    // on Jan 3 at noon, so gone when Jan 4 begins; what is left then is one month alone.
    const strong = [movement(50, 7_000), movement(10, 1_000), movement(80, 1_000)];
    const sales = { gross_sales_cents: dollars(9_000), largest_month_cents: dollars(7_000) };
    expect(lever(facts({ sales, movements: strong }), 'concentration')).toMatchObject({
      by_itself_on: null,
      text: 'It ends once the other months have caught up.',
    });
    // With the 1,000 each 5 and 35 days ago, which are 45.5 and 75.5 days old when Jan 4 begins, two months are left, half in each.
    const between = [movement(50, 7_000), movement(5, 1_000), movement(35, 1_000)];
    const uneven = facts({ sales, movements: between });
    expect(lever(uneven, 'concentration')).toMatchObject({
      by_itself_on: '2027-01-04',
      text: 'By the sales known today, this ends by itself on Jan 4, 2027.',
    });
    expect(limitHolds(uneven)).toEqual([
      {
        key: 'concentration',
        // 9,000 / 3 × 80% = 2,400, of which a quarter.
        cost_cents: dollars(600),
        text: 'More than 60% of your sales of the last 90 days fell in one month.',
        until: 'Until Jan 4, 2027, by the sales known today.',
        until_on: '2027-01-04',
        places: [],
      },
    ]);
  });

  it('refunds are too many is the day on which enough of them are 90 days old', () => {
    // 10,000 sold 10, 40 and 70 days ago, 2,000 refunded 85 days ago and 400 20 days ago: 8%. The 2,000 are 90 days old
    // five days from now at noon, and so gone when Nov 30 begins: 400 of 30,000.
    const returned = facts({
      sales: { returned_cents: dollars(2_400) },
      movements: [...[10, 40, 70].map((age) => movement(age, 10_000)), movement(85, 2_000, 'refund'), movement(20, 400, 'refund')],
    });
    expect(lever(returned, 'returns')).toMatchObject({
      by_itself_on: '2026-11-30',
      text: 'They are 8% of the last 90 days. By the sales and refunds known today, they are back to that on Nov 30, 2026.',
    });
    expect(limitHolds(returned)).toMatchObject([
      // Without any: 8,000, against 7,084.
      { key: 'returns', cost_cents: dollars(916), until: 'Until Nov 30, 2026, when they are back to 5% by the sales and refunds known today.' },
    ]);
  });

  it('old data counts less, and when it counts still less', () => {
    // Read on Nov 19 at noon: 7 days after is Nov 26 at noon, so from the beginning of Nov 27 it counts half.
    expect(limitHolds(facts({ feedFreshAt: daysAgo(5) }))).toMatchObject([
      { key: 'freshness', cost_cents: dollars(2_000), until: 'Until your store is read again. If it is not, it counts 50% from Nov 27, 2026.' },
    ]);
    expect(limitHolds(facts({ feedFreshAt: daysAgo(20) }))).toMatchObject([{ until: 'Until your store is read again.' }]);
  });

  it('each block, and what our team set, holds', () => {
    const held = facts({ receiver: { has_unpaid_draw: true, is_locked: true } });
    expect(limitHolds(held)).toMatchObject([
      {
        key: 'blocks',
        cost_cents: dollars(8_000),
        until: expect.stringMatching(/^Until our team unlocks it\. .*Until it is paid\.$/),
        places: ['contact', 'payments'],
      },
    ]);
    const bound = facts({
      receiver: { spending_power_override_max: dollars(5_000), spending_power_override_expiration_at: new Date('2026-12-03T08:00:00Z') },
    });
    expect(limitHolds(bound)).toMatchObject([
      { key: 'override_max', cost_cents: dollars(3_000), until: 'Until Dec 3, 2026, when our team’s maximum ends by itself.', until_on: '2026-12-03' },
    ]);
  });

  it('a minimum keeps the limit up', () => {
    const kept = facts({
      receiver: { spending_power_override_min: dollars(9_500), spending_power_override_expiration_at: new Date('2026-12-03T08:00:00Z') },
    });
    expect(keepsUp(kept)).toEqual([{ gain_cents: dollars(1_500), text: 'Our team set a minimum of $9,500.00 for you. It ends on Dec 3, 2026.' }]);
    expect(keepsUp(facts())).toEqual([]);
    expect(ceilingWords(kept)).toBe('Our team set a minimum of $9,500.00 for you. Sales raise your limit once they are worth more than that.');
  });
});

describe('what is in order', () => {
  it('is named, and what is not is left out', () => {
    expect(inOrder(facts())).toEqual([
      'Refunds and chargebacks are at most 5% of your sales.',
      'No month makes up too much of your sales.',
      'Your store’s data is up to date.',
      'Your account is not on hold.',
    ]);
    expect(inOrder(facts({ sales: noSales, receiver: { is_locked: true } }))).toEqual([]);
  });
});

describe('what if', () => {
  const imagine = (monthly: number, returned_basis_points: number, second = 0, of = facts()) =>
    spendable(withImaginedSales(of, { monthly_cents: dollars(monthly), returned_basis_points, second_store_cents: dollars(second) }));

  it('other sales are a limit by the same rule', () => {
    expect(imagine(12_000, 0)).toEqual({ total_cents: dollars(9_600), available_cents: dollars(9_600) });
    expect(imagine(12_000, 500).total_cents).toBe(dollars(9_120));
    // 12,000 less 10% = 10,800, at 75%.
    expect(imagine(12_000, 1_000).total_cents).toBe(dollars(8_100));
    // All back: half of nothing, so the starting limit.
    expect(imagine(12_000, 10_000).total_cents).toBe(dollars(1_000));
    expect(imagine(12_000, 0, 3_000).total_cents).toBe(dollars(12_000));
    expect(imagine(0, 0).total_cents).toBe(dollars(1_000));
  });

  it('sales that nobody changed are no other limit', () => {
    // Uneven sales of $9,000.33 a month and a share that is no whole number of basis points: each would be rounded.
    const uneven = { gross_sales_cents: cents(1_410_051), largest_month_cents: cents(1_000_000), returned_cents: cents(123_457), history_days: 47 };
    const of = facts({ sales: uneven });
    expect(withImaginedSales(of, { monthly_cents: null, returned_basis_points: null, second_store_cents: cents(0) })).toEqual(of);
  });

  it('a second store beside one’s own sales has the same part of them come back', () => {
    const of = facts({ sales: { returned_cents: dollars(1_500) } });
    const { sales } = withImaginedSales(of, { monthly_cents: null, returned_basis_points: null, second_store_cents: dollars(2_000) });
    // 90 days of $2,000 a month beside $30,000, of all of which a twentieth comes back.
    expect([sales.gross_sales_cents, sales.returned_cents]).toEqual([dollars(36_000), dollars(1_800)]);
  });

  it('all else stays as it is: blocks, old data and what is owed', () => {
    expect(imagine(12_000, 0, 0, facts({ receiver: { is_locked: true } })).total_cents).toBe(0);
    expect(imagine(12_000, 0, 0, facts({ feedFreshAt: daysAgo(10), outstanding: dollars(800) }))).toEqual({
      total_cents: dollars(4_800),
      available_cents: dollars(4_000),
    });
  });
});

describe('the effect that a lever promises', () => {
  const amount = (most: number) => fc.integer({ min: 0, max: most }).map(cents);
  const someFacts = fc
    .record({
      gross: amount(500_000_000),
      returnedShare: fc.integer({ min: 0, max: 15_000 }),
      monthShare: fc.integer({ min: 3_334, max: 10_000 }),
      history: fc.integer({ min: 0, max: 90 }),
      freshDays: fc.option(fc.integer({ min: 0, max: 20 })),
      initial: fc.option(amount(500_000)),
      override: fc.option(amount(2_000_000), { freq: 8 }),
      min: fc.option(amount(2_000_000), { freq: 4 }),
      max: fc.option(amount(2_000_000), { freq: 4 }),
      endsIn: fc.option(fc.integer({ min: -5, max: 5 }).filter((days) => days !== 0)),
      blocks: fc.subarray(Object.keys(noBlocks) as (keyof BlockFacts)[], { maxLength: 1 }),
      isHeld: fc.boolean(),
      cap: amount(30_000_000),
      outstanding: amount(1_000_000),
      approved: amount(10_000),
      notFinal: amount(1_000_000),
      finalInARow: fc.integer({ min: 0, max: 5 }),
      isAnyConnected: fc.boolean(),
      second: fc.constantFrom(null, 'window' as const, 'app' as const),
    })
    .map(
      (of): LeverFacts =>
        facts({
          sales: {
            gross_sales_cents: of.gross,
            returned_cents: cents(Math.floor((of.gross * of.returnedShare) / 10_000)),
            largest_month_cents: cents(Math.floor((of.gross * of.monthShare) / 10_000)),
            history_days: of.history,
          },
          receiver: {
            ...(of.isHeld ? Object.fromEntries(of.blocks.map((block) => [block, true])) : {}),
            initial_spend_limit: of.initial,
            override_spend_limit: of.override,
            spending_power_override_min: of.min,
            spending_power_override_max: of.max,
            spending_power_override_expiration_at: of.endsIn === null ? null : daysAgo(-of.endsIn),
          },
          program: { advanceRateBasisPoints: 8_000, spendingPowerCapCents: of.cap },
          feedFreshAt: of.freshDays === null ? null : daysAgo(of.freshDays),
          outstanding: of.outstanding,
          approved: of.approved,
          trust: { notFinal: of.notFinal, finalInARow: of.finalInARow },
          repayment: payment(0, 0),
          hasStore: of.second !== null || of.isAnyConnected,
          secondStore: of.second,
        }),
    );

  /** The facts after each lever, made here a second time, apart from the product's. */
  function done(key: LeverKey, before: LeverFacts): LeverFacts {
    const { sales, receiver } = before;
    const days = Math.max(30, Math.min(90, sales.history_days));
    const sold = (over: number, history = sales.history_days, monthly = 100_000) => ({
      ...before,
      sales: {
        ...sales,
        history_days: history,
        gross_sales_cents: cents(sales.gross_sales_cents + Math.floor((monthly * over) / 30)),
        largest_month_cents: cents(sales.largest_month_cents + monthly),
      },
    });
    const ended = (block: keyof BlockFacts) => ({ ...before, receiver: { ...receiver, [block]: false } });
    switch (key) {
      case 'returns':
        return { ...before, sales: { ...sales, returned_cents: cents(Math.min(sales.returned_cents, Math.floor(sales.gross_sales_cents / 20))) } };
      case 'concentration':
        return {
          ...before,
          sales: { ...sales, largest_month_cents: cents(Math.min(sales.largest_month_cents, Math.floor((sales.gross_sales_cents * 6) / 10))) },
        };
      case 'freshness':
        return { ...before, feedFreshAt: now };
      case 'first_store': {
        const connected = [1_000_000, 2_500_000, 5_000_000, 10_000_000, 25_000_000].map((monthly) => ({
          ...sold(90, 90, monthly),
          feedFreshAt: before.feedFreshAt ?? now,
        }));
        return connected.find((after) => spendable(after).total_cents > spendable(before).total_cents) ?? before;
      }
      case 'second_store':
        return { ...sold(90, 90), feedFreshAt: before.feedFreshAt ?? now };
      case 'more_sales':
        return sold(days);
      case 'repayment':
      case 'unpaid_draw':
      case 'underway':
        return { ...before, outstanding: cents(0), receiver: { ...receiver, ...noBlocks } };
      case 'override_max':
        return { ...before, receiver: { ...receiver, spending_power_override_min: null, spending_power_override_max: null } };
      case 'override_spend_limit':
        return { ...before, receiver: { ...receiver, override_spend_limit: null } };
      case 'debits_stopped':
        return ended('are_debits_stopped');
      case 'locked':
        return ended('is_locked');
      case 'shared_identity':
        return ended('has_flagged_identity');
    }
  }

  it('is exactly what the rule gives once it is done', () => {
    const seen = new Set<LeverKey>();
    fc.assert(
      fc.property(someFacts, (before) => {
        const left = (of: LeverFacts) => {
          const total = spendingPower(of).total_cents;
          const heldBack = of.trust.notFinal - (of.trust.finalInARow < 3 ? 0 : Math.floor(total / 2));
          return Math.max(0, total - of.outstanding - of.approved - Math.max(0, heldBack));
        };
        const levers = limitLevers(before);
        for (const { key, ...promised } of levers) {
          seen.add(key);
          const after = done(key, before);
          expect([key, promised.total_after_cents, promised.available_after_cents]).toEqual([key, spendingPower(after).total_cents, left(after)]);
          expect(promised.total_change_cents).toBe(spendingPower(after).total_cents - spendingPower(before).total_cents);
          expect(promised.available_change_cents).toBe(left(after) - left(before));
        }
        for (const key of ['returns', 'concentration', 'freshness', 'more_sales', 'override_max', 'locked'] as const) {
          const raised = spendingPower(done(key, before)).total_cents > spendingPower(before).total_cents;
          expect(levers.some((one) => one.key === key && one.total_change_cents > 0)).toBe(raised);
        }
      }),
      { numRuns: 1_500 },
    );
    expect([...seen].toSorted()).toEqual(
      [
        'concentration',
        'debits_stopped',
        'first_store',
        'freshness',
        'locked',
        'more_sales',
        'override_max',
        'override_spend_limit',
        'repayment',
        'returns',
        'second_store',
        'shared_identity',
      ].toSorted(),
    );
  });
});
