import { expect, it } from 'vitest';
import { isoDate } from '../../../server/domain/basics/dates.ts';
import { expectedFinalDay, finalDay } from '../../../server/domain/repayment/finalMoney.ts';
import { bankHolidays } from '../../../server/holidays.ts';

const rule = { finalAfter: { business: 3, personal: 5 }, isBankHoliday: bankHolidays() };
const day = (date: string | null) => (date === null ? null : isoDate(date));

// Tuesday, November 24, 2026; Thanksgiving is the 26th: three banking days after it is Monday the 30th, five December 2.
it.each<[string | null, string | null, string | null, string | null, string]>([
  ['business', '2026-11-27', '2026-11-24', '2026-11-28', 'the day after the bank’s window, banks open or not'],
  ['business', '2026-11-27', null, '2026-11-28', 'that without the funds, too'],
  ['business', null, '2026-11-24', '2026-11-30', 'some banking days after the funds, without a window'],
  ['business', null, null, null, 'no day while neither is known'],
  ['personal', null, '2026-11-24', '2026-12-02', 'more banking days after the funds'],
  ['personal', '2026-11-27', '2026-11-24', '2026-12-02', 'these, though the window ends before'],
  ['personal', '2026-12-04', '2026-11-24', '2026-12-05', 'the day after the window, where that is later'],
  ['personal', '2026-12-04', null, null, 'no day without the funds'],
  [null, null, '2026-11-24', '2026-12-02', 'as of a person, where the holder is not known'],
])('a debit of a %s account with the window %s and the funds on %s is final on %s: %s', (holderCategory, window, funds, expected) => {
  expect(finalDay({ returnWindow: day(window), availableOn: day(funds), holderCategory }, rule)).toBe(expected);
});

it('a debit that settles later is expected to be final after three banking days of returns, or when a person’s is', () => {
  expect(['business', 'personal'].map((holder) => expectedFinalDay(isoDate('2026-11-24'), holder, rule))).toEqual(['2026-12-01', '2026-12-02']);
});
