import { describe, expect, it } from 'vitest';
import { isoDate } from '../../../server/domain/basics/dates.ts';
import { cents } from '../../../server/domain/basics/money.ts';
import { afterFailure, drawState } from '../../../server/domain/repayment/drawWords.ts';
import { readPaidAmount } from '../../../server/domain/repayment/payNow.ts';
import type { DrawRemedy, FailureAction } from '../../../server/domain/repayment/returnCodes.ts';

describe('a draw in words', () => {
  it.each([
    ['planned', 'planned'],
    ['sending', 'planned'],
    ['unknown', 'planned'],
    ['pending', 'under_way'],
    ['posted', 'under_way'],
    ['settled', 'paid'],
    ['funds_available', 'paid'],
    ['declined', 'failed'],
    ['failed', 'failed'],
    ['returned', 'failed'],
    ['cancelled', 'canceled'],
  ])('that is %s for the bank is %s', (status, state) => {
    expect(drawState(status)).toBe(state);
  });

  const meaning = (action: FailureAction, remedy: DrawRemedy) => ({ meaning: { action, remedy } });
  const open = { isOpen: true, ...meaning('staff', 'pay_now'), retryOn: null, isWaiting: false, retriedOn: null, isDrawnWhenDue: false };
  it.each([
    [open, 'It is not debited again by itself: pay now.', 'pay_now'],
    [{ ...open, retryOn: isoDate('2026-11-25') }, 'It is debited once more on Nov 25, 2026. You can also pay now.', 'pay_now'],
    [
      { ...open, retryOn: isoDate('2026-11-25'), isWaiting: true },
      'It is debited once more as soon as the money is in your account. You can also pay now.',
      'pay_now',
    ],
    [{ ...open, isDrawnWhenDue: true }, 'What it was to pay is drawn when it is due. You can also pay now.', 'pay_now'],
    [{ ...open, retriedOn: isoDate('2026-11-25') }, 'It was debited again on Nov 25, 2026.', null],
    [{ ...open, isOpen: false }, 'It has been paid since. There is nothing to do.', null],
    [{ ...open, ...meaning('staff', 'link_bank') }, 'It is not debited again by itself. Link another account, then pay now.', 'link_bank'],
    [
      { ...open, ...meaning('retry', 'sign_in'), retryOn: isoDate('2026-11-25') },
      'It is debited once more on Nov 25, 2026. Sign in at your bank before that day.',
      'sign_in',
    ],
    [{ ...open, ...meaning('retry', 'sign_in') }, 'It is not debited again by itself. Sign in at your bank, then pay now.', 'sign_in'],
    [{ ...open, ...meaning('relink', 'link_bank') }, 'This account is no longer debited. Link another one, then pay now.', 'link_bank'],
    [{ ...open, ...meaning('stop', 'authorize_debits') }, 'Nothing more is debited until you authorize debits again. Then pay now.', 'authorize_debits'],
  ])('that failed: %o', (facts, follows, remedy) => {
    expect(afterFailure(facts)).toEqual({ follows, remedy });
  });
});

describe('an amount typed to be paid', () => {
  it.each([
    ['250', 25_000, null],
    ['250.5', 25_050, null],
    ['$1,234.56', 123_456, null],
    ['.05', 5, null],
    ['2000.00', 200_000, null],
    ['', null, null],
    ['2000.01', null, 'You can pay at most $2,000.00 now.'],
    ['0', null, 'Enter an amount above $0.00.'],
    ['-5', null, 'Enter an amount in dollars and cents, such as 250.00.'],
    ['1.234', null, 'Enter an amount in dollars and cents, such as 250.00.'],
    ['1,234', 123_400, null],
    // A comma before the cents, as much of the world writes it, would be a hundred times as much.
    ['12,34', null, 'Enter an amount in dollars and cents, such as 250.00.'],
    ['1,00', null, 'Enter an amount in dollars and cents, such as 250.00.'],
    ['1,2345', null, 'Enter an amount in dollars and cents, such as 250.00.'],
    ['1,234,5', null, 'Enter an amount in dollars and cents, such as 250.00.'],
    ['ten', null, 'Enter an amount in dollars and cents, such as 250.00.'],
  ])('%j', (typed, amount_cents, problem) => {
    expect(readPaidAmount(typed, cents(200_000))).toEqual({ amount_cents, problem });
  });
});
