import { expect, it } from 'vitest';
import { closingState } from '../../../server/domain/receiver/closing.ts';

const asked = new Date('2026-03-02T15:00:00Z');
const done = new Date('2026-04-01T15:00:00Z');

it.each([
  ['stays open', null, null, null],
  ['is being closed from the request on', asked, null, 'closing'],
  ['is closed once nothing is left to settle', asked, done, 'closed'],
] as const)('an account %s', (_name, closing_requested_at, closed_at, expected) => {
  expect(closingState({ closing_requested_at, closed_at })).toBe(expected);
});
