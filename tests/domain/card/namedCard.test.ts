import { expect, it } from 'vitest';
import { isCardFound } from '../../../server/domain/card/namedCard.ts';

const card = { name: 'Ads', purpose: 'Search engines', last_four: '4242', holder: { name: 'Ada Lovelace', email: 'ada@example.com' } };

it.each([
  ['ads', true],
  ['ENGINES ada', true],
  ['4242', true],
  ['example.com', true],
  ['', true],
  ['ads grace', false],
])('a card is found by “%s”: %s', (searched, isFound) => {
  expect(isCardFound(card, searched)).toBe(isFound);
});
