import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addCalendarDays, isoDate, repaymentDate, weekday } from '../../../server/domain/basics/dates.ts';
import { cents, noMoney } from '../../../server/domain/basics/money.ts';
import { isCounted } from '../../../server/domain/card/card.ts';
import { type CardTransactionSubject, creditsReceived, ledgerBalances, missingTransfers, outstanding } from '../../../server/domain/ledger/ledger.ts';
import { type Due, nextPayment, paymentSchedule, unpaidDues, weeklyDrawDay, weeklyDues } from '../../../server/domain/repayment/schedule.ts';
import { bankHolidays, usHolidays } from '../../../server/holidays.ts';

const isHoliday = usHolidays();
const isBankHoliday = bankHolidays();
const today = isoDate('2026-06-20');

function bought(on: string, amount: number, status = 'SETTLED') {
  return { status, amount_cents: cents(amount), created_at: new Date(`${on}T15:00:00Z`) };
}

function due(date: string, amount: number): Due {
  return { due_date: isoDate(date), amount_cents: cents(amount) };
}

function schedule(dues: readonly Due[], credits = 0, on = today) {
  return paymentSchedule({ dues, creditsReceived: cents(credits), today: on, cashbackBasisPoints: 150, isBankHoliday });
}

/** Midnight UTC in seconds, worked out with `date -u -d … +%s`. */
const seconds = { '2026-06-20': 1_781_913_600, '2026-07-01': 1_782_864_000, '2026-07-04': 1_783_123_200, '2026-07-15': 1_784_073_600 };

describe('dues of the fixed-pay plan', () => {
  it('are equal weekly draws, cents that do not divide going to the first ones', () => {
    // 2026-06-03 is a Wednesday: the first draw is a week later.
    expect(weeklyDues([bought('2026-06-03', 10_003)], 28, 3)).toEqual([
      due('2026-06-10', 2_501),
      due('2026-06-17', 2_501),
      due('2026-06-24', 2_501),
      due('2026-07-01', 2_500),
    ]);
    expect(weeklyDues([bought('2026-06-02', 10)], 14, 3)).toEqual([due('2026-06-03', 5), due('2026-06-10', 5)]);
  });

  it('take what was bought on one day together, leave out what does not count, and keep refunds whole', () => {
    const purchases = [bought('2026-06-02', 1), bought('2026-06-02', 2), bought('2026-06-02', 5, 'DECLINED'), bought('2026-06-02', -1)];
    expect(weeklyDues(purchases, 14, 3)).toEqual([due('2026-06-03', 2), due('2026-06-10', 1), due('2026-06-02', -1)]);
  });

  it('are one draw for terms of a week or less, and no draw of nothing', () => {
    expect(weeklyDues([bought('2026-06-02', 500)], 0, 3)).toEqual([due('2026-06-03', 500)]);
    expect(weeklyDues([bought('2026-06-02', 1)], 14, 3)).toEqual([due('2026-06-03', 1)]);
    expect(weeklyDues([bought('2026-06-02', 500)], 8, 3)).toHaveLength(2);
  });

  it('fall on the weekday of the next payment, on Wednesdays before there is one', () => {
    expect(weeklyDrawDay(new Date('2026-07-06T00:00:00Z'))).toBe(1);
    expect(weeklyDrawDay(null)).toBe(3);
  });

  it('add up to the purchases, each on the draw day, no two of a purchase differing by more than a cent', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 50_000_000 }), fc.integer({ min: 1, max: 120 }), fc.integer({ min: 0, max: 6 }), (amount, terms, drawDay) => {
        const dues = weeklyDues([bought('2026-06-02', amount)], terms, drawDay);
        const amounts = dues.map((each) => each.amount_cents);
        expect(amounts.reduce((sum, each) => sum + each, 0)).toBe(amount);
        expect(Math.max(...amounts) - Math.min(...amounts)).toBeLessThanOrEqual(1);
        expect(dues.every((each) => weekday(each.due_date) === drawDay && each.due_date > '2026-06-02')).toBe(true);
        expect(dues[0] && dues[0].due_date <= '2026-06-09').toBe(true);
      }),
    );
  });
});

