import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cents, noMoney } from '../../../server/domain/basics/money.ts';
import { type SpendingPowerReceiver, spendingPower } from '../../../server/domain/spendingPower/spendingPower.ts';
import { firstLimit, type SpendingPowerSnapshot, spendingPowerChanges, spendingPowerReasons } from '../../../server/domain/spendingPower/spendingPowerLog.ts';
import { type SalesHistory, type StoreTransaction, salesHistory } from '../../../server/domain/store/sales.ts';
import { plainReceiver } from '../../support/spendingPowerReceiver.ts';

const now = new Date('2026-11-21T12:00:00Z');
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);
const program = { advanceRateBasisPoints: 8_000, spendingPowerCapCents: cents(25_000_000) };

const receiver: SpendingPowerReceiver = { ...plainReceiver, initial_spend_limit: cents(50_000) };

/** $30,000 in 90 days, evenly: $10,000 a month. */
const evenSales: SalesHistory = {
  gross_sales_cents: cents(3_000_000),
  returned_cents: cents(0),
  largest_month_cents: cents(1_000_000),
  history_days: 90,
  shown_days: null,
};

function power(changes: { sales?: Partial<SalesHistory>; receiver?: Partial<SpendingPowerReceiver>; feedAgeDays?: number | null; capCents?: number } = {}) {
  return spendingPower({
    sales: { ...evenSales, ...changes.sales },
    receiver: { ...receiver, ...changes.receiver },
    program: { ...program, spendingPowerCapCents: cents(changes.capCents ?? 25_000_000) },
    feedFreshAt: changes.feedAgeDays === null ? null : daysAgo(changes.feedAgeDays ?? 0),
    now,
  });
}

describe('sales of the last 90 days', () => {
  function row(type: string, status: string, dollars: number, age: number, order: string | null = null): StoreTransaction {
    return { type, status, amount_cents: cents(dollars * 100), order_id: order, created_at: daysAgo(age) };
  }

  it('are captured sales, less what went back to buyers', () => {
    const history = salesHistory(
      [
        row('sale', 'success', 100, 0),
        row('sale', 'success', 200, 29.9),
        row('sale', 'success', 400, 30),
        row('sale', 'success', 800, 89.9),
        row('sale', 'success', 1_600, 90),
        row('sale', 'success', 3_200, -0.1),
        row('sale', 'failure', 6_400, 1),
        row('sale', 'pending', 6_400, 1),
        row('sale', 'cancelled', 6_400, 1),
        row('void', 'success', 6_400, 1),
        row('payout', 'success', 6_400, 1),
        row('refund', 'success', 10, 5),
        row('refund', 'failure', 20, 5),
        row('chargeback', 'success', 40, 5),
        row('refund', 'success', 80, 91),
      ],
      now,
    );
    expect(history).toEqual({ gross_sales_cents: 150_000, returned_cents: 5_000, largest_month_cents: 80_000, history_days: 90, shown_days: null });
  });

  it('count a sale that the store marks as refunded once as sold and once as returned', () => {
    const history = salesHistory(
      [row('sale', 'refunded', 70, 10, 'order 1'), row('refund', 'success', 70, 9, 'order 1'), row('refund', 'success', 5, 9, 'order 2')],
      now,
    );
    expect(history).toMatchObject({ gross_sales_cents: 7_000, returned_cents: 7_500 });
  });

  it('count the refund of a sale that is too old to count itself', () => {
    const history = salesHistory([row('sale', 'refunded', 70, 90, 'order 1'), row('refund', 'success', 70, 1, 'order 1')], now);
    expect(history).toMatchObject({ gross_sales_cents: 0, returned_cents: 7_000 });
  });

  it.each([
    [0.2, 1],
    [29.5, 30],
    [45, 45],
    [400, 90],
  ])('are averaged from the first sale on: %d days ago makes %i days', (age, days) => {
    expect(salesHistory([row('sale', 'success', 1, 0), row('sale', 'success', 1, age)], now).history_days).toBe(days);
  });

  it('of a store that never sold anything are none', () => {
    expect(salesHistory([], now)).toEqual({ gross_sales_cents: 0, returned_cents: 0, largest_month_cents: 0, history_days: 0, shown_days: null });
  });
});

