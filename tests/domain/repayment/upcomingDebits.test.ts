import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addBusinessDays, isoDate } from '../../../server/domain/basics/dates.ts';
import { cents } from '../../../server/domain/basics/money.ts';
import type { DrawArrangement } from '../../../server/domain/repayment/drawArrangement.ts';
import { type DebtFacts, drawsAhead, drawsOnDay, firstDrawDays, nextDebit } from '../../../server/domain/repayment/upcomingDebits.ts';
import { bankHolidays } from '../../../server/holidays.ts';
import { debtOf, drawOf, failedDraw, openOn } from '../../support/debts.ts';
import { upcomingDebits } from '../../support/upcomingDebits.ts';

const isBankHoliday = bankHolidays();
// A Monday; Thursday the 26th is Thanksgiving.
const today = isoDate('2026-11-23');
const on = (day: string, facts: DebtFacts) => drawsOnDay(facts, isoDate(day)).map(({ due_date, amount_cents }) => [due_date, amount_cents]);
const ahead = (facts: DebtFacts) => upcomingDebits(facts, today, 10).map(({ debit_date, amount_cents }) => [debit_date, amount_cents]);

describe('a day’s draws', () => {
  // Independence Day is a Saturday.
  const dues = { '2026-07-02': 1_000, '2026-07-03': 2_000, '2026-07-04': 4_000, '2026-07-06': 8_000 };
  it.each<[string, string, DebtFacts, number[]]>([
    ['are one for each due date that has come', '2026-07-03', debtOf(dues), [1_000, 2_000]],
    ['are none before the first', '2026-07-01', debtOf(dues), []],
    ['are none while banks are closed', '2026-07-04', debtOf(dues), []],
    ['are also of what fell due while they were', '2026-07-06', debtOf(dues), [1_000, 2_000, 4_000, 8_000]],
    ['take no purchase that is only held', '2026-07-06', debtOf(dues, { owed: cents(5_000) }), [1_000, 2_000, 2_000]],
    ['take no more than what is on its way leaves', '2026-07-03', debtOf(dues, { owed: cents(3_000), inFlight: cents(1_500) }), [1_000, 500]],
    ['take nothing from a merchant in credit', '2026-07-06', debtOf(dues, { owed: cents(-5_000) }), []],
    ['take $150,000 at most', '2026-07-02', debtOf({ '2026-07-02': 16_000_000 }), [15_000_000]],
    [
      'take nothing twice on a day',
      '2026-07-03',
      debtOf(dues, { draws: [drawOf({ due_date: isoDate('2026-07-03'), debit_date: isoDate('2026-07-03') })] }),
      [1_000],
    ],
    [
      'wait for the money of what failed until the 180th day',
      '2026-11-30',
      debtOf([openOn('2026-11-23', 5_000, 'first')], { draws: [failedDraw({ debit_date: isoDate('2026-05-31') })] }),
      [],
    ],
  ])('%s', (_, day, facts, amounts) => {
    expect(on(day, facts).map(([, amount]) => amount)).toEqual(amounts);
  });
});

describe('the next debit', () => {
  const weekend = { '2026-11-28': 7_362, '2026-11-29': 4_748, '2026-11-30': 20_000, '2026-12-01': 1_000 };
  const next = (day: string, facts: DebtFacts) => nextDebit(facts, isoDate(day));

  it('is of the first day banks are open, with everything that is due by then', () => {
    const monday = { debit_date: '2026-11-30', amount_cents: 32_110, due_dates: ['2026-11-28', '2026-11-29', '2026-11-30'], bank_link_ids: [null] };
    for (const day of ['2026-11-27', '2026-11-28', '2026-11-29', '2026-11-30']) expect(next(day, debtOf(weekend))).toEqual(monday);
  });

  it('is found as far ahead as the first due date, and comes early where that was chosen', () => {
    expect(next('2026-11-23', debtOf({ '2027-01-02': 500 }))).toMatchObject({ debit_date: '2027-01-04', amount_cents: 500 });
    expect(next('2026-11-23', debtOf({ '2026-11-28': 7_362 }, { preference: { weekday: 3 } }))).toMatchObject({ debit_date: '2026-11-25' });
    expect(next('2026-11-23', debtOf({}))).toBeNull();
  });
});

