import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isoDate } from '../../../server/domain/basics/dates.ts';
import { cents } from '../../../server/domain/basics/money.ts';
import { looksShort, safeAmount, safeDraws, salesCushion, waitOf } from '../../../server/domain/repayment/safeDraws.ts';
import type { DueDraw } from '../../../server/domain/repayment/upcomingDebits.ts';
import { bankHolidays } from '../../../server/holidays.ts';

const isBankHoliday = bankHolidays();
// Wednesday before Thanksgiving: the next banking day is Friday, Nov 27, 2026.
const day = isoDate('2026-11-25');

const draw = (due: string, amount: number, different: Partial<DueDraw> = {}): DueDraw => ({
  due_date: isoDate(due),
  part: 1,
  attempt: 1,
  amount_cents: cents(amount),
  retry_of: null,
  waits_from: null,
  bank_link_id: null,
  ...different,
});

const limited = (draws: readonly DueDraw[], safe: number, different: Partial<Parameters<typeof safeDraws>[1]> = {}) => {
  const { draws: made, arrangements } = safeDraws(draws, {
    day,
    safe_cents: cents(safe),
    otherBank: null,
    restWaitsDays: 2,
    hasUnpaidDraw: false,
    isBankHoliday,
    ...different,
  });
  return {
    made: made.map(({ due_date, amount_cents, bank_link_id }) => [due_date, amount_cents, bank_link_id]),
    putOff: arrangements.map(({ due_date, first_on, first_cents, rest_on }) => [due_date, first_on, first_cents, rest_on]),
  };
};

describe('what is safe to draw', () => {
  it.each([
    [100_000, 0, 0, 100_000],
    [100_000, 40_000, 0, 60_000],
    [100_000, 40_000, 6_000, 54_000],
    [100_000, 40_000, 60_000, 0],
    [100_000, 100_001, 0, 0],
    [-5_000, 0, 0, 0],
  ])('of %s cents with %s of ours on their way and a cushion of %s is %s', (available, unposted, cushion, safe) => {
    expect(safeAmount({ available: cents(available), unposted: cents(unposted), cushion: cents(cushion) })).toBe(safe);
  });

  it('leaves some days of sales on the account, by those of four weeks', () => {
    expect([0, 2, 3].map((days) => salesCushion(cents(280_000), days))).toEqual([0, 20_000, 30_000]);
  });

  it.each([
    [5_000, 4_999, null, true],
    [5_000, 5_000, null, false],
    [5_000, null, null, false],
    [5_000, 9_000, 60, true],
    [5_000, 9_000, 59, false],
  ])('%s cents with %s safe and the score %s looks short: %s', (amount, safe, score, expected) => {
    expect(looksShort({ amount_cents: cents(amount), safe_cents: safe === null ? null : cents(safe), score })).toBe(expected);
  });
});

describe('the draws of a day on which the account looks short', () => {
  it('are made whole while they fit, the oldest due first, then in part, and the rest on the next banking day', () => {
    expect(limited([draw('2026-11-23', 10_000), draw('2026-11-24', 20_000), draw('2026-11-25', 5_000)], 25_000)).toEqual({
      made: [
        ['2026-11-23', 10_000, null],
        ['2026-11-24', 15_000, null],
      ],
      putOff: [
        ['2026-11-24', day, 15_000, '2026-11-27'],
        ['2026-11-25', day, 0, '2026-11-27'],
      ],
    });
  });

  it('are put off as a whole where nothing is safe', () => {
    expect(limited([draw('2026-11-25', 5_000)], 0)).toEqual({ made: [], putOff: [['2026-11-25', day, 0, '2026-11-27']] });
  });

  it('come from the other bank where that can bear them whole', () => {
    const otherBank = { bank_link_id: 'other', safe_cents: cents(25_000) };
    expect(limited([draw('2026-11-24', 20_000), draw('2026-11-25', 8_000)], 0, { otherBank })).toEqual({
      made: [['2026-11-24', 20_000, 'other']],
      putOff: [['2026-11-25', day, 0, '2026-11-27']],
    });
  });

  it.each([
    // On the day before Thanksgiving, two banking days after the Monday.
    ['2026-11-23', [['2026-11-20', 9_000, null]]],
    ['2026-11-24', []],
    ['2026-11-25', []],
  ])('are not put off a second time: the rest of an amount waits whole from %s, for two banking days', (waitsFrom, made) => {
    expect(limited([draw('2026-11-20', 9_000, { part: 2, waits_from: isoDate(waitsFrom) })], 0)).toEqual({ made, putOff: [] });
  });

  it('present one amount in vain, and no other while that is owed', () => {
    const waiting = { part: 2, waits_from: isoDate('2026-11-20') };
    const rests = [draw('2026-11-18', 9_000, waiting), draw('2026-11-19', 8_000, waiting)];
    expect(limited(rests, 0).made).toEqual([['2026-11-18', 9_000, null]]);
    expect(limited(rests, 0, { hasUnpaidDraw: true }).made).toEqual([]);
  });

  it.each([
    [8_999, []],
    [9_000, [['2026-11-10', 9_000, null]]],
  ])('let what came back wait until the money is there: with %s cents', (safe, made) => {
    const retry = draw('2026-11-10', 9_000, { attempt: 2, retry_of: 'first', waits_from: isoDate('2026-11-02') });
    for (const hasUnpaidDraw of [true, false]) expect(limited([retry], safe, { hasUnpaidDraw })).toEqual({ made, putOff: [] });
  });

  it('are said to wait where none of them can be drawn in part', () => {
    const rest = draw('2026-11-20', 9_000, { part: 2, waits_from: day });
    const retry = draw('2026-11-10', 9_000, { attempt: 2, retry_of: 'first', waits_from: day });
    expect([[draw(day, 5_000)], [draw(day, 5_000), rest], [rest], [rest, retry], [retry]].map(waitOf)).toEqual([
      null,
      null,
      'some_days',
      'some_days',
      'for_money',
    ]);
  });

  it('never take more from the account than is safe, unless it is the last part; and lose nothing', () => {
    const amounts = fc.array(fc.integer({ min: 1, max: 50_000 }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(amounts, fc.integer({ min: 0, max: 150_000 }), fc.option(fc.integer({ min: 0, max: 60_000 })), (all, safe, other) => {
        const draws = all.map((amount, index) => draw(`2026-11-1${index}`, amount));
        const otherBank = other === null ? null : { bank_link_id: 'other', safe_cents: cents(other) };
        const { made, putOff } = limited(draws, safe, { otherBank });
        const sumOf = (bank: string | null) => made.reduce((sum, [, amount, from]) => sum + (from === bank ? Number(amount) : 0), 0);
        expect(sumOf(null)).toBeLessThanOrEqual(safe);
        expect(sumOf('other')).toBeLessThanOrEqual(other ?? 0);
        const rest = putOff.reduce((sum, [due, , first]) => sum + (all[Number(String(due).at(-1))] ?? 0) - Number(first), 0);
        expect(sumOf(null) + sumOf('other') + rest).toBe(all.reduce((sum, amount) => sum + amount, 0));
      }),
    );
  });
});