describe('spending power is', () => {
  it.each<[string, Parameters<typeof power>[0], number]>([
    ['80% of an average month', {}, 800_000],
    ['rounded down to a whole dollar', { sales: { gross_sales_cents: cents(3_000_374) } }, 800_000],
    ['the next dollar only when it is whole', { sales: { gross_sales_cents: cents(3_000_375) } }, 800_100],
    ['unchanged by 5% of refunds but for the refunds themselves', { sales: { returned_cents: cents(150_000) } }, 760_000],
    ['lowered by a point for each point above: 8% refunds, 77% of $9,200', { sales: { returned_cents: cents(240_000) } }, 708_400],
    ['lowered to half of sales at most: 40% refunds, 50% of $6,000', { sales: { returned_cents: cents(1_200_000) } }, 300_000],
    ['three quarters when one month is over 60% of sales', { sales: { largest_month_cents: cents(1_800_001) } }, 600_000],
    ['whole when one month is 60% of sales', { sales: { largest_month_cents: cents(1_800_000) } }, 800_000],
    ['whole with data of 3 days', { feedAgeDays: 3 }, 800_000],
    ['three quarters with data older than 3 days', { feedAgeDays: 3.01 }, 600_000],
    ['three quarters with data of 7 days', { feedAgeDays: 7 }, 600_000],
    ['half with data older than 7 days', { feedAgeDays: 7.01 }, 400_000],
    ['half with data of 14 days', { feedAgeDays: 14 }, 400_000],
    ['a quarter with data older than 14 days', { feedAgeDays: 14.01 }, 200_000],
    ['a quarter with data of a year ago, never nothing', { feedAgeDays: 365 }, 200_000],
    [
      'by the months there are: $3,000 in 45 days',
      { sales: { gross_sales_cents: cents(300_000), largest_month_cents: cents(180_000), history_days: 45 } },
      160_000,
    ],
    [
      'by at least one month: $3,000 in 6 days, all in one month',
      { sales: { gross_sales_cents: cents(300_000), largest_month_cents: cents(300_000), history_days: 6 } },
      180_000,
    ],
    ['the starting limit when sales make less', { sales: { gross_sales_cents: cents(100_000), largest_month_cents: cents(40_000) } }, 50_000],
    [
      'the starting limit without any sales',
      { sales: { gross_sales_cents: cents(0), largest_month_cents: cents(0), history_days: 0 }, feedAgeDays: null },
      50_000,
    ],
    ['the starting limit when more came back than was sold', { sales: { returned_cents: cents(4_000_000) } }, 50_000],
    [
      'nothing without sales and starting limit',
      { sales: { gross_sales_cents: cents(0), largest_month_cents: cents(0) }, receiver: { initial_spend_limit: null } },
      0,
    ],
    ['at most the program’s maximum', { capCents: 700_000 }, 700_000],
    ['the program’s maximum even when the starting limit is more', { capCents: 40_000 }, 40_000],
    ['at least the minimum staff set', { receiver: { spending_power_override_min: cents(900_000) } }, 900_000],
    ['at most the maximum staff set', { receiver: { spending_power_override_max: cents(123_456) } }, 123_456],
    ['between both', { receiver: { spending_power_override_min: cents(1), spending_power_override_max: cents(2) } }, 2],
    ['free of both once they ended', { receiver: { spending_power_override_max: cents(123_456), spending_power_override_expiration_at: now } }, 800_000],
    [
      'bound by both until then',
      { receiver: { spending_power_override_max: cents(123_456), spending_power_override_expiration_at: new Date(now.getTime() + 1) } },
      123_456,
    ],
    [
      'what staff set, whatever the sum, minimum, maximum and cap say',
      { receiver: { override_spend_limit: cents(30_000_099), spending_power_override_max: cents(5) } },
      30_000_099,
    ],
    ['nothing when staff set nothing', { receiver: { override_spend_limit: cents(0) } }, 0],
    ['nothing while locked, whatever staff set', { receiver: { is_locked: true, override_spend_limit: cents(10_000) } }, 0],
    ['nothing for fraud', { receiver: { is_fraud: true } }, 0],
    ['nothing for a black-listed receiver', { receiver: { is_black_listed: true } }, 0],
    ['nothing while debits are stopped', { receiver: { are_debits_stopped: true } }, 0],
    ['nothing while another account has its EIN or store, until staff allow it', { receiver: { has_flagged_identity: true } }, 0],
    ['nothing while a failed draw is unpaid', { receiver: { has_unpaid_draw: true } }, 0],
    [
      'exact far past what floating point holds',
      { sales: { gross_sales_cents: cents(9_000_000_000_000_000), largest_month_cents: cents(1) }, capCents: 9_007_199_254_740_991 },
      2_400_000_000_000_000,
    ],
  ])('%s', (_, changes, total) => {
    expect(power(changes).total_cents).toBe(total);
  });

  it('told step by step', () => {
    const { terms } = power({ sales: { returned_cents: cents(240_000) }, feedAgeDays: 5, receiver: { spending_power_override_min: cents(600_000) } });
    expect(terms.map((term) => [term.label, term.change_cents, term.subtotal_cents])).toEqual([
      ['Sales of the last 90 days', 3_000_000, 3_000_000],
      ['Refunds and chargebacks', -240_000, 2_760_000],
      ['Average of one month', -1_840_000, 920_000],
      ['Advance rate of 77%', -211_600, 708_400],
      ['Older store data counts 75%', -177_100, 531_300],
      ['The minimum our team set for you', 68_700, 600_000],
    ]);
  });
});

