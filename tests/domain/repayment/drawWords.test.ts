import { describe, expect, it } from 'vitest';
import { isoDate } from '../../../server/domain/basics/dates.ts';
import { cents } from '../../../server/domain/basics/money.ts';
import { afterFailure, drawState } from '../../../server/domain/repayment/drawWords.ts';
import type { DrawRemedy, FailureAction } from '../../../server/domain/repayment/returnCodes.ts';

type AfterFailure = Parameters<typeof afterFailure>[0];

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
  const open = { left: null, ...meaning('staff', 'pay_now'), collectOn: null, isWaiting: false, collectedOn: null, underway: cents(0) };
  const again = { ...open, ...meaning('retry', 'pay_now'), collectOn: isoDate('2026-11-25') };
  const relink = { ...open, ...meaning('relink', 'link_bank') };
  const left = { left: cents(1_250) };

  it.each<[AfterFailure, string, DrawRemedy | null]>([
    [open, 'It is not debited again by itself: pay now.', 'pay_now'],
    [{ ...open, ...left }, '$12.50 of it is still owed. It is not debited again by itself: pay now.', 'pay_now'],
    [again, 'It is debited once more on Nov 25, 2026. You can also pay now.', 'pay_now'],
    [{ ...again, ...left }, '$12.50 of it is still owed, and is debited on Nov 25, 2026. You can also pay now.', 'pay_now'],
    [{ ...again, isWaiting: true }, 'It is debited once more as soon as the money is in your account. You can also pay now.', 'pay_now'],
    [{ ...again, collectedOn: isoDate('2026-11-25') }, 'It was debited again on Nov 25, 2026.', null],
    [{ ...again, left: cents(0) }, 'It has been paid since. There is nothing to do.', null],
    [{ ...open, ...meaning('staff', 'link_bank') }, 'It is not debited again by itself. Link another account, then pay now.', 'link_bank'],
    [{ ...again, ...meaning('retry', 'sign_in') }, 'It is debited once more on Nov 25, 2026. Sign in at your bank before that day.', 'sign_in'],
    [{ ...again, ...meaning('retry', 'sign_in'), ...left }, '$12.50 of it is still owed, and is debited on Nov 25, 2026. You can also pay now.', 'sign_in'],
    [{ ...open, ...meaning('retry', 'sign_in') }, 'It is not debited again by itself. Sign in at your bank, then pay now.', 'sign_in'],
    [relink, 'This account is no longer debited. Link another one, then pay now.', 'link_bank'],
    [
      { ...relink, underway: cents(700) },
      'This account is no longer debited. Link another one, then pay now. $7.00 that was sent to it before is still on its way, and counts if it arrives.',
      'link_bank',
    ],
    [{ ...open, ...meaning('stop', 'authorize_debits') }, 'Nothing more is debited until you authorize debits again. Then pay now.', 'authorize_debits'],
  ])('that failed: %o', (facts, follows, remedy) => {
    expect(afterFailure(facts)).toEqual({ follows, remedy });
  });
});
