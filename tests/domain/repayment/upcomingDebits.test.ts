import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addCalendarDays, isoDate } from '../../../server/domain/basics/dates.ts';
import { cents } from '../../../server/domain/basics/money.ts';
import type { DrawAttempt } from '../../../server/domain/repayment/draw.ts';
import type { OtherCredits } from '../../../server/domain/repayment/failedDebits.ts';
import { paymentSchedule, unpaidOf } from '../../../server/domain/repayment/schedule.ts';
import { type DebtFacts, drawsOnDay, upcomingDebits } from '../../../server/domain/repayment/upcomingDebits.ts';
import { bankHolidays } from '../../../server/holidays.ts';

const isBankHoliday = bankHolidays();
const today = isoDate('2026-11-23');

const none: OtherCredits = { received: cents(0), underway: cents(0), cashback: cents(0) };

function debt(dues: Readonly<Record<string, number>>, different: Partial<DebtFacts> = {}): DebtFacts {
  const all = Object.entries(dues).map(([date, amount]) => ({ due_date: isoDate(date), amount_cents: cents(amount), cashback_basis_points: 100 }));
  const schedule = paymentSchedule(unpaidOf({ dues: all, creditsReceived: cents(0), today }), () => true);
  return {
    schedule,
    owed: cents(Object.values(dues).reduce((sum, amount) => sum + amount, 0)),
    inFlight: cents(0),
    made: [],
    credits: none,
    unlockedOn: null,
    isBankHoliday,
    ...different,
  };
}

const failed = (attempt: number, failedOn: string, failure_code: string, retry_of: string | null = null): DrawAttempt => ({
  id: `draw ${attempt}`,
  retry_of,
  due_date: isoDate('2026-11-20'),
  attempt,
  amount_cents: cents(5_000),
  status: 'returned',
  failure_code,
  debit_date: isoDate('2026-11-20'),
  failedOn: isoDate(failedOn),
  finished_at: new Date(`${failedOn}T15:00:00Z`),
  uncollected_cents: cents(5_000),
  credits_cents: cents(0),
  cashback_cents: cents(0),
});

const ahead = (facts: DebtFacts) => upcomingDebits(facts, today, 10).map(({ debit_date, amount_cents }) => [debit_date, amount_cents]);

describe('the debits to come', () => {
  it('run on the days banks are open, and together where due dates share one', () => {
    const facts = debt({ '2026-11-24': 1_000, '2026-11-26': 2_000, '2026-11-27': 4_000, '2026-11-28': 8_000, '2026-12-03': 16_000, '2026-12-04': 32_000 });
    expect(upcomingDebits(facts, today, 10)).toEqual([
      { debit_date: '2026-11-24', amount_cents: 1_000, due_dates: ['2026-11-24'] },
      { debit_date: '2026-11-27', amount_cents: 6_000, due_dates: ['2026-11-26', '2026-11-27'] },
      { debit_date: '2026-11-30', amount_cents: 8_000, due_dates: ['2026-11-28'] },
      { debit_date: '2026-12-03', amount_cents: 16_000, due_dates: ['2026-12-03'] },
    ]);
  });

  it('leave out what is drawn today', () => {
    expect(ahead(debt({ '2026-11-23': 5_000, '2026-11-24': 1_000 }))).toEqual([['2026-11-24', 1_000]]);
  });

  it('leave out what is on its way', () => {
    expect(ahead(debt({ '2026-11-24': 5_000, '2026-11-25': 1_000 }, { inFlight: cents(5_400) }))).toEqual([['2026-11-25', 600]]);
  });

  it('take a failed amount on the day it is presented again, apart from what is due then', () => {
    const made = [failed(1, '2026-11-23', 'R01')];
    expect(ahead(debt({ '2026-11-20': 5_000 }, { made }))).toEqual([['2026-11-25', 5_000]]);
    const dues = { '2026-11-20': 5_000, '2026-11-24': 100, '2026-11-25': 30 };
    expect(ahead(debt(dues, { made }))).toEqual([
      ['2026-11-24', 100],
      ['2026-11-25', 5_030],
    ]);
    expect(drawsOnDay(debt({ ...dues, '2026-11-24': 0 }, { made }), isoDate('2026-11-25'))).toEqual([
      { due_date: '2026-11-20', attempt: 2, amount_cents: 5_000, retry_of: 'draw 1' },
      { due_date: '2026-11-25', attempt: 1, amount_cents: 30, retry_of: null },
    ]);
  });

  it.each([
    ['failed twice', [failed(1, '2026-11-20', 'R01'), failed(2, '2026-11-23', 'R01', 'draw 1')]],
    ['the bank sent back as frozen', [failed(1, '2026-11-23', 'R16')]],
  ])('never take an amount that %s, nor with a later due', (_, made) => {
    expect(ahead(debt({ '2026-11-20': 5_000 }, { made }))).toEqual([]);
    expect(ahead(debt({ '2026-11-20': 5_000, '2026-11-30': 100 }, { made }))).toEqual([['2026-11-30', 100]]);
  });

  it('split what is more than the largest draw', () => {
    expect(ahead(debt({ '2026-11-24': 15_000_100 }))).toEqual([
      ['2026-11-24', 15_000_000],
      ['2026-11-25', 100],
    ]);
  });

  it('are what is drawn on those days, when nothing else happens', () => {
    const due = fc.record({ day: fc.integer({ min: 0, max: 9 }), amount: fc.integer({ min: 1, max: 20_000_000 }) });
    fc.assert(
      fc.property(fc.array(due, { maxLength: 6 }), (dues) => {
        const byDay: Record<string, number> = {};
        for (const { day, amount } of dues) byDay[addCalendarDays(today, day)] = (byDay[addCalendarDays(today, day)] ?? 0) + amount;
        let facts = debt(byDay);
        const told = upcomingDebits(facts, today, 10);
        const drawn = new Map<string, number>();
        for (let day = 0; day <= 10; day += 1) {
          const date = addCalendarDays(today, day);
          const draws = drawsOnDay(facts, date);
          const amount = draws.reduce((sum, draw) => sum + draw.amount_cents, 0);
          if (day > 0 && amount > 0) drawn.set(date, amount);
          const made = draws.map((draw) => ({
            ...failed(draw.attempt, '2026-11-23', ''),
            ...draw,
            id: `${draw.due_date} ${draw.attempt}`,
            status: 'posted',
            debit_date: date,
            failedOn: null,
            uncollected_cents: null,
          }));
          facts = { ...facts, inFlight: cents(facts.inFlight + amount), made: [...facts.made, ...made] };
        }
        expect(told.map(({ debit_date, amount_cents }) => [debit_date, amount_cents])).toEqual([...drawn]);
        const total = told.reduce((sum, { amount_cents }) => sum + amount_cents, 0);
        expect(total).toBeLessThanOrEqual(Object.values(byDay).reduce((sum, amount) => sum + amount, 0));
      }),
    );
  });
});