const amount = fc.integer({ min: 0, max: 5_000_000_00 }).map(cents);
const facts = fc
  .record({
    gross: amount,
    returned: amount,
    largest: amount,
    history_days: fc.integer({ min: 0, max: 90 }),
    initial_spend_limit: fc.option(amount),
    override_spend_limit: fc.option(amount, { freq: 3 }),
    spending_power_override_min: fc.option(amount),
    spending_power_override_max: fc.option(amount),
    spending_power_override_expiration_at: fc.option(fc.constantFrom(daysAgo(-1), daysAgo(1))),
    is_locked: fc.boolean(),
    has_unpaid_draw: fc.boolean(),
    are_debits_stopped: fc.boolean(),
    has_flagged_identity: fc.boolean(),
    is_closing: fc.boolean(),
    feedAgeDays: fc.option(fc.integer({ min: 0, max: 30 })),
    cap: amount,
    outstanding: amount,
  })
  .map(({ gross, returned, largest, history_days, feedAgeDays, cap, outstanding, ...fields }) => {
    const sales = { gross_sales_cents: gross, returned_cents: returned, largest_month_cents: cents(Math.min(largest, gross)), history_days };
    const result = power({ sales, receiver: { ...receiver, ...fields }, feedAgeDays, capCents: cap });
    const snapshot: SpendingPowerSnapshot = { inputs: result.inputs, total_cents: result.total_cents, outstanding_cents: outstanding };
    return { result, snapshot };
  });

/** The movement of the outstanding amount between two runs that follow each other. */
const moves = (before: SpendingPowerSnapshot, after: SpendingPowerSnapshot) => {
  const moved = after.outstanding_cents - before.outstanding_cents;
  return { rose_cents: cents(Math.max(0, moved)), fell_cents: cents(Math.max(0, -moved)) };
};

const sum = (amounts: readonly { change_cents: number }[]) => amounts.reduce((total, { change_cents }) => total + change_cents, 0);

