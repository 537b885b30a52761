import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isoDate } from '../../../server/domain/basics/dates.ts';
import { cents } from '../../../server/domain/basics/money.ts';
import {
  drawAmount,
  drawKey,
  dueDatesToDebit,
  isDrawnByItself,
  isFailedDraw,
  isInFlight,
  isLaterTransferStatus,
  mayBeDrawn,
  nextAttempt,
  withdrawalNoticeDate,
} from '../../../server/domain/repayment/draw.ts';
import { type PayNowChoice, payNowPreview } from '../../../server/domain/repayment/payNow.ts';
import { paymentDeadline, paymentSchedule, unpaidOf } from '../../../server/domain/repayment/schedule.ts';
import { bankHolidays } from '../../../server/holidays.ts';

const isBankHoliday = bankHolidays();

function unpaid(dues: Readonly<Record<string, number>>, today = '2026-06-20', credits = 0) {
  const all = Object.entries(dues).map(([date, amount]) => ({ due_date: isoDate(date), amount_cents: cents(amount), cashback_basis_points: 100 }));
  return unpaidOf({ dues: all, creditsReceived: cents(credits), today: isoDate(today) });
}

function schedule(dues: Readonly<Record<string, number>>, today = '2026-06-20', credits = 0) {
  return paymentSchedule(unpaid(dues, today, credits), (dueDate) => today <= paymentDeadline(dueDate, isBankHoliday));
}

