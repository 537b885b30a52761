import { expect, it } from 'vitest';
import { emptyCardListWords } from '../../../server/domain/card/cardWords.ts';

it('nobody is asked to get a card of an account that is closing, and a search that finds nothing says so whoever searches', () => {
  const open = { isSearched: false, isClosed: false, isHolder: false, closing: null };
  const told = (different: Partial<Parameters<typeof emptyCardListWords>[0]>) => emptyCardListWords({ ...open, ...different }).text;
  const gone = 'The account’s cards are closed, and stand under Closed with their purchases.';
  for (const closing of ['closing', 'closed'] as const) {
    for (const isHolder of [false, true]) {
      expect(told({ closing, isHolder })).toBe(gone);
      expect(told({ closing, isHolder, isSearched: true })).toContain('No card has these words');
      expect(told({ closing, isHolder, isClosed: true })).toContain('moves here');
    }
  }
  expect(told({ isHolder: true })).toContain('Ask for one');
  expect(told({})).toContain('as soon as it is added');
});
