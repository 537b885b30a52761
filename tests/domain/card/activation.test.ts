import { describe, expect, it } from 'vitest';
import { activationRefusal, nextActivation, triesLeft, withOneMore } from '../../../server/domain/card/activation.ts';

const latestAt = new Date('2026-07-03T12:00:00.000Z');

describe('wrong digits', () => {
  it.each<[number, string, string | null]>([
    [4, '2026-07-03T12:00:00.000Z', null],
    [5, '2026-07-03T12:00:00.000Z', '2026-07-03T13:00:00.000Z'],
    [5, '2026-07-03T12:59:59.999Z', '2026-07-03T13:00:00.000Z'],
    [5, '2026-07-03T13:00:00.000Z', null],
  ])('entered %i times in a row close the entry at %s until %s', (count, now, until) => {
    expect(nextActivation({ count, latestAt }, new Date(now))?.toISOString() ?? null).toBe(until);
  });

  it('are counted anew after the wait', () => {
    expect([0, 3, 4, 5].map((count) => withOneMore({ count, latestAt }))).toEqual([1, 4, 5, 1]);
    expect([1, 4, 5].map(triesLeft)).toEqual([4, 1, 0]);
    expect(nextActivation({ count: 0, latestAt: null }, latestAt)).toBeNull();
  });
});

it.each([
  ['PENDING_ACTIVATION', null],
  ['OPEN', null],
  ['PENDING_FULFILLMENT', /still being made/],
  ['PAUSED', /Reopen it/],
  ['CLOSED', /closed for good/],
  ['SOMETHING_NEW', /Ask support/],
])('a card in state %s is activated unless %s', (state, refusal) => {
  if (refusal === null) expect(activationRefusal(state)).toBeNull();
  else expect(activationRefusal(state)).toMatch(refusal);
});
