import { describe, expect, it } from 'vitest';
import { cents } from '../../../server/domain/basics/money.ts';
import { cardSpendLimit } from '../../../server/domain/card/cardSpendLimit.ts';

describe('the limit of a card at the issuer', () => {
  it.each([
    [0, 800_000, 800_000],
    [123_456, 676_544, 800_000],
    [0, 0, 1],
    [0, -500, 1],
    [5_000, 0, 5_000],
    [5_000, -500, 5_000],
    [-700, 500, 1],
    [-700, 1_000, 300],
  ])('after %i on the card with %i available sets the limit %i, never 0', (spent, available, limit) => {
    expect(cardSpendLimit(cents(spent), cents(available), { hadPower: false })).toBe(limit);
  });

  it.each([
    [0, 0, 2],
    [0, 1, 2],
    [-700, 500, 2],
    [0, 800_000, 800_000],
    [5_000, 0, 5_000],
  ])(
    'after %i on a card that has had power, with %i available, sets the limit %i: with 1 cent its holder would be onboarded again',
    (spent, available, limit) => {
      expect(cardSpendLimit(cents(spent), cents(available), { hadPower: true })).toBe(limit);
    },
  );
});
