import { formatDayMonthYear, formatNumericDate, formatShortDate } from '../../../server/domain/basics/dateFormats.ts';
import { addBusinessDays, addCalendarDays, bankDebitDate, isoDate, isWeekend, repaymentDate, utcDate } from '../../../server/domain/basics/dates.ts';
import { formatMonth, lastTwelveMonths, monthOf, periodOfMonth } from '../../../server/domain/basics/periods.ts';
import { bankHolidays, usHolidays } from '../../../server/holidays.ts';

/** Everything the calendar answers for the days of 2024 to 2030, to be compared between machines in different time zones. */
export function calendarAnswers() {
  const isHoliday = usHolidays();
  const isBankHoliday = bankHolidays();
  const answers = [];
  for (let day = isoDate('2024-01-01'); day < '2031-01-01'; day = addCalendarDays(day, 1)) {
    const firstInstant = new Date(`${day}T00:00:00.000Z`);
    const lastInstant = new Date(`${day}T23:59:59.999Z`);
    answers.push({
      day,
      isHoliday: isHoliday(day),
      isBankHoliday: isBankHoliday(day),
      isWeekend: isWeekend(day),
      inTwoDays: addBusinessDays(day, 2, isHoliday),
      debit: bankDebitDate(day, isBankHoliday),
      repayment: [firstInstant, lastInstant].map((at) => [repaymentDate(at, 30, 'business', isHoliday), repaymentDate(at, 30, 'calendar', isHoliday)]),
      formats: [firstInstant, lastInstant].map((at) => [utcDate(at), formatShortDate(at, 'UTC'), formatNumericDate(at), formatDayMonthYear(at)]),
      months: [firstInstant, lastInstant].map((at) => [monthOf(at), formatMonth(monthOf(at)), periodOfMonth(monthOf(at)), lastTwelveMonths(at).at(-1)]),
    });
  }
  return answers;
}
