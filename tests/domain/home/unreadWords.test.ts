import { expect, it } from 'vitest';
import { unreadWords } from '../../../server/domain/home/unreadWords.ts';

it('names all that could not be read in one sentence', () => {
  expect(unreadWords(['card'])).toBe('We could not read your card. Nothing has changed by that.');
  expect(unreadWords(['card', 'debits', 'cash'])).toBe(
    'We could not read your card, whether your bank account may be debited, and your cash in the next 90 days. Nothing has changed by that.',
  );
});
