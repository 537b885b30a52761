import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isoDate } from '../../../server/domain/basics/dates.ts';
import { cents } from '../../../server/domain/basics/money.ts';
import { cashbackSubjectId, earnedCashback, type Receipt } from '../../../server/domain/repayment/cashback.ts';
import { paymentDeadline } from '../../../server/domain/repayment/schedule.ts';
import { bankHolidays } from '../../../server/holidays.ts';

const isBankHoliday = bankHolidays();

function due(date: string, amount: number) {
  return { due_date: isoDate(date), amount_cents: cents(amount) };
}

function paid(date: string, amount: number): Receipt {
  return { date: isoDate(date), amount_cents: cents(amount), isRepayment: true };
}

function credited(date: string, amount: number): Receipt {
  return { date: isoDate(date), amount_cents: cents(amount), isRepayment: false };
}

function earned(dues: ReturnType<typeof due>[], receipts: readonly Receipt[], cashbackBasisPoints = 100) {
  return earnedCashback({ dues, receipts, cashbackBasisPoints, deadlineOf: (date) => paymentDeadline(date, isBankHoliday) });
}

const julyDues = [due('2026-07-04', 10_000), due('2026-07-15', 20_000)];

describe('cashback', () => {
  it.each<[string, Receipt[], number[]]>([
    ['nothing before anything is paid', [], [0, 0]],
    ['the rate of what is paid in time', [paid('2026-07-04', 10_000)], [100, 0]],
    ['on the day the debit runs, after a due date on which banks are closed', [paid('2026-07-06', 10_000)], [100, 0]],
    ['nothing a day later', [paid('2026-07-07', 10_000)], [0, 0]],
    ['for a due date that is paid ahead', [paid('2026-06-20', 15_000)], [100, 50]],
    ['nothing for refunds and manual credits', [credited('2026-07-01', 10_000)], [0, 0]],
    ['for the rest that was paid after a refund', [credited('2026-07-01', 4_000), paid('2026-07-02', 6_000)], [60, 0]],
    ['the same in parts as at once', [paid('2026-07-01', 33), paid('2026-07-02', 33), paid('2026-07-03', 34)], [1, 0]],
    ['for what cashback itself left over', [paid('2026-07-02', 10_000), paid('2026-07-15', 19_900)], [100, 199]],
    ['in time for the later due date only', [paid('2026-07-10', 12_000)], [0, 20]],
  ])('is %s', (_, receipts, cashback) => {
    expect(earned(julyDues, receipts).map((entry) => entry.cashback_cents)).toEqual(cashback);
  });

  it('pays the last cents of what it is earned on, so that a receiver who pays in full is never late for a remainder', () => {
    const dues = ['2026-07-01', '2026-08-03', '2026-09-01', '2026-10-01'].map((date) => due(date, 100_000));
    const result = earned(dues, [paid('2026-07-01', 100_000), paid('2026-08-03', 99_000), paid('2026-09-01', 99_010), paid('2026-10-01', 99_010)]);
    expect(result.map((entry) => [entry.paid_in_time_cents, entry.cashback_cents])).toEqual([
      [100_000, 1_000],
      [99_000, 990],
      [99_010, 990],
      [99_010, 990],
    ]);
  });

  it('is nothing in a program that gives none', () => {
    expect(earned(julyDues, [paid('2026-07-01', 30_000)], 0).map((entry) => entry.cashback_cents)).toEqual([0, 0]);
  });

  it('is booked once for a due date', () => {
    expect(cashbackSubjectId(isoDate('2026-07-04'))).toBe('cashback:2026-07-04');
  });

  it('does not depend on the order in which purchases and payments are told, and is the rate of what was paid in time, rounded down', () => {
    const day = fc.integer({ min: 1, max: 28 }).map((number) => `2026-07-${String(number).padStart(2, '0')}`);
    const dues = fc.array(
      fc.tuple(day, fc.integer({ min: 1, max: 90_000 })).map(([date, amount]) => due(date, amount)),
      { maxLength: 8 },
    );
    const receipts = fc.array(
      fc.tuple(day, fc.integer({ min: 1, max: 90_000 }), fc.boolean()).map(([date, amount, isRepayment]) => ({ ...paid(date, amount), isRepayment })),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(dues, receipts, fc.integer({ min: 0, max: 500 }), fc.func(fc.integer()), (allDues, allReceipts, rate, order) => {
        const result = earned(allDues, allReceipts, rate);
        const byOrder = (one: unknown, other: unknown) => order(one) - order(other);
        expect(earned(allDues.toSorted(byOrder), allReceipts.toSorted(byOrder), rate)).toEqual(result);
        const inTime = result.reduce((sum, entry) => sum + entry.paid_in_time_cents, 0);
        const repaid = allReceipts.reduce((sum, receipt) => sum + (receipt.isRepayment ? receipt.amount_cents : 0), 0);
        expect(inTime).toBeLessThanOrEqual(repaid);
        for (const entry of result) expect(entry.cashback_cents).toBe(Math.floor((entry.paid_in_time_cents * rate) / 10_000));
      }),
    );
  });
});
