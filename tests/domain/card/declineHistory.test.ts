import { expect, it } from 'vitest';
import { whatAppears } from '../../../server/domain/card/declineHistory.ts';

it('who tries to pay with a card that is over is declined, and nothing helps', () => {
  expect(whatAppears(undefined)).toBe('If a store declines your card, the reason and what helps appear here within seconds.');
  expect(whatAppears({ state: 'PAUSED', loss: null })).toBe('If a store declines this card, the reason and what helps appear here within seconds.');
  for (const over of [
    { state: 'CLOSED', loss: null },
    { state: 'PAUSED', loss: 'lost' },
  ]) {
    expect(whatAppears(over)).toBe('Whoever still tries to pay with this card is declined, and that appears here within seconds.');
  }
});
