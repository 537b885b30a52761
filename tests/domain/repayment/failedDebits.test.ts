import { describe, expect, it } from 'vitest';
import { isoDate } from '../../../server/domain/basics/dates.ts';
import { cents } from '../../../server/domain/basics/money.ts';
import type { DrawAttempt } from '../../../server/domain/repayment/draw.ts';
import {
  debitDescription,
  hasUnpaidDraw,
  type OtherCredits,
  presentmentNumber,
  reservedAmounts,
  retryDate,
  uncollectedAmount,
} from '../../../server/domain/repayment/failedDebits.ts';
import { paymentSchedule, unpaidOf } from '../../../server/domain/repayment/schedule.ts';
import { bankHolidays } from '../../../server/holidays.ts';

const isBankHoliday = bankHolidays();
const today = isoDate('2026-11-24');

const credits = (paid = 0, cashback = 0, underway = paid): OtherCredits => ({ received: cents(paid), underway: cents(underway), cashback: cents(cashback) });

/** A draw of $50 due on November 23, a Monday, that came back on the 24th. */
const failed = (different: Partial<DrawAttempt> = {}): DrawAttempt => ({
  id: 'first',
  retry_of: null,
  due_date: isoDate('2026-11-23'),
  part: 1,
  attempt: 1,
  amount_cents: cents(5_000),
  status: 'returned',
  failure_code: 'R01',
  debit_date: isoDate('2026-11-23'),
  failedOn: isoDate('2026-11-24'),
  finished_at: new Date('2026-11-24T15:00:00Z'),
  uncollected_cents: cents(5_000),
  credits_cents: cents(0),
  cashback_cents: cents(0),
  ...different,
});
const open = { failure_code: null, failedOn: null, finished_at: null, uncollected_cents: null, credits_cents: null, cashback_cents: null };
const retry = (different: Partial<DrawAttempt> = {}): DrawAttempt =>
  failed({ id: 'second', retry_of: 'first', attempt: 2, debit_date: isoDate('2026-11-27'), failedOn: isoDate('2026-11-30'), ...different });

const retryOn = (made: DrawAttempt[], paid = credits()) => made.map((draw) => retryDate(draw, made, paid, isBankHoliday));
const reserved = (made: DrawAttempt[], paid = credits()) =>
  reservedAmounts(made, paid, isBankHoliday).map(({ due_date, amount_cents, retry: again }) => [due_date, amount_cents, again?.on ?? null]);

describe('the second presentment', () => {
  it.each<[string, DrawAttempt[], (string | null)[]]>([
    // Thursday the 26th is Thanksgiving: Wednesday the 25th and Friday the 27th are business days.
    ['comes two business days after an R01', [failed()], ['2026-11-27']],
    ['comes two business days after an R09', [failed({ failure_code: 'R09' })], ['2026-11-27']],
    ['comes two business days after a refusal for want of money', [failed({ status: 'declined', failure_code: 'NSF' })], ['2026-11-27']],
    ['does not come after an R02', [failed({ failure_code: 'R02' })], [null]],
    ['does not come after an R29', [failed({ failure_code: 'R29' })], [null]],
    ['does not come after an R16', [failed({ failure_code: 'R16' })], [null]],
    ['does not come after a code that nobody knows', [failed({ failure_code: null })], [null]],
    ['comes once', [failed(), retry()], [null, null]],
    ['is not announced while it is on its way', [failed(), retry({ ...open, status: 'pending' })], [null, null]],
    ['comes still when the retry never reached the bank', [failed(), retry({ ...open, status: 'cancelled' })], ['2026-11-27', null]],
    ['comes after a return on the 178th day', [failed({ debit_date: isoDate('2026-06-01') })], ['2026-11-27']],
    ['does not come when it would be after the 180th day', [failed({ debit_date: isoDate('2026-05-30') })], [null]],
  ])('after what failed: %s', (_, made, expected) => {
    expect(retryOn(made)).toEqual(expected);
  });

  it.each<[string, OtherCredits, string | null]>([
    ['comes when nothing was paid', credits(), '2026-11-27'],
    ['does not come when it was paid', credits(5_000), null],
    ['does not come when a part was paid: only the same amount may be presented', credits(1), null],
    ['does not come while a payment of it is on its way', credits(0, 0, 5_000), null],
    ['comes all the same when cashback was earned', credits(0, 40), '2026-11-27'],
  ])('after what was paid: %s', (_, paid, expected) => {
    expect(retryOn([failed()], paid)).toEqual([expected]);
  });

  it('is marked as such only where this account was debited before', () => {
    const at = (draw: DrawAttempt, bank_account_id: string | null) => ({ ...draw, bank_account_id });
    const number = (made: (DrawAttempt & { bank_account_id: string | null })[], account: string) => presentmentNumber(retry(), made, account);
    expect(number([at(failed(), 'a')], 'a')).toBe(2);
    expect(number([at(failed(), 'a')], 'b')).toBe(1);
    expect(number([at(failed({ status: 'declined', failure_code: 'NSF' }), 'a')], 'a')).toBe(1);
    expect(presentmentNumber(failed({ id: 'other' }), [at(failed(), 'a')], 'a')).toBe(1);
    expect([1, 2, 3].map(debitDescription)).toEqual(['REPAYMENT', 'Retry 1', 'Retry 2']);
  });
});

