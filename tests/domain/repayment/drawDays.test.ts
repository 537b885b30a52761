import { describe, expect, it } from 'vitest';
import { isoDate } from '../../../server/domain/basics/dates.ts';
import { type DrawPreference, dueDatesToDraw } from '../../../server/domain/repayment/drawDays.ts';
import { bankHolidays } from '../../../server/holidays.ts';

const isBankHoliday = bankHolidays();

// Thursday Nov 26, 2026 is Thanksgiving; Dec 25, 2026 is a Friday.
const drawn = (day: string, preference: DrawPreference, dueDates: readonly string[]) =>
  dueDatesToDraw(dueDates.map(isoDate), { preference, isBankHoliday }, isoDate(day));

const days = ['2026-12-01', '2026-12-04', '2026-12-05', '2026-12-10', '2026-12-11', '2026-12-12', '2026-12-25'];

describe('the draws of a chosen day of the week', () => {
  it.each([
    ['a Friday: everything that is due before the next one', '2026-12-04', ['2026-12-01', '2026-12-04', '2026-12-05', '2026-12-10']],
    ['the Thursday before: what is due itself', '2026-12-03', ['2026-12-01']],
    ['the next Friday: the due date of a Saturday too', '2026-12-11', ['2026-12-01', '2026-12-04', '2026-12-05', '2026-12-10', '2026-12-11', '2026-12-12']],
  ])('on %s', (_, day, expected) => {
    expect(drawn(day, { weekday: 5 }, days)).toEqual(expected);
  });

  it('are made on the next banking day when banks are closed on the chosen one', () => {
    // The Friday is Christmas: Monday, Dec 28 takes what is due before Friday, Jan 1, which is Monday, Jan 4 for a bank.
    expect(drawn('2026-12-28', { weekday: 5 }, ['2026-12-30', '2027-01-01', '2027-01-04'])).toEqual(['2026-12-30']);
    expect(drawn('2026-12-24', { weekday: 5 }, ['2026-12-30'])).toEqual([]);
  });

  it('never come after the due date’s own day', () => {
    for (let weekday = 1; weekday <= 5; weekday += 1) expect(drawn('2026-12-01', { weekday }, ['2026-12-01'])).toEqual(['2026-12-01']);
  });
});
