import { expect, it } from 'vitest';
import { cardFigures, cardFiguresWords } from '../../../server/domain/card/cardFigures.ts';

const figures = { total_spent: 12_345, available_credit: 255_855, spend_limit: 268_200 };

it('of a card that is closed are what was spent with it alone: nothing is left to spend', () => {
  expect(cardFigures({ ...figures, state: 'CLOSED' })).toEqual([{ label: 'Total spent', amount_cents: 12_345 }]);
  expect(cardFiguresWords('CLOSED', 255_855)).toBe('This counts every purchase and refund on this card.');
});

it.each(['OPEN', 'PAUSED', 'PENDING_ACTIVATION'])('of a card in state %s are also its limit and what is left of it', (state) => {
  expect(cardFigures({ ...figures, state }).map(({ label }) => label)).toEqual(['Total spent', 'Available credit', 'Spend limit']);
  expect(cardFiguresWords(state, 255_855)).toContain('$2,558.55 available now.');
});