describe('what other draws leave out', () => {
  it.each<[string, DrawAttempt[], OtherCredits, unknown[]]>([
    ['is nothing when nothing failed', [failed({ ...open, status: 'settled' })], credits(), []],
    ['is what is presented again, whole', [failed()], credits(), [['2026-11-23', 5_000, '2026-11-27']]],
    ['is whole in spite of cashback', [failed()], credits(0, 40), [['2026-11-23', 5_000, '2026-11-27']]],
    ['is what failed for good', [failed({ failure_code: 'R16' })], credits(), [['2026-11-23', 5_000, null]]],
    ['is less what was paid since', [failed({ failure_code: 'R16' })], credits(2_000), [['2026-11-23', 3_000, null]]],
    ['is less the cashback since, when it is not presented again', [failed({ failure_code: 'R16' })], credits(0, 40), [['2026-11-23', 4_960, null]]],
    ['is less a payment on its way', [failed({ failure_code: 'R16' })], credits(0, 0, 2_000), [['2026-11-23', 3_000, null]]],
    ['is not less what was paid before', [failed({ failure_code: 'R16', credits_cents: cents(2_000) })], credits(2_000), [['2026-11-23', 5_000, null]]],
    [
      'grows again when a payment is taken back',
      [failed({ uncollected_cents: cents(2_000), credits_cents: cents(3_000) })],
      credits(),
      [['2026-11-23', 5_000, '2026-11-27']],
    ],
    ['is nothing once it was paid', [failed({ failure_code: 'R16' })], credits(9_000), []],
    ['is nothing while the retry is on its way', [failed(), retry({ ...open, status: 'pending' })], credits(), []],
    ['is nothing when the retry has settled', [failed(), retry({ ...open, status: 'settled' })], credits(), []],
    ['is one amount after two presentments', [failed(), retry()], credits(), [['2026-11-23', 5_000, null]]],
    [
      'is nothing of a draw whose figures are still to be worked out',
      [failed({ uncollected_cents: null, credits_cents: null, cashback_cents: null })],
      credits(),
      [],
    ],
  ])('%s', (_, made, paid, expected) => {
    expect(reserved(made, paid)).toEqual(expected);
  });

  it('is paid oldest first, whichever failed first', () => {
    const older = failed({ id: 'older', failure_code: 'R10', due_date: isoDate('2026-10-05'), finished_at: new Date('2026-11-24T16:00:00Z') });
    expect(reserved([failed(), older], credits(3_000))).toEqual([
      ['2026-11-23', 5_000, '2026-11-27'],
      ['2026-10-05', 2_000, null],
    ]);
  });
});

function scheduleOf(dues: Readonly<Record<string, number>>, paid = 0) {
  const all = Object.entries(dues).map(([date, amount]) => ({ due_date: isoDate(date), amount_cents: cents(amount), cashback_basis_points: 100 }));
  return paymentSchedule(unpaidOf({ dues: all, creditsReceived: cents(paid), today }), () => true);
}

