import { describe, expect, it } from 'vitest';
import { cents } from '../../../server/domain/basics/money.ts';
import { limitAnswer, limitQuestion } from '../../../server/domain/spendingPower/limitTexts.ts';

it('asks why the limit is so high, or why there is none', () => {
  expect([limitQuestion(cents(250_000)), limitQuestion(null)]).toEqual(['Why is my limit $2,500.00?', 'Why do I have no limit yet?']);
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