describe('the debits to come', () => {
  it('run on the days banks are open, together where due dates share one, without those of today', () => {
    const facts = debtOf({ '2026-11-23': 500, '2026-11-24': 1_000, '2026-11-26': 2_000, '2026-11-27': 4_000, '2026-11-28': 8_000, '2026-12-04': 32_000 });
    expect(upcomingDebits(facts, today, 10)).toEqual([
      { debit_date: '2026-11-24', amount_cents: 1_000, due_dates: ['2026-11-24'], bank_link_ids: [null] },
      { debit_date: '2026-11-27', amount_cents: 6_000, due_dates: ['2026-11-26', '2026-11-27'], bank_link_ids: [null] },
      { debit_date: '2026-11-30', amount_cents: 8_000, due_dates: ['2026-11-28'], bank_link_ids: [null] },
    ]);
    expect([...firstDrawDays(facts, today, 4)]).toEqual([
      ['2026-11-27', '2026-11-27'],
      ['2026-11-26', '2026-11-27'],
      ['2026-11-24', '2026-11-24'],
      ['2026-11-23', '2026-11-23'],
    ]);
  });

  it('split what is more than the largest draw', () => {
    expect(ahead(debtOf({ '2026-11-24': 15_000_100 }))).toEqual([
      ['2026-11-24', 15_000_000],
      ['2026-11-25', 100],
    ]);
  });

  // Failed on the 24th, so that the 27th is two banking days later.
  const failed = [openOn('2026-11-23', 5_000, 'first')];
  const withFailed = (draw: Parameters<typeof failedDraw>[0], different: Parameters<typeof debtOf>[1] = {}) =>
    debtOf([...failed, openOn('2026-11-25', 100), openOn('2026-11-27', 30)], { draws: [failedDraw(draw)], ...different });

  it.each<[string, DebtFacts, [string, number][]]>([
    [
      'whole on the day it is presented again',
      withFailed({}),
      [
        ['2026-11-25', 100],
        ['2026-11-27', 5_030],
      ],
    ],
    [
      'never, when it failed for good',
      withFailed({ failure_code: 'R16' }),
      [
        ['2026-11-25', 100],
        ['2026-11-27', 30],
      ],
    ],
    [
      'before all else of what is settled',
      withFailed({}, { owed: cents(5_020) }),
      [
        ['2026-11-25', 20],
        ['2026-11-27', 5_000],
      ],
    ],
    ['not while a part of it is not settled', withFailed({}, { owed: cents(4_999) }), []],
  ])('take a failed amount %s, and no other debit carries it', (_, facts, expected) => {
    expect(ahead(facts)).toEqual(expected);
  });

  it('number what is presented again on from the draws of its date', () => {
    expect(drawsOnDay(withFailed({ part: 2 }), isoDate('2026-11-27')).slice(0, 2)).toEqual([
      { due_date: '2026-11-23', part: 2, attempt: 2, amount_cents: 5_000, retry_of: 'first', waits_from: '2026-11-27', bank_link_id: null },
      { due_date: '2026-11-25', part: 1, attempt: 1, amount_cents: 100, retry_of: null, waits_from: null, bank_link_id: null },
    ]);
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
  const split = { first_cents: cents(300), rest_on: isoDate('2026-11-27') };

  it.each<[string, Partial<DrawArrangement>, [string, number][]]>([
    [
      'on the day to which it was moved',
      { first_on: isoDate('2026-11-27') },
      [
        ['2026-11-25', 2_000],
        ['2026-11-27', 1_000],
      ],
    ],
    [
      'in two parts',
      split,
      [
        ['2026-11-24', 300],
        ['2026-11-25', 2_000],
        ['2026-11-27', 700],
      ],
    ],
  ])('comes %s, and no other draw carries it', (_, different, expected) => {
    expect(ahead(debtOf(dues, { arrangements: [arranged(different)] }))).toEqual(expected);
  });

  it('has its own number for each part', () => {
    const parts = drawsAhead(debtOf(dues, { arrangements: [arranged(split)] }), today, 10).flatMap(({ draws }) => draws);
    expect(parts.map(({ due_date, part, attempt, waits_from }) => [due_date, part, attempt, waits_from])).toEqual([
      ['2026-11-24', 1, 1, null],
      ['2026-11-25', 1, 1, null],
      ['2026-11-24', 2, 2, '2026-11-27'],
    ]);
  });

  it.each<[string, Partial<DrawArrangement>, [string, number][]]>([
    ['whole', { first_on: isoDate('2026-11-27') }, [['2026-11-27', 1_000]]],
    [
      'in two parts',
      split,
      [
        ['2026-11-24', 300],
        ['2026-11-27', 700],
      ],
    ],
  ])('keeps its days where it was to come early on a day of the week, %s', (_, days, expected) => {
    const due_date = isoDate('2026-11-30');
    expect(ahead(debtOf({ '2026-11-30': 1_000 }, { preference: { weekday: 2 }, arrangements: [arranged({ due_date, ...days })] }))).toEqual(expected);
  });

  it('comes from the other bank', () => {
    const [first] = drawsAhead(debtOf(dues, { arrangements: [arranged({ bank_link_id: 'other' })] }), today, 10);
    expect(first?.draws).toMatchObject([{ due_date: '2026-11-24', amount_cents: 1_000, bank_link_id: 'other' }]);
  });

  it('never changes what is drawn in all, however it is arranged', () => {
    const days = ['2026-11-24', '2026-11-25', '2026-11-27', '2026-11-30', '2026-12-01'].map(isoDate);
    const arrangement = fc.record({
      due: fc.integer({ min: 0, max: 4 }),
      moved: fc.integer({ min: 0, max: 4 }),
      first: fc.option(fc.integer({ min: 0, max: 4_000 })),
      wait: fc.integer({ min: 1, max: 3 }),
    });
    const amounts = fc.array(fc.integer({ min: 1, max: 3_000 }), { minLength: 5, maxLength: 5 });
    fc.assert(
      fc.property(amounts, fc.uniqueArray(arrangement, { selector: ({ due }) => due }), (owed, chosen) => {
        const arrangements = chosen.map(({ due, moved, first, wait }) => {
          const first_on = days[Math.max(due, moved)] ?? today;
          const rest_on = first === null ? null : addBusinessDays(first_on, wait, isBankHoliday);
          return arranged({ due_date: days[due] ?? today, first_on, first_cents: first === null ? null : cents(first), rest_on });
        });
        const facts = debtOf(Object.fromEntries(days.map((day, index) => [day, owed[index] ?? 0])), { arrangements });
        expect(upcomingDebits(facts, today, 20).reduce((sum, { amount_cents }) => sum + amount_cents, 0)).toBe(facts.owed);
      }),
    );
  });
});