describe('the payment schedule', () => {
  it('adds up what is due on a day, in order of the days', () => {
    expect(schedule([due('2026-07-15', 300), due('2026-07-01', 10_000), due('2026-07-15', 700), due('2026-07-01', 1)])).toEqual([
      { payment_due_date: { seconds: seconds['2026-07-01'] }, total_owed_cents: 10_001, potential_cashback: 150 },
      { payment_due_date: { seconds: seconds['2026-07-15'] }, total_owed_cents: 1_000, potential_cashback: 15 },
    ]);
  });

  it.each<[string, number, number[]]>([
    ['nothing', 0, [1_000, 2_000, 3_000]],
    ['part of the oldest', 400, [600, 2_000, 3_000]],
    ['the oldest', 1_000, [2_000, 3_000]],
    ['more than the oldest', 1_500, [1_500, 3_000]],
    ['all', 6_000, []],
    ['more than all', 6_001, []],
  ])('is paid oldest first: after %s', (_, credits, left) => {
    const dues = [due('2026-07-15', 3_000), due('2026-07-01', 1_000), due('2026-07-04', 2_000)];
    expect(schedule(dues, credits).map((entry) => entry.total_owed_cents)).toEqual(left);
  });

  it('lets a refund pay the oldest due, wherever it stands itself', () => {
    const dues = [due('2026-07-01', 1_000), due('2026-07-15', 2_000), due('2026-07-15', -1_500)];
    expect(schedule(dues).map((entry) => [entry.payment_due_date.seconds, entry.total_owed_cents])).toEqual([[seconds['2026-07-15'], 1_500]]);
  });

  it('promises cashback until the day the debit runs, and none after', () => {
    // Due on Saturday, July 4, debited on Monday, July 6.
    const on = (day: string) => schedule([due('2026-07-04', 10_099)], 0, isoDate(day)).map((entry) => entry.potential_cashback);
    expect(on('2026-07-04')).toEqual([151]);
    expect(on('2026-07-06')).toEqual([151]);
    expect(on('2026-07-07')).toEqual([0]);
  });

  it('asks at once for a credit that was taken back and belongs to no purchase', () => {
    expect(schedule([due('2026-07-01', 500)], -300)).toEqual([
      { payment_due_date: { seconds: seconds['2026-06-20'] }, total_owed_cents: 300, potential_cashback: 4 },
      { payment_due_date: { seconds: seconds['2026-07-01'] }, total_owed_cents: 500, potential_cashback: 7 },
    ]);
  });

  const anyDues = fc.array(
    fc.record({
      due_date: fc.integer({ min: 0, max: 60 }).map((days) => addCalendarDays(today, days)),
      amount_cents: fc.integer({ min: -100_000, max: 400_000 }).map(cents),
    }),
    { maxLength: 30 },
  );

  it('adds up to what is outstanding, in any order of its dues', () => {
    fc.assert(
      fc.property(anyDues, fc.integer({ min: -50_000, max: 3_000_000 }), fc.func(fc.integer()), (dues, credits, order) => {
        const entries = schedule(dues, credits);
        const owed = dues.reduce((sum, each) => sum + each.amount_cents, 0) - credits;
        expect(entries.reduce((sum, entry) => sum + entry.total_owed_cents, 0)).toBe(Math.max(0, owed));
        expect(entries.every((entry) => entry.total_owed_cents > 0)).toBe(true);
        const dates = entries.map((entry) => entry.payment_due_date.seconds);
        expect(dates).toEqual([...new Set(dates)].toSorted((one, other) => one - other));
        expect(
          schedule(
            dues.toSorted((one, other) => order(one) - order(other)),
            credits,
          ),
        ).toEqual(entries);
      }),
    );
  });

  it('agrees with the ledger about the same transactions and repayments', () => {
    const state = fc.record({
      status: fc.constantFrom('PENDING', 'SETTLED', 'VOIDED', 'EXPIRED'),
      pending_cents: fc.integer({ min: 0, max: 90_000 }).map(cents),
      settled_cents: fc.integer({ min: -20_000, max: 90_000 }).map(cents),
    });
    fc.assert(
      fc.property(fc.array(state, { maxLength: 12 }), fc.integer({ min: 1, max: 300_000 }).map(cents), (states, paid) => {
        const as_of = new Date('2026-06-01T15:00:00Z');
        const cards = states.map((each, index): CardTransactionSubject => ({ type: 'card_transaction', subject_id: `card ${index}`, as_of, ...each }));
        const repayment = { type: 'repayment', subject_id: 'draw', status: 'settled', amount_cents: paid, as_of } as const;
        const balances = ledgerBalances([...cards, repayment].flatMap((subject) => missingTransfers(subject, [])));
        const due_date = repaymentDate(as_of, 30, 'calendar', isHoliday);
        const dues = states.filter(isCounted).map((each) => ({ due_date, amount_cents: cents(each.pending_cents + each.settled_cents) }));
        const entries = schedule(dues, creditsReceived(balances));
        expect(entries.reduce((sum, entry) => sum + entry.total_owed_cents, 0)).toBe(Math.max(0, outstanding(balances)));
      }),
    );
  });

  it('can be made of hundreds of thousands of purchases', () => {
    const many = Array.from({ length: 300_000 }, (_, index) => ({
      due_date: addCalendarDays(today, index % 2),
      amount_cents: cents(index % 3 === 0 ? -1 : 2),
    }));
    expect(schedule(many).reduce((sum, entry) => sum + entry.total_owed_cents, 0)).toBe(200_000 * 2 - 100_000);
  });
});

it('keeps what each purchase still owes, the oldest paid first', () => {
  const purchases = [
    { ...due('2026-07-01', 1_000), token: 'a' },
    { ...due('2026-07-01', 500), token: 'b' },
    { ...due('2026-07-04', 700), token: 'c' },
  ];
  expect(unpaidDues(purchases, cents(1_200))).toEqual([
    { ...due('2026-07-01', 300), token: 'b' },
    { ...due('2026-07-04', 700), token: 'c' },
  ]);
  expect(unpaidDues(purchases, noMoney)).toEqual(purchases);
});

describe('the next payment', () => {
  it('is the first of the schedule', () => {
    expect(nextPayment(schedule([due('2026-07-04', 12_345), due('2026-07-15', 1)]))).toEqual({
      date: '2026-07-04',
      amount_cents: 12_345,
      expected_credit_cents: 185,
    });
  });

  it('is at most $150,000', () => {
    expect(nextPayment(schedule([due('2026-07-04', 15_000_000)])).amount_cents).toBe(15_000_000);
    expect(nextPayment(schedule([due('2026-07-04', 15_000_001)])).amount_cents).toBe(15_000_000);
  });

  it('has no date and no amount when nothing is due', () => {
    expect(nextPayment([])).toEqual({ date: null, amount_cents: 0, expected_credit_cents: 0 });
  });
});
