import { describe, expect, it } from 'vitest';
import { cents } from '../../../server/domain/basics/money.ts';
import { limitAnswer, limitQuestion, limitTotals } from '../../../server/domain/spendingPower/limitTexts.ts';

it('asks why the limit is so high, or why there is none', () => {
  expect([limitQuestion(cents(250_000), false), limitQuestion(null, true)]).toEqual(['Why is my limit $2,500.00?', 'Why do I have no limit yet?']);
});

describe('before the card', () => {
  const answer = { total_cents: 250_000, outstanding_cents: 0, approved_cents: 0, held_back_cents: 0, available_cents: 250_000 };

  it('the limit is an estimate, of which nothing is available', () => {
    expect(limitQuestion(cents(250_000), true)).toBe('Why is my limit estimated at $2,500.00?');
    expect(limitTotals(answer, true)).toEqual([['Estimated limit', '$2,500.00']]);
  });

  it('it is one no longer once the card is there', () => {
    expect(limitTotals({ ...answer, outstanding_cents: 1_000, approved_cents: 500, held_back_cents: 2_500, available_cents: 246_000 }, false)).toEqual([
      ['Total limit', '$2,500.00'],
      ['Outstanding', '−$10.00'],
      ['Approved, not listed yet', '−$5.00'],
      ['Repaid, and the bank may still take it back', '−$25.00'],
      ['Available to spend', '$2,460.00'],
    ]);
  });
});

describe('the answer in a few words', () => {
  it.each([
    ['while the store is read', { total_cents: 1, in_short: 'Because.' }, true, /^Your store is still being read/],
    ['with causes', { total_cents: 1, in_short: 'Because.' }, false, /^Because\.$/],
    ['without causes', { total_cents: 1, in_short: null }, false, /^The steps below/],
    ['without a limit', { total_cents: null, in_short: null }, false, /^It is worked out from your store’s sales/],
  ])('%s', (_, answer, isBeingRead, words) => {
    expect(limitAnswer(answer, isBeingRead)).toMatch(words);
  });
});
