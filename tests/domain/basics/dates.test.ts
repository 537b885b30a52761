import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatDayMonthYear, formatNumericDate, formatShortDate, otherUtcDay } from '../../../server/domain/basics/dateFormats.ts';
import {
  addBusinessDays,
  addCalendarDays,
  bankDebitDate,
  dateOfSeconds,
  dayIn,
  epochSeconds,
  isBusinessDay,
  isCalendarDay,
  isoDate,
  repaymentDate,
  startOfDay,
  utcDate,
  weekday,
} from '../../../server/domain/basics/dates.ts';
import { DomainError } from '../../../server/domain/basics/errors.ts';
import { bankHolidays, usHolidays } from '../../../server/holidays.ts';

const day = fc.date({ min: new Date('2021-01-01T00:00:00Z'), max: new Date('2035-12-31T23:59:59Z'), noInvalidDate: true });
const noHolidays = () => false;

describe('a calendar day', () => {
  it.each(['2026-02-30', '2026-13-01', '2026-1-01', '20260101', '2026-01-01T00:00:00Z', '', 'today', '2023-02-29', ' 2026-01-01'])('is not %j', (text) => {
    expect(isCalendarDay(text)).toBe(false);
    expect(() => isoDate(text)).toThrow(RangeError);
  });

  it.each(['2024-02-29', '2026-12-31', '0001-01-01'])('is %s', (text) => {
    expect(isoDate(text)).toBe(text);
  });

  it.each([
    ['America/New_York', '2026-11-21T04:59:59Z', '2026-11-20'],
    ['America/New_York', '2026-11-21T05:00:00Z', '2026-11-21'],
    ['America/New_York', '2026-07-04T03:59:59Z', '2026-07-03'],
    ['America/Los_Angeles', '2027-01-01T07:59:59Z', '2026-12-31'],
    ['UTC', '2026-11-21T23:59:59Z', '2026-11-21'],
  ])('in %s at %s is %s', (timeZone, instant, expected) => {
    expect(dayIn(timeZone, new Date(instant))).toBe(expected);
  });

  it('is the UTC day of an instant, and its seconds lead back to it', () => {
    expect(utcDate(new Date('2026-07-03T23:59:59.999Z'))).toBe('2026-07-03');
    expect(utcDate(new Date('2026-07-03T20:00:00-05:00'))).toBe('2026-07-04');
    expect(epochSeconds(isoDate('2026-07-06'))).toBe(1_783_296_000);
    expect(dateOfSeconds(1_783_296_000)).toBe('2026-07-06');
    expect(weekday(isoDate('2026-07-04'))).toBe(6);
  });

  it.each([
    ['2024-02-28', 1, '2024-02-29'],
    ['2023-02-28', 1, '2023-03-01'],
    ['2026-12-31', 1, '2027-01-01'],
    ['2026-03-07', 2, '2026-03-09'],
    ['2026-01-01', -1, '2025-12-31'],
    ['2026-06-15', 0, '2026-06-15'],
  ])('%s and %i calendar days is %s', (start, days, end) => {
    expect(addCalendarDays(isoDate(start), days)).toBe(end);
  });

  it.each([
    ['2026-07-06', -2, '2026-07-01'],
    ['2026-07-04', 0, '2026-07-04'],
    ['2026-07-10', 1, '2026-07-13'],
    ['2026-07-11', 1, '2026-07-13'],
  ])('%s and %i business days is %s', (start, days, end) => {
    expect(addBusinessDays(isoDate(start), days, usHolidays())).toBe(end);
  });

  it('takes whole days only', () => {
    expect(() => addCalendarDays(isoDate('2026-01-01'), 1.5)).toThrow(RangeError);
    expect(() => addBusinessDays(isoDate('2026-01-01'), Number.NaN, noHolidays)).toThrow(RangeError);
  });
});

