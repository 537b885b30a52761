import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addBusinessDays, addCalendarDays, isoDate } from '../../../server/domain/basics/dates.ts';
import { cents } from '../../../server/domain/basics/money.ts';
import type { DrawAttempt } from '../../../server/domain/repayment/draw.ts';
import type { DrawArrangement } from '../../../server/domain/repayment/drawArrangement.ts';
import { usualDraws } from '../../../server/domain/repayment/drawDays.ts';
import type { OtherCredits } from '../../../server/domain/repayment/failedDebits.ts';
import { paymentSchedule, unpaidOf } from '../../../server/domain/repayment/schedule.ts';
import { type DebtFacts, drawsAhead, drawsOnDay, nextDebit } from '../../../server/domain/repayment/upcomingDebits.ts';
import { bankHolidays } from '../../../server/holidays.ts';
import { upcomingDebits } from '../../support/upcomingDebits.ts';

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
    preference: usualDraws,
    arrangements: [],
    isBankHoliday,
    ...different,
  };
}

const failed = (attempt: number, failedOn: string, failure_code: string, retry_of: string | null = null): DrawAttempt => ({
  id: `draw ${attempt}`,
  retry_of,
  due_date: isoDate('2026-11-20'),
  part: 1,
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

describe('the next debit', () => {
  // November 28, 2026 is a Saturday; November 26 is Thanksgiving.
  const weekend = { '2026-11-28': 7_362, '2026-11-29': 4_748, '2026-11-30': 20_000, '2026-12-01': 1_000 };
  const on = (day: string, facts: DebtFacts) => nextDebit(facts, isoDate(day));

  it('is of the first day banks are open, with everything that is due by then', () => {
    const monday = { debit_date: '2026-11-30', amount_cents: 32_110, due_dates: ['2026-11-28', '2026-11-29', '2026-11-30'], bank_link_ids: [null] };
    for (const day of ['2026-11-27', '2026-11-28', '2026-11-29', '2026-11-30']) expect(on(day, debt(weekend))).toEqual(monday);
  });

  it('is found as far ahead as the first due date', () => {
    expect(on('2026-11-23', debt({ '2027-01-02': 500 }))).toMatchObject({ debit_date: '2027-01-04', amount_cents: 500 });
    expect(on('2026-11-23', debt({}))).toBeNull();
  });

  it('leaves out what is on its way, and comes early where that was chosen', () => {
    expect(on('2026-11-29', debt(weekend, { inFlight: cents(2_362) }))).toMatchObject({ debit_date: '2026-11-30', amount_cents: 29_748 });
    const wednesdays = { weekday: 3 };
    expect(on('2026-11-23', debt({ '2026-11-28': 7_362 }, { preference: wednesdays }))).toMatchObject({ debit_date: '2026-11-25', amount_cents: 7_362 });
  });
});

const ahead = (facts: DebtFacts) => upcomingDebits(facts, today, 10).map(({ debit_date, amount_cents }) => [debit_date, amount_cents]);

describe('the debits to come', () => {
  it('run on the days banks are open, and together where due dates share one', () => {
    const facts = debt({ '2026-11-24': 1_000, '2026-11-26': 2_000, '2026-11-27': 4_000, '2026-11-28': 8_000, '2026-12-03': 16_000, '2026-12-04': 32_000 });
    expect(upcomingDebits(facts, today, 10)).toEqual([
      { debit_date: '2026-11-24', amount_cents: 1_000, due_dates: ['2026-11-24'], bank_link_ids: [null] },
      { debit_date: '2026-11-27', amount_cents: 6_000, due_dates: ['2026-11-26', '2026-11-27'], bank_link_ids: [null] },
      { debit_date: '2026-11-30', amount_cents: 8_000, due_dates: ['2026-11-28'], bank_link_ids: [null] },
      { debit_date: '2026-12-03', amount_cents: 16_000, due_dates: ['2026-12-03'], bank_link_ids: [null] },
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
      { due_date: '2026-11-20', part: 1, attempt: 2, amount_cents: 5_000, retry_of: 'draw 1', waits_from: '2026-11-25', bank_link_id: null },
      { due_date: '2026-11-25', part: 1, attempt: 1, amount_cents: 30, retry_of: null, waits_from: null, bank_link_id: null },
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

describe('a draw that is arranged', () => {
  const arranged = (different: Partial<DrawArrangement>): DrawArrangement => ({
    due_date: isoDate('2026-11-24'),
    first_on: isoDate('2026-11-24'),
    first_cents: null,
    rest_on: null,
    bank_link_id: null,
    ...different,
  });
  const dues = { '2026-11-24': 1_000, '2026-11-25': 2_000 };

  it('comes on the day to which it was moved, and no other draw carries it', () => {
    const facts = debt(dues, { arrangements: [arranged({ first_on: isoDate('2026-11-27') })] });
    expect(ahead(facts)).toEqual([
      ['2026-11-25', 2_000],
      ['2026-11-27', 1_000],
    ]);
  });

  it('comes in two parts, each under its own number', () => {
    const facts = debt(dues, { arrangements: [arranged({ first_cents: cents(300), rest_on: isoDate('2026-11-27') })] });
    expect(ahead(facts)).toEqual([
      ['2026-11-24', 300],
      ['2026-11-25', 2_000],
      ['2026-11-27', 700],
    ]);
    const parts = drawsAhead(facts, today, 10).flatMap(({ draws }) => draws.map(({ due_date, part, attempt }) => [due_date, part, attempt]));
    expect(parts).toEqual([
      ['2026-11-24', 1, 1],
      ['2026-11-25', 1, 1],
      // Payments in between went to the oldest due: the rest is of the later one.
      ['2026-11-25', 2, 2],
    ]);
  });

  it.each([
    ['whole', { first_on: isoDate('2026-11-27') }, [['2026-11-27', 1_000]]],
    [
      'in two parts',
      { first_cents: cents(300), rest_on: isoDate('2026-11-27') },
      [
        ['2026-11-24', 300],
        ['2026-11-27', 700],
      ],
    ],
  ])('keeps its days where it was to come early on a day of the week, %s', (_, days, expected) => {
    const due_date = isoDate('2026-11-30');
    const facts = debt({ '2026-11-30': 1_000 }, { preference: { weekday: 2 }, arrangements: [arranged({ due_date, ...days })] });
    expect(ahead(facts)).toEqual(expected);
  });

  it.each([
    ['is moved', { first_on: isoDate('2026-12-03') }, []],
    ['comes in two parts', { first_on: isoDate('2026-11-30'), first_cents: cents(500), rest_on: isoDate('2026-12-03') }, [['2026-11-30', 500]]],
  ])('keeps its day where it %s past the draws of later due dates', (_, chosen, first) => {
    const facts = debt(
      { '2026-11-30': 2_000, '2026-12-01': 2_000, '2026-12-02': 100 },
      { arrangements: [arranged({ due_date: isoDate('2026-11-30'), ...chosen })] },
    );
    expect(ahead(facts)).toEqual([...first, ['2026-12-01', 2_000], ['2026-12-02', 100], ['2026-12-03', first.length === 0 ? 2_000 : 1_500]]);
  });

  it('comes from the other bank', () => {
    const [first] = drawsAhead(debt(dues, { arrangements: [arranged({ bank_link_id: 'other' })] }), today, 10);
    expect(first?.draws).toMatchObject([{ due_date: '2026-11-24', amount_cents: 1_000, bank_link_id: 'other' }]);
  });

  it('never changes what is drawn in all, however it is arranged', () => {
    const days = ['2026-11-24', '2026-11-25', '2026-11-27', '2026-11-30', '2026-12-01'];
    const arrangement = fc.record({
      due: fc.integer({ min: 0, max: 4 }),
      moved: fc.integer({ min: 0, max: 4 }),
      first: fc.option(fc.integer({ min: 0, max: 4_000 })),
      wait: fc.integer({ min: 1, max: 3 }),
    });
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 3_000 }), { minLength: 5, maxLength: 5 }),
        fc.uniqueArray(arrangement, { selector: ({ due }) => due }),
        (amounts, chosen) => {
          const facts = debt(Object.fromEntries(days.map((day, index) => [day, amounts[index] ?? 0])), {
            arrangements: chosen.map(({ due, moved, first, wait }) => {
              const first_on = addCalendarDays(isoDate(days[Math.max(due, moved)] ?? ''), 0);
              const rest_on = first === null ? null : addBusinessDays(first_on, wait, isBankHoliday);
              return arranged({ due_date: isoDate(days[due] ?? ''), first_on, first_cents: first === null ? null : cents(first), rest_on });
            }),
          });
          const drawn = upcomingDebits(facts, today, 20).reduce((sum, { amount_cents }) => sum + amount_cents, 0);
          expect(drawn).toBe(amounts.reduce((sum, amount) => sum + amount, 0));
        },
      ),
    );
  });
});
