import { expect, it } from 'vitest';
import { nothingBought } from '../../../server/domain/card/overCard.ts';

it('of a card that is over, nothing is announced that could still be bought with it', () => {
  expect(nothingBought(true)).toEqual({ heading: 'Nothing was bought with this card', text: 'A refund to it would still appear here.' });
  expect(nothingBought(false)).toEqual({ heading: 'Nothing bought yet', text: 'What is bought with this card appears here within seconds.' });
});