describe('the repayment date', () => {
  it.each([
    ['2026-06-01T00:00:00Z', 30, 'calendar', '2026-07-01'],
    ['2026-06-01T23:59:59.999Z', 30, 'calendar', '2026-07-01'],
    ['2026-06-04T12:00:00Z', 30, 'calendar', '2026-07-04'],
    ['2024-01-31T12:00:00Z', 30, 'calendar', '2024-03-01'],
    ['2026-06-01T12:00:00Z', 0, 'calendar', '2026-06-01'],
    ['2026-06-30T19:00:00-07:00', 1, 'calendar', '2026-07-02'],
    ['2026-06-01T12:00:00Z', 30, 'business', '2026-07-15'],
  ])('of a purchase at %s on %i %s days is %s', (createdAt, netTerms, type, due) => {
    expect(repaymentDate(new Date(createdAt), netTerms, type, usHolidays())).toBe(due);
  });

  it.each(['weekly', '', 'Business', 'undefined'])('cannot be told for the type %j', (type) => {
    const thrown = (() => {
      try {
        return repaymentDate(new Date('2026-06-01T00:00:00Z'), 30, type, noHolidays);
      } catch (error) {
        return error;
      }
    })();
    expect(thrown).toBeInstanceOf(DomainError);
    expect(thrown).toMatchObject({ code: 'unknown_net_terms_type', details: { type }, message: `Cannot compute due at for net terms type ${type}` });
  });

  it('in business days is a business day, later for a longer term, and never before calendar days would make it', () => {
    const isHoliday = usHolidays();
    fc.assert(
      fc.property(day, fc.integer({ min: 1, max: 90 }), (createdAt, terms) => {
        const due = repaymentDate(createdAt, terms, 'business', isHoliday);
        expect(isBusinessDay(due, isHoliday)).toBe(true);
        expect(repaymentDate(createdAt, terms + 1, 'business', isHoliday) > due).toBe(true);
        expect(due >= repaymentDate(createdAt, terms, 'calendar', isHoliday)).toBe(true);
        expect(addBusinessDays(due, -terms, isHoliday) <= utcDate(createdAt)).toBe(true);
      }),
    );
  });
});

it('debits on the first open day from the due date on, and gives a reason exactly when that is another day', () => {
  const isBankHoliday = bankHolidays();
  fc.assert(
    fc.property(day, (instant) => {
      const due = utcDate(instant);
      const debit = bankDebitDate(due, isBankHoliday);
      expect(isBusinessDay(debit.date, isBankHoliday)).toBe(true);
      expect(debit.reason === null).toBe(debit.date === due);
      for (let between = due; between < debit.date; between = addCalendarDays(between, 1)) expect(isBusinessDay(between, isBankHoliday)).toBe(false);
      expect((startOfDay(debit.date).getTime() - startOfDay(due).getTime()) / 86_400_000).toBeLessThanOrEqual(4);
    }),
  );
});

describe('a day is written', () => {
  const lateEvening = new Date('2026-07-05T23:30:00Z');

  it('short, numeric and for files in UTC', () => {
    expect(formatShortDate(lateEvening, 'UTC')).toBe('Jul 5, 2026');
    expect(formatNumericDate(lateEvening)).toBe('07/05/2026');
    expect(formatDayMonthYear(lateEvening)).toBe('05-Jul-2026');
    expect(formatDayMonthYear(new Date('2026-12-31T23:59:59Z'))).toBe('31-Dec-2026');
  });

  it('in the zone of the machine that shows it, whatever that is', () => {
    const local = new Date(2026, 6, 5, 12, 0, 0);
    expect(formatShortDate(local, 'local')).toBe('Jul 5, 2026');
  });

  it('beside a time of the machine’s zone, where it is another day in UTC', () => {
    for (let hour = 0; hour < 24; hour += 1) {
      const local = new Date(2026, 6, 5, hour, 30);
      const day = formatShortDate(local, 'UTC');
      expect(otherUtcDay(local.toISOString())).toBe(day === 'Jul 5, 2026' ? null : `${day} (UTC)`);
    }
  });
});
