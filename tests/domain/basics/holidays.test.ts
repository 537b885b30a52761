import { execFileSync } from 'node:child_process';
import { beforeAll, describe, expect, it } from 'vitest';
import { addBusinessDays, bankDebitDate, isoDate, isWeekend, repaymentDate, utcDate } from '../../../server/domain/basics/dates.ts';
import { bankHolidays, usHolidays } from '../../../server/holidays.ts';
import { calendarAnswers } from './calendarAnswers.ts';

/** The weekdays on which federal offices are closed, written down by hand from the public lists. */
const federalClosings: Record<number, string> = {
  2024: '01-01 01-15 02-19 05-27 06-19 07-04 09-02 10-14 11-11 11-28 12-25',
  2025: '01-01 01-20 02-17 05-26 06-19 07-04 09-01 10-13 11-11 11-27 12-25',
  2026: '01-01 01-19 02-16 05-25 06-19 07-03 09-07 10-12 11-11 11-26 12-25',
  2027: '01-01 01-18 02-15 05-31 06-18 07-05 09-06 10-11 11-11 11-25 12-24 12-31',
  2028: '01-17 02-21 05-29 06-19 07-04 09-04 10-09 11-10 11-23 12-25',
  2029: '01-01 01-15 02-19 05-28 06-19 07-04 09-03 10-08 11-12 11-22 12-25',
  2030: '01-01 01-21 02-18 05-27 06-19 07-04 09-02 10-14 11-11 11-28 12-25',
};

/** Fridays on which federal offices are closed for a Saturday holiday and banks are not. */
const bankingFridays = ['2026-07-03', '2027-06-18', '2027-12-24', '2027-12-31', '2028-11-10'];

function closings(year: number): string[] {
  return (federalClosings[year] ?? '').split(' ').map((day) => `${year}-${day}`);
}

function weekdaysOf(year: number) {
  const days = [];
  for (let at = Date.UTC(year, 0, 1); at < Date.UTC(year + 1, 0, 1); at += 86_400_000) days.push(utcDate(new Date(at)));
  return days.filter((day) => !isWeekend(day));
}

it.each(Object.keys(federalClosings).map(Number))('knows the federal holidays of %i on every weekday', (year) => {
  expect(weekdaysOf(year).filter(usHolidays())).toEqual(closings(year));
});

it.each(Object.keys(federalClosings).map(Number))('knows the banking days of %i: a Saturday holiday closes no Friday', (year) => {
  expect(weekdaysOf(year).filter(bankHolidays())).toEqual(closings(year).filter((day) => !bankingFridays.includes(day)));
});

it.each([
  ['2024-05-24', 1, '2024-05-28', '2024-05-28'],
  ['2024-11-27', 2, '2024-12-02', '2024-12-02'],
  ['2025-06-18', 1, '2025-06-20', '2025-06-20'],
  ['2025-12-24', 1, '2025-12-26', '2025-12-26'],
  ['2026-07-02', 1, '2026-07-06', '2026-07-03'],
  ['2026-06-30', 5, '2026-07-08', '2026-07-07'],
  ['2026-06-01', 30, '2026-07-15', '2026-07-14'],
  ['2026-11-25', 1, '2026-11-27', '2026-11-27'],
  ['2027-06-17', 1, '2027-06-21', '2027-06-18'],
  ['2027-07-02', 1, '2027-07-06', '2027-07-06'],
  ['2027-12-23', 1, '2027-12-27', '2027-12-24'],
  ['2027-12-30', 1, '2028-01-03', '2027-12-31'],
  ['2027-12-01', 30, '2028-01-14', '2028-01-12'],
])('counts %s and %i business days as %s, and as %s for banks', (start, days, federal, bank) => {
  expect(addBusinessDays(isoDate(start), days, usHolidays())).toBe(federal);
  expect(addBusinessDays(isoDate(start), days, bankHolidays())).toBe(bank);
  expect(repaymentDate(new Date(`${start}T23:59:59.999Z`), days, 'business', usHolidays())).toBe(federal);
  expect(repaymentDate(new Date(`${start}T00:00:00Z`), days, 'business', usHolidays())).toBe(federal);
});

it.each([
  ['2026-07-02', '2026-07-02', null],
  ['2026-07-03', '2026-07-03', null],
  ['2026-07-04', '2026-07-06', 'Banks are closed on Saturday, July 4 and Sunday, July 5: the debit runs on Monday, July 6.'],
  ['2027-07-04', '2027-07-06', 'Banks are closed on Sunday, July 4 and Monday, July 5 (bank holiday): the debit runs on Tuesday, July 6.'],
  [
    '2026-12-25',
    '2026-12-28',
    'Banks are closed on Friday, December 25 (bank holiday), Saturday, December 26, and Sunday, December 27: the debit runs on Monday, December 28.',
  ],
  ['2027-12-24', '2027-12-24', null],
  ['2027-12-31', '2027-12-31', null],
])('debits what is due on %s on %s, and says why', (due, debit, reason) => {
  expect(bankDebitDate(isoDate(due), bankHolidays())).toEqual({ date: debit, reason });
});

describe('wherever the machine stands', () => {
  const zones = [
    ['UTC', 0],
    ['America/New_York', 300],
    ['Pacific/Kiritimati', -840],
    ['Pacific/Pago_Pago', 660],
  ] as const;
  /** A line for each zone, from one process that moves through them: a thread of this one cannot move. */
  const printAnswers = `
    import { calendarAnswers } from ${JSON.stringify(new URL('calendarAnswers.ts', import.meta.url).href)};
    for (const zone of ${JSON.stringify(zones.map(([zone]) => zone))}) {
      process.env.TZ = zone;
      console.log(new Date('2026-01-15T00:00:00Z').getTimezoneOffset() + ' ' + JSON.stringify(calendarAnswers()));
    }
  `;
  const answersHere = JSON.stringify(calendarAnswers());
  let printed: readonly string[];
  beforeAll(() => {
    const options = { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 } as const;
    printed = execFileSync(process.execPath, ['--input-type=module', '--eval', printAnswers], options).split('\n');
  });

  it.each(zones.map(([zone, offset], place) => ({ zone, offset, place })))('each day of 2024 to 2030 is answered alike: $zone', ({ offset, place }) => {
    expect(printed[place] === `${offset} ${answersHere}`).toBe(true);
  });
});

it('finds a New Year observed in the year before, whichever year was asked first', () => {
  const isHoliday = usHolidays();
  expect(isHoliday(isoDate('2028-01-03'))).toBe(false);
  expect(isHoliday(isoDate('2027-12-31'))).toBe(true);
  expect(usHolidays()(isoDate('2021-12-31'))).toBe(true);
});

it('takes no other day for a holiday: the day after Thanksgiving, Christmas Eve and Tax Day are business days', () => {
  const isHoliday = usHolidays();
  for (const day of ['2026-11-27', '2026-12-24', '2026-12-31', '2026-04-15', '2026-02-14', '2028-11-07']) expect(isHoliday(isoDate(day))).toBe(false);
});
