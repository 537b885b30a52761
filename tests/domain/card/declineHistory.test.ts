import { expect, it } from 'vitest';
import { whatAppears } from '../../../server/domain/card/declineHistory.ts';

it('who tries to pay with a card that is over is declined, and nothing helps', () => {
  const open = { closing: null };
  expect(whatAppears(open, undefined)).toBe('If a store declines your card, the reason and what helps appear here within seconds.');
  expect(whatAppears(open, { state: 'PAUSED', loss: null })).toBe('If a store declines this card, the reason and what helps appear here within seconds.');
  for (const over of [
    { state: 'CLOSED', loss: null },
    { state: 'PAUSED', loss: 'lost' },
  ]) {
    expect(whatAppears(open, over)).toBe('Whoever still tries to pay with this card is declined, and that appears here within seconds.');
  }
  for (const closing of ['closing', 'closed'] as const) {
    expect(whatAppears({ closing }, undefined)).toBe('Whoever still tries to pay with your card is declined, and that appears here within seconds.');
  }
});
