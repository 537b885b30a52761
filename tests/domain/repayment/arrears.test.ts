import { describe, expect, it } from 'vitest';
import { isoDate } from '../../../server/domain/basics/dates.ts';
import { cents } from '../../../server/domain/basics/money.ts';
import type { DrawAttempt } from '../../../server/domain/repayment/draw.ts';
import { usualDraws } from '../../../server/domain/repayment/drawDays.ts';
import { paymentSchedule } from '../../../server/domain/repayment/schedule.ts';
import { type DebtFacts, drawsOnDay } from '../../../server/domain/repayment/upcomingDebits.ts';
import { bankHolidays } from '../../../server/holidays.ts';
import { upcomingDebits } from '../../support/upcomingDebits.ts';

const isBankHoliday = bankHolidays();

/** Locked in November 2026, unlocked on Monday the 23rd; Thanksgiving is the 26th. */
const unlockedOn = isoDate('2026-11-23');

/** Three due dates passed during the lock, and one is due on the day that the second of them is drawn. */
const dues = { '2026-11-10': 1_000, '2026-11-12': 2_000, '2026-11-20': 4_000, '2026-11-27': 8_000 };

function debt(different: Partial<DebtFacts> = {}): DebtFacts {
  const all = Object.entries(dues).map(([date, amount]) => ({ due_date: isoDate(date), amount_cents: cents(amount), cashback_basis_points: 0 }));
  return {
    schedule: paymentSchedule(all, () => false),
    owed: cents(15_000),
    inFlight: cents(0),
    made: [],
    credits: { received: cents(0), underway: cents(0), cashback: cents(0) },
    unlockedOn,
    preference: usualDraws,
    arrangements: [],
    isBankHoliday,
    ...different,
  };
}

const draw = (due: string, amount: number, on: string): DrawAttempt => ({
  id: due,
  retry_of: null,
  due_date: isoDate(due),
  part: 1,
  attempt: 1,
  amount_cents: cents(amount),
  status: 'pending',
  failure_code: null,
  debit_date: isoDate(on),
  failedOn: null,
  finished_at: null,
  uncollected_cents: null,
  credits_cents: null,
  cashback_cents: null,
});

const on = (day: string, facts: DebtFacts) => drawsOnDay(facts, isoDate(day)).map(({ due_date, amount_cents }) => [due_date, amount_cents]);

describe('what fell due while an account was locked', () => {
  it('is not drawn on the day of unlocking, nor before the two business days of its notice are over', () => {
    expect(on('2026-11-23', debt())).toEqual([]);
    expect(on('2026-11-24', debt())).toEqual([]);
  });

  it('is drawn one due date a banking day, beside what falls due by itself', () => {
    expect(on('2026-11-25', debt())).toEqual([['2026-11-10', 1_000]]);
    const first = draw('2026-11-10', 1_000, '2026-11-25');
    expect(on('2026-11-26', debt({ made: [first], inFlight: cents(1_000) }))).toEqual([]);
    expect(on('2026-11-27', debt({ made: [first], inFlight: cents(1_000) }))).toEqual([
      ['2026-11-12', 2_000],
      ['2026-11-27', 8_000],
    ]);
  });

  it('is not drawn twice on one day, however often that day is planned', () => {
    const made = [draw('2026-11-10', 1_000, '2026-11-25')];
    expect(on('2026-11-25', debt({ made, inFlight: cents(1_000) }))).toEqual([]);
  });

  it('is announced: each due date is among the debits to come on its own day', () => {
    expect(upcomingDebits(debt(), unlockedOn, 10).map(({ debit_date, amount_cents }) => [debit_date, amount_cents])).toEqual([
      ['2026-11-25', 1_000],
      ['2026-11-27', 10_000],
      ['2026-11-30', 4_000],
    ]);
  });

  it('is drawn all in one go by an account that was never locked', () => {
    expect(on('2026-11-23', debt({ unlockedOn: null }))).toEqual([
      ['2026-11-10', 1_000],
      ['2026-11-12', 2_000],
      ['2026-11-20', 4_000],
    ]);
  });
});
