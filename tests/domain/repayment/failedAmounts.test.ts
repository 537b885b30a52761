import { describe, expect, it } from 'vitest';
import { isoDate } from '../../../server/domain/basics/dates.ts';
import { cents } from '../../../server/domain/basics/money.ts';
import type { DrawAttempt } from '../../../server/domain/repayment/draw.ts';
import { debitDescription, failedAmounts, presentmentNumber, wasToBeCollected } from '../../../server/domain/repayment/failedAmounts.ts';
import { bankHolidays } from '../../../server/holidays.ts';
import { drawOf, failedDraw, openOn } from '../../support/debts.ts';

const isBankHoliday = bankHolidays();
const again = (different: Partial<DrawAttempt> = {}) =>
  drawOf({ id: 'second', retry_of: 'first', attempt: 2, debit_date: isoDate('2026-11-27'), ...different });
const failedAgain = again({ status: 'returned', failure_code: 'R01', failedOn: isoDate('2026-11-30') });

/** What is left of failed amounts, whether it is presented as a whole, and when. */
function collected(draws: readonly DrawAttempt[], left: number, paidOn: string | null = null) {
  const open = [openOn('2026-11-20', left === 0 ? 0 : 1, 'first'), openOn('2026-11-23', Math.max(0, left - 1), 'first'), openOn('2026-11-23', 900)];
  const paid = new Map(paidOn === null ? [] : [['first', isoDate(paidOn)]]);
  return failedAmounts({ open, draws, paidOn: paid, isBankHoliday }).map(({ left_cents, isRetry, collectOn }) => [left_cents, isRetry, collectOn]);
}

describe('a failed amount is collected once more', () => {
  // Thursday the 26th is Thanksgiving: Wednesday the 25th and Friday the 27th are banking days. May 31 is 180 days before the 27th.
  it.each<[string, DrawAttempt[], string | null]>([
    ['two banking days after an R01', [failedDraw()], '2026-11-27'],
    ['two banking days after an R09', [failedDraw({ failure_code: 'R09' })], '2026-11-27'],
    ['after a refusal for want of money', [failedDraw({ status: 'declined', failure_code: 'NSF' })], '2026-11-27'],
    ['after a payment by the merchant failed', [failedDraw({ kind: 'pay_now' })], '2026-11-27'],
    ['not after an R02', [failedDraw({ failure_code: 'R02' })], null],
    ['not after an R08', [failedDraw({ failure_code: 'R08' })], null],
    ['not after an R29', [failedDraw({ failure_code: 'R29' })], null],
    ['not after a code that nobody knows', [failedDraw({ failure_code: null })], null],
    ['not twice', [failedDraw(), failedAgain], null],
    ['not while it is being collected', [failedDraw(), again()], null],
    ['when that debit never reached the bank', [failedDraw(), again({ status: 'cancelled' })], '2026-11-27'],
    ['on the 180th day', [failedDraw({ debit_date: isoDate('2026-05-31') })], '2026-11-27'],
    ['not after it', [failedDraw({ debit_date: isoDate('2026-05-30') })], null],
  ])('%s', (_, draws, collectOn) => {
    expect(collected(draws, 5_000)).toEqual([[5_000, true, collectOn]]);
  });

  const open = (open_cents: number) => failedDraw({ open_cents: cents(open_cents) });

  it.each<[string, DrawAttempt, number, string | null, [number, boolean, string | null][]]>([
    ['not when it is paid', open(0), 0, '2026-11-25', []],
    ['as a new debit of what is left, on the same day where that leaves two banking days', open(3_000), 3_000, '2026-11-24', [[3_000, false, '2026-11-27']]],
    ['else two banking days after the payment', open(3_000), 3_000, '2026-11-25', [[3_000, false, '2026-11-30']]],
    ['as a new debit where less was owed from the beginning', open(3_000), 3_000, null, [[3_000, false, '2026-11-27']]],
    ['not while a payment of a part is on its way', open(5_000), 3_000, null, [[3_000, false, null]]],
    [
      'not when that would be after the 180th day',
      failedDraw({ debit_date: isoDate('2026-05-31'), open_cents: cents(9) }),
      9,
      '2026-11-25',
      [[9, false, null]],
    ],
  ])('after a payment: %s', (_, draw, left, paidOn, expected) => {
    expect(collected([draw], left, paidOn)).toEqual(expected);
  });

  it('each on its own, the first draw at the front', () => {
    const draws = [failedDraw({ id: 'late', failure_code: 'R16' }), failedDraw()];
    const failed = failedAmounts({ open: [openOn('2026-11-20', 5_000, 'first'), openOn('2026-11-23', 100, 'late')], draws, paidOn: new Map(), isBankHoliday });
    expect(failed.map(({ draw, left_cents }) => [draw.id, left_cents])).toEqual([
      ['late', 100],
      ['first', 5_000],
    ]);
  });

  it('was promised to whom it would have been', () => {
    const was = (...draws: DrawAttempt[]) => wasToBeCollected('first', draws);
    expect([was(failedDraw()), was(failedDraw({ failure_code: 'R16' })), was(failedDraw(), failedAgain), was()]).toEqual([true, false, false, false]);
  });
});

it('a debit is marked as presented again only where this account was debited for the same amount before', () => {
  const at = (draw: DrawAttempt, bank_account_id: string | null) => ({ ...draw, bank_account_id });
  const number = (draw: DrawAttempt, made: DrawAttempt, account: string) => presentmentNumber(draw, [at(made, 'a')], account);
  expect(number(again(), failedDraw(), 'a')).toBe(2);
  expect(number(again(), failedDraw(), 'b')).toBe(1);
  expect(number(again(), failedDraw({ status: 'declined', failure_code: 'NSF' }), 'a')).toBe(1);
  expect(number(again({ amount_cents: cents(3_000) }), failedDraw(), 'a')).toBe(1);
  expect(number(drawOf({ id: 'other' }), failedDraw(), 'a')).toBe(1);
  expect([1, 2, 3].map(debitDescription)).toEqual(['REPAYMENT', 'Retry 1', 'Retry 2']);
});
