import { describe, expect, it } from 'vitest';
import { cents } from '../../../server/domain/basics/money.ts';
import { chosenDaysWords } from '../../../server/domain/repayment/drawDayWords.ts';
import { choiceWords, ifYouDoNothing, partToPay, shortDrawSentences } from '../../../server/domain/repayment/shortDrawRemedies.ts';
import { shortDrawLine, shortDrawTitle } from '../../../server/domain/repayment/shortDrawWords.ts';

const bank = { institution_name: 'Chase', account_name: 'Checking', mask: '1234' };
const other = { institution_name: 'Ally', account_name: 'Savings', mask: '9876' };
const short = {
  debit_date: '2026-12-04',
  amount_cents: 20_000,
  safe_cents: 13_500,
  missing_cents: 6_500,
  checked_at: '2026-12-02T15:00:00.000Z',
  bank,
  other_bank: null,
  waits: null,
};

describe('a draw that looks short, in words', () => {
  it('names what is drawn, what looks safe, what is missing and when it was looked up', () => {
    expect(shortDrawLine(short)).toBe('$200.00 is drawn on Dec 4, 2026, and $65.00 seems to be missing.');
    expect(shortDrawSentences(short)).toEqual([
      '$200.00 is drawn on Dec 4, 2026 from Chase, account ending in 1234.',
      '$135.00 of it looks safe to draw, so $65.00 is missing. We looked on Dec 2, 2026, and left what your store sells in a few days for other debits.',
    ]);
  });

  it('names no amount as missing when the bank did not tell the balance', () => {
    const untold = { ...short, safe_cents: null, missing_cents: 0 };
    expect(shortDrawLine(untold)).toBe('$200.00 is drawn on Dec 4, 2026, and it may come back.');
    expect(shortDrawSentences(untold)[1]).toBe(
      'On Dec 2, 2026 your bank did not tell what is in the account, but a debit of this size looks likely to come back. We cannot say what is missing.',
    );
  });

  it('does not speak of a short account where the balance seems to be enough and the debit is risky all the same', () => {
    const risky = { ...short, safe_cents: 45_000, missing_cents: 0 };
    expect([shortDrawTitle(short), shortDrawTitle(risky)]).toEqual(['Your bank account looks short', 'The draw on Dec 4, 2026 may come back']);
    expect(shortDrawLine(risky)).toBe('$200.00 is drawn on Dec 4, 2026, and it may come back.');
    expect(shortDrawSentences(risky)[1]).toBe(
      'On Dec 2, 2026 your balance seemed to be enough, but a debit of this size looked likely to come back. Nothing seems to be missing.',
    );
    expect(ifYouDoNothing(risky)).toBe(
      'If you do nothing, we draw all of it on Dec 4, 2026 if your balance is still enough then. Your due date and your cashback stay as they are.',
    );
  });

  it('says what a choice does, and what happens without one, before anything is confirmed', () => {
    expect(choiceWords('move', short)).toContain('$200.00 is drawn on the day that you choose.');
    expect(choiceWords('other_bank', { ...short, other_bank: other })).toContain('$200.00 is drawn on Dec 4, 2026 from Ally, account ending in 9876.');
    expect(ifYouDoNothing(short)).toBe(
      'If you do nothing, we draw on Dec 4, 2026 only what looks safe then, and the rest from the next banking day on, once it looks safe. Your due date and your cashback stay as they are.',
    );
    expect(ifYouDoNothing({ ...short, other_bank: other })).toContain('what does not fit from your other bank if that can bear it whole');
  });

  it('does not say of a rest, or of what came back, that a part of it is drawn: it waits whole', () => {
    expect(ifYouDoNothing({ ...short, waits: 'some_days' })).toBe(
      'If you do nothing and it is still short on Dec 4, 2026, it waits until all of it looks safe, usually for a few banking days at most. Your due date and your cashback stay as they are.',
    );
    expect(ifYouDoNothing({ ...short, waits: 'for_money' })).toBe(
      'If you do nothing and it is still short on Dec 4, 2026, it waits until all of it looks safe.',
    );
    expect(ifYouDoNothing({ ...short, waits: 'some_days', other_bank: other })).toContain('if that can bear it whole. Otherwise it waits until all');
  });

  it.each([
    ['what looks safe', 20_000, 13_500, 20_000, 13_500],
    ['no more than can be paid now', 20_000, 13_500, 4_000, 4_000],
    ['no more than is drawn', 20_000, 25_000, 30_000, 20_000],
    ['an amount of choice where nothing looks safe', 20_000, 0, 20_000, null],
    ['an amount of choice where the bank did not tell', 20_000, null, 20_000, null],
  ])('offers to pay %s', (_, amount_cents, safe_cents, most, offered) => {
    expect(partToPay({ amount_cents, safe_cents }, cents(most))).toBe(offered);
  });
});

describe('the days of draws, in words', () => {
  it('are told to whoever may not choose', () => {
    expect(chosenDaysWords({ weekday: null })).toBe('Each due date is drawn on its own day.');
    expect(chosenDaysWords({ weekday: 5 })).toBe('Everything is drawn on a Friday.');
  });
});
