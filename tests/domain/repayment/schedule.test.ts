import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addCalendarDays, isoDate, repaymentDate } from '../../../server/domain/basics/dates.ts';
import { cents, noMoney } from '../../../server/domain/basics/money.ts';
import { isCounted } from '../../../server/domain/card/card.ts';
import { type CardTransactionSubject, creditsReceived, ledgerBalances, missingTransfers, outstanding } from '../../../server/domain/ledger/ledger.ts';
import { dueDateOf, nextPayment, paymentDeadline, paymentSchedule, type RatedDue, unpaidDues, unpaidOf } from '../../../server/domain/repayment/schedule.ts';
import { bankHolidays, usHolidays } from '../../../server/holidays.ts';

const isHoliday = usHolidays();
const isBankHoliday = bankHolidays();
const today = isoDate('2026-06-20');

function due(date: string, amount: number, cashback_basis_points = 150): RatedDue {
  return { due_date: isoDate(date), amount_cents: cents(amount), cashback_basis_points };
}

function schedule(dues: readonly RatedDue[], credits = 0, on = today) {
  const unpaid = unpaidOf({ dues, creditsReceived: cents(credits), today: on });
  return paymentSchedule(unpaid, (dueDate) => on <= paymentDeadline(dueDate, isBankHoliday));
}

/** Midnight UTC in seconds, worked out with `date -u -d … +%s`. */
const seconds = { '2026-06-20': 1_781_913_600, '2026-07-01': 1_782_864_000, '2026-07-04': 1_783_123_200, '2026-07-15': 1_784_073_600 };

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

  it('promises what each purchase earns by its own rate, and of one day pays first what earns most', () => {
    const dues = [due('2026-07-04', 10_000, 0), due('2026-07-04', 10_000, 100), due('2026-07-04', 10_000, 200)];
    const cashback = (credits: number) => schedule(dues, credits).map((entry) => [entry.total_owed_cents, entry.potential_cashback]);
    expect(cashback(0)).toEqual([[30_000, 300]]);
    expect(cashback(15_000)).toEqual([[15_000, 50]]);
    expect(cashback(20_000)).toEqual([[10_000, 0]]);
  });

  it('asks at once for a credit that was taken back and belongs to no purchase; it earns nothing', () => {
    expect(schedule([due('2026-07-01', 500)], -300)).toEqual([
      { payment_due_date: { seconds: seconds['2026-06-20'] }, total_owed_cents: 300, potential_cashback: 0 },
      { payment_due_date: { seconds: seconds['2026-07-01'] }, total_owed_cents: 500, potential_cashback: 7 },
    ]);
  });

  it('leaves what is due on its day when a refund was paid out', () => {
    expect(schedule([due('2026-06-01', -300), due('2026-06-10', 500)], -300).map((entry) => [dueDateOf(entry), entry.total_owed_cents])).toEqual([
      ['2026-06-10', 500],
    ]);
  });

  const anyDues = fc.array(
    fc.record({
      due_date: fc.integer({ min: 0, max: 60 }).map((days) => addCalendarDays(today, days)),
      amount_cents: fc.integer({ min: -100_000, max: 400_000 }).map(cents),
      cashback_basis_points: fc.constantFrom(0, 100, 150),
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
        const dues = states.filter(isCounted).map((each) => ({
          due_date,
          amount_cents: cents(each.pending_cents + each.settled_cents),
          cashback_basis_points: 150,
        }));
        const entries = schedule(dues, creditsReceived(balances));
        expect(entries.reduce((sum, entry) => sum + entry.total_owed_cents, 0)).toBe(Math.max(0, outstanding(balances)));
      }),
    );
  });

  it('can be made of hundreds of thousands of purchases', () => {
    const many = Array.from({ length: 300_000 }, (_, index) => ({
      due_date: addCalendarDays(today, index % 2),
      amount_cents: cents(index % 3 === 0 ? -1 : 2),
      cashback_basis_points: 150,
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
