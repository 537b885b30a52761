import { describe, expect, it } from 'vitest';
import { dayIn, isoDate, repaymentDate, utcDate } from '../../../server/domain/basics/dates.ts';
import { cents } from '../../../server/domain/basics/money.ts';
import { dueByDay, duesSoon } from '../../../server/domain/repayment/dueSoon.ts';
import { dueDateOf, type ScheduleEntry } from '../../../server/domain/repayment/schedule.ts';
import { usHolidays } from '../../../server/holidays.ts';

const isHoliday = usHolidays();

function due(date: string, amount = 1_000, cashback = 0): ScheduleEntry {
  return { payment_due_date: { seconds: Date.parse(`${date}T00:00:00Z`) / 1_000 }, total_owed_cents: cents(amount), potential_cashback: cents(cashback) };
}

/** Today's date in New York at an instant. */
const newYork = (instant: string) => ({ program: dayIn('America/New_York', new Date(instant)), utc: utcDate(new Date(instant)) });

describe('the next 30 days', () => {
  it.each([
    ['2026-11-22T15:00:00Z', '2026-12-22'],
    // Over the end of the year, of February in a common and in a leap year, and over both changes of the clock.
    ['2026-12-31T15:00:00Z', '2027-01-30'],
    ['2026-01-31T15:00:00Z', '2026-03-02'],
    ['2028-01-31T15:00:00Z', '2028-03-01'],
    ['2026-03-07T15:00:00Z', '2026-04-06'],
    ['2026-10-31T15:00:00Z', '2026-11-30'],
    // 23:30 in New York on the 22nd, and half an hour after UTC’s midnight in winter and in summer time.
    ['2026-11-23T04:30:00Z', '2026-12-23'],
    ['2026-07-01T00:30:00Z', '2026-07-31'],
  ])('at %s end with the thirtieth, %s', (instant, last) => {
    expect(dueByDay([], newYork(instant)).at(-1)?.date).toBe(last);
  });

  it.each([
    '2026-11-22T00:00:00Z',
    '2026-11-22T15:00:00Z',
    '2026-11-22T23:59:59Z',
    '2026-11-23T04:30:00Z',
    '2026-03-08T06:59:00Z',
    '2026-11-01T05:30:00Z',
    '2026-01-31T20:00:00Z',
  ])('hold a purchase of this moment on terms of 30 calendar days, at %s', (instant) => {
    const repaidOn = repaymentDate(new Date(instant), 30, 'calendar', isHoliday);
    const today = newYork(instant);
    expect(duesSoon([due(repaidOn)], today).map(dueDateOf)).toEqual([repaidOn]);
    expect(dueByDay([due(repaidOn)], today).at(-1)).toEqual({ date: repaidOn, amount_cents: 1_000, is_late: false });
  });

  it('hold a purchase on terms of 20 business days, and not one of 22 over Thanksgiving', () => {
    const made = new Date('2026-11-22T15:00:00Z');
    const of = (days: number) => repaymentDate(made, days, 'business', isHoliday);
    // The 20th business day after Sunday, Nov 22, skipping Thanksgiving, is Dec 21; the 22nd is Dec 23.
    expect([of(20), of(21), of(22)]).toEqual(['2026-12-21', '2026-12-22', '2026-12-23']);
    expect(duesSoon([due(of(20)), due(of(21)), due(of(22))], newYork('2026-11-22T15:00:00Z')).map(dueDateOf)).toEqual(['2026-12-21', '2026-12-22']);
  });

  it('hold what is late, and nothing of the 31st day', () => {
    const today = newYork('2026-11-22T15:00:00Z');
    expect(duesSoon([due('2026-10-01'), due('2026-12-22'), due('2026-12-23')], today).map(dueDateOf)).toEqual(['2026-10-01', '2026-12-22']);
  });
});

describe('the days on which amounts are due', () => {
  it('are today and the 30 after it, and what is late is due today', () => {
    const days = dueByDay([due('2026-11-20', 700), due('2026-11-22', 50), due('2026-12-07', 300), due('2026-12-22', 9_999)], newYork('2026-11-22T15:00:00Z'));
    expect(days).toHaveLength(31);
    expect(days[0]).toEqual({ date: isoDate('2026-11-22'), amount_cents: 750, is_late: true });
    expect(days.filter(({ amount_cents }) => amount_cents > 0)).toEqual([
      { date: '2026-11-22', amount_cents: 750, is_late: true },
      { date: '2026-12-07', amount_cents: 300, is_late: false },
      { date: '2026-12-22', amount_cents: 9_999, is_late: false },
    ]);
  });

  it.each([
    // Friday’s due is drawn on Friday; the weekend’s on Monday, Nov 23.
    ['2026-11-20', '2026-11-22T15:00:00Z', true],
    ['2026-11-21', '2026-11-22T15:00:00Z', false],
    ['2026-11-22', '2026-11-23T15:00:00Z', false],
    ['2026-11-21', '2026-11-23T15:00:00Z', false],
    ['2026-11-21', '2026-11-24T15:00:00Z', true],
  ])('hold what fell due on %s with today at %s, late: %s', (date, now, is_late) => {
    expect(dueByDay([due(date)], newYork(now))[0]).toMatchObject({ amount_cents: 1_000, is_late });
  });

  it('are not late while they still earn cashback, as those whose draw was moved to a later day do', () => {
    expect(dueByDay([due('2026-11-20', 1_000, 10)], newYork('2026-11-24T15:00:00Z'))[0]).toMatchObject({ amount_cents: 1_000, is_late: false });
  });

  it('begin with the program’s day where UTC is a day ahead, on which nothing is late yet', () => {
    const days = dueByDay([due('2026-11-22', 100)], newYork('2026-11-23T04:30:00Z'));
    expect([days[0], days.at(-1)?.date, days.length]).toEqual([{ date: '2026-11-22', amount_cents: 100, is_late: false }, '2026-12-23', 32]);
  });
});
