import { describe, expect, it } from 'vitest';
import { isoDate } from '../../../server/domain/basics/dates.ts';
import {
  drawKey,
  isDrawnByItself,
  isFailedDraw,
  isInFlight,
  isKeyForgotten,
  isLaterTransferStatus,
  mayBeDrawn,
  nextAttempt,
  withdrawalNoticeDate,
} from '../../../server/domain/repayment/draw.ts';
import { dueDatesToDraw, usualDraws } from '../../../server/domain/repayment/drawDays.ts';
import { bankHolidays } from '../../../server/holidays.ts';

const isBankHoliday = bankHolidays();

describe('a draw', () => {
  const dates = ['2026-07-02', '2026-07-03', '2026-07-04', '2026-07-06', '2026-07-07'].map(isoDate);

  it.each([
    ['2026-07-01', []],
    ['2026-07-02', ['2026-07-02']],
    ['2026-07-03', ['2026-07-02', '2026-07-03']],
    ['2026-07-05', ['2026-07-02', '2026-07-03']],
    ['2026-07-06', ['2026-07-02', '2026-07-03', '2026-07-04', '2026-07-06']],
  ])('runs by %s for %j: what is due on a day the banks are closed waits for the next they are open', (day, dueDates) => {
    expect(dueDatesToDraw(dates, { preference: usualDraws, isBankHoliday }, isoDate(day))).toEqual(dueDates);
  });

  it('is announced two business days before', () => {
    expect(withdrawalNoticeDate(isoDate('2026-07-06'), isBankHoliday)).toBe('2026-07-02');
    expect(withdrawalNoticeDate(isoDate('2026-12-28'), isBankHoliday)).toBe('2026-12-23');
  });

  it.each([
    [{}, true],
    [{ is_locked: true }, false],
    [{ is_fraud: true }, false],
    [{ is_black_listed: true }, false],
    [{ plaid_access_token: 'BLANK' }, false],
  ])('of an account with %o is made by itself: %s', (record, isMade) => {
    const account = { is_locked: false, is_fraud: false, is_black_listed: false, plaid_access_token: 'h_bank', ...record };
    expect(isDrawnByItself(account)).toBe(isMade);
  });

  it('has one name for good', () => {
    expect(drawKey('b1c7', { due_date: isoDate('2026-07-06'), part: 2, attempt: 1 })).toBe('draw:b1c7:2026-07-06:2:1');
  });

  const made = (status: string, day: string, retry_of: string | null = null) => ({ status, debit_date: isoDate(day), retry_of });

  // Thursday the 2nd, Monday the 6th and Wednesday the 8th of July 2026.
  it.each([
    ['is made when none was', [], '2026-07-02', true],
    ['is not made twice on its day', [made('pending', '2026-07-02')], '2026-07-02', false],
    ['is not made twice on its day, settled or not', [made('settled', '2026-07-02')], '2026-07-02', false],
    ['is not made on the day on which one failed', [made('declined', '2026-07-02')], '2026-07-02', false],
    ['takes on another day what one could not take', [made('posted', '2026-07-02')], '2026-07-03', true],
    ['that failed does not keep another day from what is new', [made('returned', '2026-07-02')], '2026-07-03', true],
    ['that never reached the bank is made up for at once', [made('cancelled', '2026-07-02')], '2026-07-02', true],
    ['is made beside the retry of an earlier one', [made('returned', '2026-07-02'), made('pending', '2026-07-06', 'first')], '2026-07-06', true],
  ])('of a due date %s', (_, draws, day, expected) => {
    expect(mayBeDrawn(draws, isoDate(day))).toBe(expected);
  });

  it('is numbered by its due date, failed and cancelled ones counted', () => {
    expect(nextAttempt([])).toBe(1);
    expect(nextAttempt([{ attempt: 2 }, { attempt: 3 }, { attempt: 1 }])).toBe(4);
  });

  it.each([
    ['planned', true, false],
    ['sending', true, false],
    ['unknown', true, false],
    ['pending', true, false],
    ['posted', true, false],
    ['settled', false, false],
    ['funds_available', false, false],
    ['cancelled', false, false],
    ['declined', false, true],
    ['failed', false, true],
    ['returned', false, true],
  ])('that is %s is on its way: %s, has failed: %s', (status, inFlight, failed) => {
    expect([isInFlight({ status }), isFailedDraw({ status })]).toEqual([inFlight, failed]);
  });

  it('goes one way through its states, whatever order the events come in', () => {
    const order = ['pending', 'posted', 'settled', 'funds_available', 'returned'];
    for (const [at, status] of order.entries()) {
      for (const [knownAt, known] of order.entries()) expect(isLaterTransferStatus(status, known)).toBe(at > knownAt);
    }
    expect(isLaterTransferStatus('settled', 'failed')).toBe(false);
    expect(isLaterTransferStatus('something new', 'settled')).toBe(true);
  });
});

describe('the key of a draw, which the bank remembers for 48 hours', () => {
  const created_at = new Date('2026-11-20T08:00:00Z');
  const sent_at = new Date('2026-11-20T12:00:00Z');

  it.each([
    ['is relied on for 47 hours from the sending', sent_at, '2026-11-22T11:00:00.000Z', false],
    ['is not relied on from then on', sent_at, '2026-11-22T11:00:00.001Z', true],
    ['counts from the planning where no sending is known', null, '2026-11-22T07:00:00.001Z', true],
  ])('%s', (_, sent, now, isForgotten) => expect(isKeyForgotten({ sent_at: sent, created_at }, new Date(now))).toBe(isForgotten));
});
