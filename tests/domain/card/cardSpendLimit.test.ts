import { describe, expect, it } from 'vitest';
import { cents } from '../../../server/domain/basics/money.ts';
import { cardSpendLimit, waitsForLimit } from '../../../server/domain/card/cardSpendLimit.ts';

it.each([
  ['was just made and waits for the first computation', 1, null, true],
  ['has the first limit while the real one is on its way', 1, 50_000, true],
  ['has power, and less or more of it in a moment', 50_000, 10, false],
  ['was made with the limit that it is to have', 50_000, null, false],
  ['has no power and will have none', 1, 1, false],
  ['has had power and has none now', 2, 2, false],
])('a card that %s waits for its limit or not', (_, present, wanted, isWaiting) => {
  expect(waitsForLimit(cents(present), wanted === null ? null : cents(wanted))).toBe(isWaiting);
});

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