describe('the sum', () => {
  it('of all steps is the total, each subtotal follows from the one before, and the total is never below zero', () => {
    fc.assert(
      fc.property(facts, ({ result: { terms, total_cents } }) => {
        expect(sum(terms)).toBe(total_cents);
        terms.forEach((term, index) => {
          expect(term.subtotal_cents).toBe((terms[index - 1]?.subtotal_cents ?? 0) + term.change_cents);
        });
        expect(total_cents).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it('of all changes between two runs is the change of what is available', () => {
    fc.assert(
      fc.property(facts, facts, ({ snapshot: before }, { snapshot: after }) => {
        const available = (snapshot: SpendingPowerSnapshot) => snapshot.total_cents - snapshot.outstanding_cents;
        const changes = spendingPowerChanges(before, after, moves(before, after));
        expect(sum(changes)).toBe(available(after) - available(before));
        expect(spendingPowerChanges(after, after, moves(after, after))).toEqual([]);
        expect(spendingPowerChanges(JSON.parse(JSON.stringify(before)), JSON.parse(JSON.stringify(after)), moves(before, after))).toEqual(changes);
      }),
    );
  });

  it('agrees with the rule worked out in exact fractions of a cent', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 30, max: 90 }),
        fc.integer({ min: 1, max: 90_000_000 }),
        fc.integer({ min: 0, max: 100 }),
        (days, gross, returnedPercent) => {
          const returned = Math.floor((gross * returnedPercent) / 100);
          const result = power({
            sales: { gross_sales_cents: cents(gross), returned_cents: cents(returned), largest_month_cents: cents(0), history_days: days },
            receiver: { initial_spend_limit: null },
            capCents: Number.MAX_SAFE_INTEGER,
          });
          // The rate is a whole basis point, and the true one lies less than a basis point above it.
          const dilution = returned / gross;
          const rate = Math.min(0.8, Math.max(0.5, 0.8 - Math.max(0, dilution - 0.05)));
          const exact = (((gross - returned) * 30) / days) * rate;
          expect(result.total_cents).toBeLessThanOrEqual(exact + 0.001);
          expect(result.total_cents).toBeGreaterThan(exact - 100 - ((gross - returned) * 30) / days / 10_000 - 0.001);
        },
      ),
    );
  });
});

describe('the change log', () => {
  function snapshot(changes: Parameters<typeof power>[0], outstanding = 0): SpendingPowerSnapshot {
    const { inputs, total_cents } = power(changes);
    return { inputs, total_cents, outstanding_cents: cents(outstanding) };
  }

  it.each<[string, SpendingPowerSnapshot, SpendingPowerSnapshot, string[]]>([
    [
      'sales that fell',
      snapshot({}),
      snapshot({ sales: { gross_sales_cents: cents(2_550_000) } }),
      ['−$1,200.00: Sales of the last 90 days fell from $30,000.00 to $25,500.00.'],
    ],
    [
      'refunds that rose, and the rate they lowered',
      snapshot({}),
      snapshot({ sales: { returned_cents: cents(240_000) } }),
      [
        '−$640.00: Refunds and chargebacks of the last 90 days rose from $0.00 to $2,400.00.',
        '−$276.00: The advance rate went from 80% to 77%, by the part of sales that went back to buyers.',
      ],
    ],
    ['data that is old', snapshot({}), snapshot({ feedAgeDays: 5 }), ['−$2,000.00: Your store’s data is older than it was: it counts 75% instead of 100%.']],
    [
      'data that is fresh again',
      snapshot({ feedAgeDays: 8 }),
      snapshot({}),
      ['+$4,000.00: Your store’s data is fresher than it was: it counts 100% instead of 50%.'],
    ],
    ['a lock', snapshot({}), snapshot({ receiver: { is_locked: true } }), ['−$8,000.00: Your account is locked.']],
    ['the end of a lock', snapshot({ receiver: { is_locked: true } }), snapshot({}), ['+$8,000.00: Your account is no longer locked.']],
    [
      'a limit by staff',
      snapshot({}),
      snapshot({ receiver: { override_spend_limit: cents(1_000_000) } }),
      ['+$2,000.00: Our team set a limit of $10,000.00 for you.'],
    ],
    [
      'the end of a minimum',
      snapshot({ receiver: { spending_power_override_min: cents(900_000) } }),
      snapshot({}),
      ['−$1,000.00: The minimum our team had set for you has ended.'],
    ],
    ['a purchase', snapshot({}, 0), snapshot({}, 12_345), ['−$123.45: Purchases, or a repayment that came back, raised what you owe.']],
    ['a repayment', snapshot({}, 12_345), snapshot({}, 0), ['+$123.45: Repayments, refunds or credits lowered what you owe.']],
    ['nothing', snapshot({}, 5), snapshot({}, 5), []],
    [
      'the total alone, and a purchase, from a run that cannot be read',
      { inputs: null, total_cents: cents(700_000), outstanding_cents: noMoney },
      snapshot({}, 12_345),
      ['+$1,000.00: Your total limit rose from $7,000.00 to $8,000.00.', '−$123.45: Purchases, or a repayment that came back, raised what you owe.'],
    ],
    [
      'the total alone, to a run that cannot be read',
      snapshot({}),
      { inputs: null, total_cents: cents(700_000), outstanding_cents: noMoney },
      ['−$1,000.00: Your total limit fell from $8,000.00 to $7,000.00.'],
    ],
    [
      'the total alone, where another rule made it',
      { ...snapshot({}), total_cents: cents(900_000) },
      snapshot({}),
      ['−$1,000.00: Your total limit fell from $9,000.00 to $8,000.00.'],
    ],
    ['nothing, between runs that cannot be read', { ...snapshot({}), inputs: null }, { ...snapshot({}), inputs: null }, []],
  ])('tells of %s', (_, before, after, texts) => {
    expect(spendingPowerChanges(before, after, moves(before, after)).map((change) => change.text)).toEqual(texts);
  });
});

