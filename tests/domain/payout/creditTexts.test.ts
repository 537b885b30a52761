import { expect, it } from 'vitest';
import { type IsoDate, isoDate } from '../../../server/domain/basics/dates.ts';
import { cents, formatUsd } from '../../../server/domain/basics/money.ts';
import { creditWords, whyNoPayout } from '../../../server/domain/payout/creditTexts.ts';

it.each([
  [null, false, false, 'You have a credit of $0.50. It lowers what you owe next. Link a bank account to have it paid out.'],
  ['Chase', true, false, 'You have a credit of $0.50. It lowers what you owe next. You can have it paid to Chase.'],
  ['Chase', false, false, 'You have a credit of $0.50. It lowers what you owe next. It can be paid to your bank account from $1.00 on.'],
  ['Chase', true, true, 'You have a credit of $0.50. You can have it paid to Chase.'],
  [null, false, true, 'You have a credit of $0.50. Link a bank account to have it paid out.'],
])('a credit with the bank %o says what it is for, and how it is paid out', (account, can_be_paid_out, isClosing, words) => {
  const whole = { credit_cents: 50, not_final_cents: 0, final_on: null, cashback_cents: 0 };
  expect(creditWords({ ...whole, account, can_be_paid_out, least_cents: 100 }, isClosing)).toBe(words);
});

const dayOf = isoDate('2026-12-09');

it.each<[string, number, number, IsoDate | null, number, string]>([
  ['all can still come back', 0, 90_895, dayOf, 0, '$908.95 can be paid out from Dec 9, 2026: a repayment may still come back from your bank until then.'],
  ['no day can be named yet', 0, 90_895, null, 0, '$908.95 can be paid out in a few days: a repayment may still come back from your bank until then.'],
  ['all is cashback', 0, 0, null, 900, '$9.00 is cashback, which is not paid out.'],
  [
    'each is a part',
    10_000,
    500,
    dayOf,
    900,
    'You can have $100.00 paid to Chase. $5.00 can be paid out from Dec 9, 2026: a repayment may still come back from your bank until then. $9.00 is cashback, which is not paid out.',
  ],
])('a credit of which %s says how much is not paid out, and why', (_, credit_cents, not_final_cents, final_on, cashback_cents, words) => {
  const credit = { credit_cents, not_final_cents, final_on, cashback_cents, account: 'Chase', can_be_paid_out: credit_cents > 0, least_cents: 100 };
  const whole = formatUsd(cents(credit_cents + not_final_cents + cashback_cents));
  expect(creditWords(credit, false)).toBe(`You have a credit of ${whole}. It lowers what you owe next. ${words}`);
});

it.each([
  [
    { notFinal: cents(100), cashback: cents(900) },
    'A credit is paid out once your repayments can no longer come back from your bank. It lowers what you owe next.',
  ],
  [{ notFinal: cents(0), cashback: cents(900) }, 'Cashback is not paid out. It lowers what you owe next.'],
  [{ notFinal: cents(0), cashback: cents(0) }, 'A credit is paid out from $1.00 on. It lowers what you owe next until then.'],
])('a payout is refused of %o with the reason', (credit, words) => expect(whyNoPayout(credit, cents(100))).toBe(words));