describe('a draw', () => {
  const entries = schedule({ '2026-07-02': 1_000, '2026-07-03': 2_000, '2026-07-04': 4_000, '2026-07-06': 8_000, '2026-07-07': 16_000 });

  it.each([
    ['2026-07-01', []],
    ['2026-07-02', ['2026-07-02']],
    ['2026-07-03', ['2026-07-02', '2026-07-03']],
    ['2026-07-05', ['2026-07-02', '2026-07-03']],
    ['2026-07-06', ['2026-07-02', '2026-07-03', '2026-07-04', '2026-07-06']],
  ])('runs by %s for %j: what is due on a day the banks are closed waits for the next they are open', (day, dueDates) => {
    expect(dueDatesToDebit(entries, isoDate(day), isBankHoliday)).toEqual(dueDates);
  });

  it.each([
    ['takes what is due on its day', '2026-07-02', 31_000, 0, 1_000],
    ['takes what is left from before with it', '2026-07-03', 31_000, 0, 3_000],
    ['leaves out what is on its way', '2026-07-03', 31_000, 1_000, 2_000],
    ['takes nothing twice', '2026-07-03', 31_000, 3_000, 0],
    ['takes no purchase that is only held', '2026-07-07', 5_000, 0, 5_000],
    ['takes nothing from a receiver in credit', '2026-07-07', -5_000, 0, 0],
    ['takes nothing when more than that is on its way', '2026-07-02', 31_000, 9_000, 0],
    ['takes nothing before the first due date', '2026-07-01', 31_000, 0, 0],
  ])('%s', (_, dueDate, owed, inFlight, amount) => {
    expect(drawAmount({ schedule: entries, dueDate: isoDate(dueDate), owed: cents(owed), inFlight: cents(inFlight), reserved: cents(0) })).toBe(amount);
  });

  it('takes $150,000 at most, and the rest goes with the next', () => {
    const large = schedule({ '2026-07-02': 16_000_000, '2026-07-03': 500 });
    expect(drawAmount({ schedule: large, dueDate: isoDate('2026-07-02'), owed: cents(16_000_500), inFlight: cents(0), reserved: cents(0) })).toBe(15_000_000);
    expect(drawAmount({ schedule: large, dueDate: isoDate('2026-07-03'), owed: cents(16_000_500), inFlight: cents(15_000_000), reserved: cents(0) })).toBe(
      1_000_500,
    );
  });

  it('leaves out what was debited in vain before', () => {
    const facts = { schedule: entries, dueDate: isoDate('2026-07-03'), owed: cents(31_000), inFlight: cents(0) };
    expect(drawAmount({ ...facts, reserved: cents(1_000) })).toBe(2_000);
    expect(drawAmount({ ...facts, reserved: cents(5_000) })).toBe(0);
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
    expect(drawKey('b1c7', isoDate('2026-07-06'), 1)).toBe('draw:b1c7:2026-07-06:1');
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

  it('never takes more in all than is owed, however many run at once', () => {
    const dues = fc.uniqueArray(fc.integer({ min: 1, max: 28 }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(
        dues,
        fc.array(fc.integer({ min: 1, max: 9_000_000 }), { minLength: 8, maxLength: 8 }),
        fc.integer({ min: 0, max: 99_000_000 }),
        (days, amounts, owed) => {
          const dates = Object.fromEntries(days.map((day, index) => [`2026-08-${String(day).padStart(2, '0')}`, amounts[index] ?? 0]));
          const all = schedule(dates);
          const due = all.reduce((sum, entry) => sum + entry.total_owed_cents, 0);
          let inFlight = 0;
          for (const dueDate of dueDatesToDebit(all, isoDate('2026-09-02'), isBankHoliday)) {
            inFlight += drawAmount({ schedule: all, dueDate, owed: cents(owed), inFlight: cents(inFlight), reserved: cents(0) });
          }
          expect(inFlight).toBe(Math.min(owed, due));
        },
      ),
    );
  });
});

describe('paying now', () => {
  const base = {
    schedule: schedule({ '2026-06-10': 1_000, '2026-07-02': 2_000, '2026-07-15': 4_000 }),
    unpaid: unpaid({ '2026-06-10': 1_000, '2026-07-02': 2_000, '2026-07-15': 4_000 }),
    owed: cents(6_500),
    inFlight: cents(0),
    total: cents(10_000),
    outstanding: cents(7_000),
    today: isoDate('2026-07-02'),
    isBankHoliday,
  };

  it.each<[string, PayNowChoice, Partial<typeof base>, [number, number, number, number]]>([
    ['all takes what has settled', { pay: 'all' }, {}, [6_500, 6_500, 9_500, 55]],
    ['next due takes the first of the schedule; being late it earns nothing', { pay: 'next_due' }, {}, [1_000, 1_000, 4_000, 0]],
    ['next due skips what is on its way', { pay: 'next_due' }, { inFlight: cents(1_500) }, [1_500, 1_500, 4_500, 15]],
    ['a purchase takes what it still owes', { pay: 'purchase', unpaid_cents: cents(1_200) }, {}, [1_200, 1_200, 4_200, 2]],
    ['a purchase takes no more than is owed', { pay: 'purchase', unpaid_cents: cents(9_000) }, {}, [6_500, 6_500, 9_500, 55]],
    ['all frees nothing that is over the limit', { pay: 'all' }, { total: cents(5_000) }, [6_500, 4_500, 4_500, 55]],
    ['all takes nothing when all is on its way', { pay: 'all' }, { inFlight: cents(6_500) }, [0, 0, 3_000, 0]],
    ['all takes nothing in credit', { pay: 'all' }, { owed: cents(-100), outstanding: cents(-100), schedule: [] }, [0, 0, 10_100, 0]],
    ['next due takes nothing when nothing is due', { pay: 'next_due' }, { schedule: [] }, [0, 0, 3_000, 0]],
    [
      'all takes $150,000 at most',
      { pay: 'all' },
      { owed: cents(20_000_000), outstanding: cents(20_000_000), total: cents(20_000_000) },
      [15_000_000, 15_000_000, 15_000_000, 60],
    ],
  ])('%s', (_, choice, changes, [amount, frees, available, cashback]) => {
    expect(payNowPreview({ ...base, ...changes, choice })).toEqual({
      amount_cents: amount,
      frees_cents: frees,
      available_after_cents: available,
      cashback_cents: cashback,
      // Sent on Thursday, July 2: Friday the 3rd, Monday the 6th and Tuesday the 7th are banking days.
      settles_on: '2026-07-07',
    });
  });
});
