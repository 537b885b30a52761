import { describe, expect, it } from 'vitest';
import { isoDate } from '../../../server/domain/basics/dates.ts';
import { canBePaidInTime, plannedDay } from '../../../server/domain/repayment/inTime.ts';
import { bankHolidays } from '../../../server/holidays.ts';

const isBankHoliday = bankHolidays();

function draw(due: string, debit: string, { kind = 'scheduled', failed = '' } = {}) {
  return { kind, due_date: isoDate(due), debit_date: isoDate(debit), failedOn: failed === '' ? null : isoDate(failed) };
}

const paidNow = (on: string, failed = '') => draw(on, on, { kind: 'pay_now', failed });

// Due on Independence Day, a Saturday, and debited on Monday, July 6.
const first = draw('2026-07-04', '2026-07-06');

describe('the day by which a draw counts', () => {
  it.each<[string, ReturnType<typeof draw>, ReturnType<typeof draw>[], string]>([
    ['that of the debit', first, [], '2026-07-06'],
    ['that of the debit, however late we send it', draw('2026-07-04', '2026-07-20'), [], '2026-07-06'],
    ['the day of the press, paid ahead', paidNow('2026-06-20'), [], '2026-06-20'],
    ['the day of the press, paid late', paidNow('2026-07-07'), [first], '2026-07-07'],
    ['its own, after a failed one', draw('2026-07-04', '2026-07-09'), [draw('2026-07-04', '2026-07-06', { failed: '2026-07-07' })], '2026-07-09'],
    ['that of the debit, after one that never reached the bank', draw('2026-07-04', '2026-07-08'), [first], '2026-07-06'],
    ['that of the debit, though another due date failed', first, [draw('2026-07-01', '2026-07-01', { failed: '2026-07-02' })], '2026-07-06'],
    ['that of the debit, though it came back later', draw('2026-07-04', '2026-07-06', { failed: '2026-07-20' }), [], '2026-07-06'],
    ['its own, when a payment ahead came back too late', draw('2026-07-04', '2026-07-09'), [paidNow('2026-07-02', '2026-07-08')], '2026-07-09'],
    ['that of the debit, when a payment ahead came back before it', first, [paidNow('2026-06-29', '2026-07-02')], '2026-07-06'],
  ])('is %s', (_, one, others, day) => {
    expect(plannedDay(one, [...others, one], isBankHoliday)).toBe(day);
  });
});

describe('a due date', () => {
  const dueDate = isoDate('2026-07-04');
  const facts = { draws: [], today: isoDate('2026-07-07'), isDrawnByItself: true, isBankHoliday };

  it('can be paid in time until its debit day', () => {
    expect(canBePaidInTime(dueDate, { ...facts, today: isoDate('2026-07-06'), isDrawnByItself: false })).toBe(true);
    expect(canBePaidInTime(dueDate, { ...facts, isDrawnByItself: false })).toBe(false);
  });

  it('can be paid in time after it while our draw has not failed', () => {
    expect(canBePaidInTime(dueDate, facts)).toBe(true);
    expect(canBePaidInTime(dueDate, { ...facts, draws: [first] })).toBe(true);
    expect(canBePaidInTime(dueDate, { ...facts, draws: [draw('2026-07-04', '2026-07-06', { failed: '2026-07-07' })] })).toBe(false);
    expect(canBePaidInTime(dueDate, { ...facts, draws: [paidNow('2026-06-29', '2026-07-02')] })).toBe(true);
    expect(canBePaidInTime(dueDate, { ...facts, draws: [paidNow('2026-07-02', '2026-07-07')] })).toBe(false);
  });
});
