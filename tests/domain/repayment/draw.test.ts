import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isoDate } from '../../../server/domain/basics/dates.ts';
import { cents } from '../../../server/domain/basics/money.ts';
import {
  drawAmount,
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
import { duesPaidBy, type PayNowChoice, payable, payNowPreview, whyNothingToPay } from '../../../server/domain/repayment/payNow.ts';
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
    expect(dueDatesToDraw({ schedule: entries, preference: usualDraws, isBankHoliday }, isoDate(day))).toEqual(dueDates);
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
          for (const dueDate of dueDatesToDraw({ schedule: all, preference: usualDraws, isBankHoliday }, isoDate('2026-09-02'))) {
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
    owed: cents(6_500),
    inFlight: cents(0),
    total: cents(10_000),
    outstanding: cents(7_000),
    sentOn: isoDate('2026-07-02'),
    cashbackOf: (amount: number) => cents(2 * amount),
    isBankHoliday,
  };

  it.each<[string, PayNowChoice, Partial<typeof base>, [number, number, number]]>([
    ['all takes what has settled', { pay: 'all' }, {}, [6_500, 6_500, 9_500]],
    ['next due takes the first of the schedule', { pay: 'next_due' }, {}, [1_000, 1_000, 4_000]],
    ['next due skips what is on its way', { pay: 'next_due' }, { inFlight: cents(1_500) }, [1_500, 1_500, 4_500]],
    ['a purchase takes what it still owes', { pay: 'purchase', unpaid_cents: cents(1_200) }, {}, [1_200, 1_200, 4_200]],
    ['a purchase takes no more than is owed', { pay: 'purchase', unpaid_cents: cents(9_000) }, {}, [6_500, 6_500, 9_500]],
    ['an amount takes just that, and pays the oldest first', { pay: 'amount', amount_cents: cents(1_250) }, {}, [1_250, 1_250, 4_250]],
    ['an amount may be a cent', { pay: 'amount', amount_cents: cents(1) }, {}, [1, 1, 3_001]],
    ['an amount may be all that has settled', { pay: 'amount', amount_cents: cents(6_500) }, {}, [6_500, 6_500, 9_500]],
    ['an amount pays beside what is on its way', { pay: 'amount', amount_cents: cents(500) }, { inFlight: cents(2_800) }, [500, 500, 3_500]],
    ['an amount takes nothing when all is on its way', { pay: 'amount', amount_cents: cents(1) }, { inFlight: cents(6_500) }, [0, 0, 3_000]],
    ['all frees nothing that is over the limit', { pay: 'all' }, { total: cents(5_000) }, [6_500, 4_500, 4_500]],
    ['all takes nothing when all is on its way', { pay: 'all' }, { inFlight: cents(6_500) }, [0, 0, 3_000]],
    ['all takes nothing in credit', { pay: 'all' }, { owed: cents(-100), outstanding: cents(-100), schedule: [] }, [0, 0, 10_100]],
    ['next due takes nothing when nothing is due', { pay: 'next_due' }, { schedule: [] }, [0, 0, 3_000]],
    [
      'all takes $150,000 at most',
      { pay: 'all' },
      { owed: cents(20_000_000), outstanding: cents(20_000_000), total: cents(20_000_000) },
      [15_000_000, 15_000_000, 15_000_000],
    ],
  ])('%s', (_, choice, changes, [amount, frees, available]) => {
    expect(payNowPreview({ ...base, ...changes, choice })).toEqual({
      amount_cents: amount,
      frees_cents: frees,
      available_after_cents: available,
      cashback_cents: 2 * amount,
      // Sent on Thursday, July 2: Friday the 3rd and Monday the 6th are banking days.
      settles_on: '2026-07-06',
    });
  });

  it.each([
    ['$65.00', 6_501, {}],
    ['$15.00', 1_501, { inFlight: cents(5_000) }],
    ['$150,000.00', 15_000_001, { owed: cents(20_000_000) }],
  ])('of an amount above %s says that it is the most', (most, amount, changes) => {
    const pays = () => payNowPreview({ ...base, ...changes, choice: { pay: 'amount', amount_cents: cents(amount) } });
    expect(pays).toThrow(expect.objectContaining({ code: 'more_than_payable', details: { reason: `You can pay at most ${most} now. Enter that or less.` } }));
  });

  it('pays the oldest dues first, beside what is on its way', () => {
    const paidBy = (amount: number, inFlight: number) =>
      duesPaidBy(cents(amount), { unpaid: unpaid({ '2026-06-10': 1_000, '2026-07-02': 2_000, '2026-07-15': 4_000 }), inFlight: cents(inFlight) }).map(
        ({ due_date, amount_cents }) => [due_date, amount_cents],
      );
    expect(paidBy(1_250, 0)).toEqual([
      ['2026-06-10', 1_000],
      ['2026-07-02', 250],
    ]);
    expect(paidBy(500, 2_800)).toEqual([
      ['2026-07-02', 200],
      ['2026-07-15', 300],
    ]);
    expect(paidBy(0, 0)).toEqual([]);
  });

  it('knows the most that can be paid, and what cannot be paid yet', () => {
    const of = (owed: number, pending: number, inFlight: number) => payable({ owed: cents(owed), pending: cents(pending), inFlight: cents(inFlight) });
    expect(of(6_500, 500, 1_000)).toEqual({ most_cents: 5_500, pending_cents: 500, in_flight_cents: 1_000 });
    expect(of(1_000, -300, 1_500)).toEqual({ most_cents: 0, pending_cents: 0, in_flight_cents: 1_500 });
    expect(of(20_000_000, 0, 0).most_cents).toBe(15_000_000);
  });

  it.each([
    [{ most_cents: 5, pending_cents: 7, in_flight_cents: 9, obstacle: null }, null],
    [{ most_cents: 5, pending_cents: 0, in_flight_cents: 0, obstacle: 'no_bank' as const }, 'To pay now, link your bank account first.'],
    [{ most_cents: 5, pending_cents: 0, in_flight_cents: 0, obstacle: 'debits_stopped' as const }, 'To pay now, authorize debits of your bank account first.'],
    [{ most_cents: 0, pending_cents: 0, in_flight_cents: 12_345, obstacle: null }, '$123.45 is already on its way from your bank.'],
    [
      { most_cents: 0, pending_cents: 0, in_flight_cents: 12_345, asked_cents: 12_345, obstacle: null },
      'We are asking your bank for $123.45, and try again until it answers.',
    ],
    [
      { most_cents: 0, pending_cents: 0, in_flight_cents: 12_345, asked_cents: 2_300, obstacle: null },
      '$100.45 is already on its way from your bank. We are asking your bank for $23.00, and try again until it answers.',
    ],
    [
      { most_cents: 0, pending_cents: 500, in_flight_cents: 100, obstacle: 'no_bank' as const },
      '$1.00 is already on its way from your bank. $5.00 of purchases is still pending. You can pay for a purchase once it has settled, usually in 1 to 3 days.',
    ],
    [{ most_cents: 0, pending_cents: 0, in_flight_cents: 0, obstacle: null }, 'There is nothing to pay.'],
  ])('of %j, nothing can be paid because: %s', (facts, why) => {
    expect(whyNothingToPay(facts)).toBe(why);
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