describe('what is uncollected of a draw that fails now', () => {
  const scheduled = (draw: DrawAttempt) => ({ ...draw, kind: 'scheduled' });
  const now = failed({ uncollected_cents: null, credits_cents: null, cashback_cents: null });
  const atOnce = { due_date: isoDate('2026-11-25'), amount_cents: cents(0) };
  const schedule = scheduleOf({ '2026-11-23': 5_000 });
  const facts = {
    schedule,
    atOnce,
    owed: cents(5_000),
    inFlight: cents(0),
    made: [now],
    credits: credits(),
    cashbackSince: cents(0),
    hadSettled: false,
    isBankHoliday,
  };

  it.each<[string, Partial<typeof facts>, number]>([
    ['is all of it', {}, 5_000],
    [
      'is what is due at once on each day, because an earlier draw carried it',
      { schedule: scheduleOf({ '2026-11-25': 5_000 }), atOnce: { ...atOnce, amount_cents: cents(5_000) } },
      5_000,
    ],
    ['is less a refund of the meantime', { schedule: scheduleOf({ '2026-11-23': 5_000 }, 2_000), owed: cents(3_000) }, 3_000],
    [
      'leaves what is in flight and what will be due alone',
      {
        schedule: scheduleOf({ '2026-11-23': 5_000, '2026-11-24': 700, '2026-12-30': 900 }),
        owed: cents(6_600),
        inFlight: cents(700),
        made: [now, failed({ ...open, id: 'next', status: 'pending', due_date: isoDate('2026-11-24') })],
      },
      5_000,
    ],
    ['leaves cashback of the meantime to other debts', { schedule: scheduleOf({ '2026-11-23': 4_900 }), owed: cents(4_900), cashbackSince: cents(100) }, 5_000],
    ['is what a payment on its way leaves', { inFlight: cents(4_000) }, 1_000],
    ['is nothing when all is paid', { schedule: [], owed: cents(0) }, 0],
    ['is nothing of what will be due later and was never drawn', { schedule: scheduleOf({ '2026-12-30': 900 }), owed: cents(900) }, 0],
    ['is what will be due later, where it had settled and paid that', { schedule: scheduleOf({ '2026-12-30': 900 }), owed: cents(900), hadSettled: true }, 900],
    [
      'counts what is owed on later days that were drawn, for a return after weeks',
      {
        schedule: scheduleOf({ '2026-10-01': 5_000, '2026-11-23': 5_000 }, 5_000),
        made: [{ ...now, due_date: isoDate('2026-10-01') }, failed({ ...open, id: 'later', status: 'settled' })],
      },
      5_000,
    ],
    [
      'is beside what failed before',
      {
        schedule: scheduleOf({ '2026-11-20': 800, '2026-11-23': 5_000 }),
        owed: cents(5_800),
        made: [now, failed({ id: 'before', due_date: isoDate('2026-11-20'), amount_cents: cents(800), uncollected_cents: cents(800) })],
      },
      5_000,
    ],
    ['is the amount of a retry once', { made: [failed(), retry({ uncollected_cents: null, credits_cents: null, cashback_cents: null })] }, 5_000],
  ])('%s', (_, different, expected) => {
    const all = { ...facts, ...different };
    expect(uncollectedAmount(scheduled(all.made.at(-1)?.retry_of ? retry() : now), { ...all, draws: all.made.map(scheduled) })).toBe(expected);
  });
});

describe('an account is held', () => {
  const schedule = scheduleOf({ '2026-11-23': 5_000 });
  const scheduled = (draw: DrawAttempt) => ({ ...draw, kind: 'scheduled' });
  const paying = (draw: DrawAttempt) => ({ ...draw, kind: 'pay_now', uncollected_cents: null, credits_cents: null, cashback_cents: null });
  const returned = (draw: DrawAttempt) => ({ ...draw, kind: 'pay_now' });
  const facts = { schedule, atOnce: { due_date: today, amount_cents: cents(0) }, owed: cents(5_000), isBankHoliday };

  it.each<[string, (DrawAttempt & { kind: string })[], OtherCredits, boolean]>([
    ['not when nothing failed', [scheduled(failed({ ...open, status: 'settled' }))], credits(), false],
    ['while a failed amount is owed', [scheduled(failed())], credits(), true],
    ['while its retry is on its way', [scheduled(failed()), scheduled(retry({ ...open, status: 'posted' }))], credits(), true],
    ['no longer than until the retry has settled', [scheduled(failed()), scheduled(retry({ ...open, status: 'settled' }))], credits(), false],
    ['while a payment of it is on its way', [scheduled(failed())], credits(0, 0, 5_000), true],
    ['no longer than until it was paid', [scheduled(failed())], credits(5_000), false],
    ['after it failed for good', [scheduled(failed()), scheduled(retry())], credits(), true],
    ['when a payment by the merchant failed of what is due', [paying(failed())], credits(), true],
    ['not when a payment failed on its way before anything was due', [paying(failed({ due_date: isoDate('2026-11-22') }))], credits(), false],
    ['when a payment came back before anything was due', [returned(failed({ due_date: isoDate('2026-11-22') }))], credits(), true],
    ['until what came back of a payment was paid', [returned(failed())], credits(4_000, 999), true],
    ['no longer than until it was paid by anything', [returned(failed())], credits(4_000, 1_000), false],
    ['nor than until a draw has paid it', [returned(failed()), scheduled(failed({ ...open, id: 'draw', status: 'settled' }))], credits(), false],
  ])('%s', (_, draws, paid, expected) => {
    expect(hasUnpaidDraw({ ...facts, draws, credits: paid })).toBe(expected);
  });

  it('when a payment by the merchant failed after what it had paid was cancelled and paid out', () => {
    const atOnce = { due_date: isoDate('2026-11-25'), amount_cents: cents(5_000) };
    const cancelled = { ...facts, schedule: scheduleOf({ '2026-11-25': 5_000 }), draws: [paying(failed())], credits: credits() };
    expect(hasUnpaidDraw(cancelled)).toBe(false);
    expect(hasUnpaidDraw({ ...cancelled, atOnce })).toBe(true);
  });

  it('never in credit, and also when only later days are owed', () => {
    expect(hasUnpaidDraw({ ...facts, owed: cents(0), draws: [scheduled(failed())], credits: credits() })).toBe(false);
    expect(hasUnpaidDraw({ ...facts, schedule: scheduleOf({ '2026-12-30': 5_000 }), draws: [scheduled(failed())], credits: credits() })).toBe(true);
  });
});
