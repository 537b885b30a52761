import { describe, expect, it } from 'vitest';
import { isoDate } from '../../../server/domain/basics/dates.ts';
import { canBePaidInTime, countingDay } from '../../../server/domain/repayment/inTime.ts';
import { bankHolidays } from '../../../server/holidays.ts';

// Due on Independence Day, a Saturday, and debited on Monday, July 6.
const dueDate = isoDate('2026-07-04');

function failed(on: string, { kind = 'scheduled', due = '2026-07-04', debit = '2026-07-06' } = {}) {
  return { kind, due_date: isoDate(due), debit_date: isoDate(debit), failedOn: on === '' ? null : isoDate(on), retry_of: null };
}
const paidNow = (on: string, failedOn: string) => failed(failedOn, { kind: 'pay_now', due: on, debit: on });

const facts = (today: string, draws: ReturnType<typeof failed>[] = [], authorized: string | null = '2026-06-01') => ({
  draws,
  today: isoDate(today),
  authorizedOn: authorized === null ? null : isoDate(authorized),
  isBankHoliday: bankHolidays(),
});

describe('a draw of a due date counts', () => {
  it.each<[string, ReturnType<typeof facts>, string]>([
    ['by the debit day', facts('2026-07-06'), '2026-07-06'],
    ['by the debit day, made before it', facts('2026-07-01'), '2026-07-06'],
    ['by the debit day, however late we make it', facts('2026-07-20'), '2026-07-06'],
    ['by its own day after one that failed', facts('2026-07-09', [failed('2026-07-07')]), '2026-07-09'],
    ['by the debit day after one that never reached the bank', facts('2026-07-08', [failed('')]), '2026-07-06'],
    [
      'by the debit day, though one of another date failed',
      facts('2026-07-08', [failed('2026-07-02', { due: '2026-07-01', debit: '2026-07-01' })]),
      '2026-07-06',
    ],
    ['by its own day, when a payment asked for in time came back too late', facts('2026-07-09', [paidNow('2026-07-02', '2026-07-06')]), '2026-07-09'],
    ['by the debit day, when that came back before it', facts('2026-07-08', [paidNow('2026-06-29', '2026-07-02')]), '2026-07-06'],
    ['by the debit day, when a payment asked for after it failed', facts('2026-07-09', [paidNow('2026-07-07', '2026-07-08')]), '2026-07-06'],
    ['by its own day, when debits have only been authorized since', facts('2026-07-09', [], '2026-07-07'), '2026-07-09'],
    ['by the debit day, when they were authorized on it', facts('2026-07-09', [], '2026-07-06'), '2026-07-06'],
  ])('%s', (_, known, day) => {
    expect(countingDay(dueDate, known)).toBe(day);
  });
});

it.each([
  ['until its debit day', facts('2026-07-06', [failed('2026-07-05')], null), true],
  ['not after it without an authorization', facts('2026-07-07', [], null), false],
  ['nor with a later one', facts('2026-07-08', [], '2026-07-07'), false],
  ['after it while only we have not drawn it', facts('2026-07-07'), true],
  ['not when that failed', facts('2026-07-08', [failed('2026-07-07')]), false],
])('a due date can be paid in time %s', (_, known, expected) => {
  expect(canBePaidInTime(dueDate, known)).toBe(expected);
});