describe('the change log of a day', () => {
  const at = (outstanding: number): SpendingPowerSnapshot => ({ inputs: null, total_cents: cents(800_000), outstanding_cents: cents(outstanding) });

  it('tells of a large credit although as much was bought', () => {
    expect(spendingPowerChanges(at(0), at(0), { rose_cents: cents(500_000), fell_cents: cents(500_000) })).toEqual([
      { change_cents: -500_000, text: '−$5,000.00: Purchases, or a repayment that came back, raised what you owe.' },
      { change_cents: 500_000, text: '+$5,000.00: Repayments, refunds or credits lowered what you owe.' },
    ]);
  });

  it('begins with the first limit, unless that was nothing', () => {
    expect(firstLimit({ total_cents: cents(100_000) })).toEqual([{ change_cents: 100_000, text: '+$1,000.00: Your limit was worked out for the first time.' }]);
    expect(firstLimit({ total_cents: noMoney })).toEqual([]);
  });
});

describe('the reasons for a total', () => {
  it('name what it costs, the costliest first', () => {
    const { inputs } = power({ sales: { returned_cents: cents(240_000) }, feedAgeDays: 10 });
    expect(spendingPowerReasons(inputs, null)).toEqual([
      { cost_cents: 354_200, text: 'Your store’s data is not up to date, so it counts 50%. Connect your store again.' },
      { cost_cents: 45_800, text: 'Refunds and chargebacks of the last 90 days came to $2,400.00, so the advance rate is 77%.' },
    ]);
  });

  it('does not blame returns for an advance rate that is whole', () => {
    const { inputs } = power({ sales: { returned_cents: cents(90_000) } });
    expect(inputs.advance_rate_basis_points).toBe(inputs.full_advance_rate_basis_points);
    expect(spendingPowerReasons(inputs, null).map(({ text }) => text)).toEqual([
      'Refunds and chargebacks of the last 90 days came to $900.00, which do not count as sales.',
    ]);
  });

  it.each<[string, Parameters<typeof power>[0], string[]]>([
    ['nothing holds it down', {}, []],
    ['it is capped', { capCents: 100_000 }, ['The program’s maximum is $1,000.00.']],
    ['staff set a maximum', { receiver: { spending_power_override_max: cents(1) } }, ['Our team set a maximum of $0.01 for you.']],
    [
      'the account is blocked twice',
      { receiver: { is_fraud: true, has_unpaid_draw: true } },
      ['Your account is under review; A repayment did not go through and is still owed.'],
    ],
    ['one month stands out', { sales: { largest_month_cents: cents(2_900_000) } }, ['More than 60% of your sales of the last 90 days fell in one month.']],
    ['nothing was sold', { sales: { gross_sales_cents: cents(0), largest_month_cents: cents(0) } }, ['We see no sales of yours in the last 90 days.']],
  ])('are told when %s', (_, changes, texts) => {
    expect(spendingPowerReasons(power(changes).inputs, null).map((reason) => reason.text)).toEqual(texts);
  });

  it('each cost something', () => {
    fc.assert(
      fc.property(facts, ({ result: { inputs } }) => {
        const costs = spendingPowerReasons(inputs, null).map((reason) => reason.cost_cents);
        expect(costs).toEqual(costs.toSorted((one, other) => other - one));
        expect(costs.every((cost) => cost >= 0)).toBe(true);
      }),
    );
  });
});
