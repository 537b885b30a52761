import { expect, it } from 'vitest';
import { nothingDueWords } from '../../../server/domain/repayment/nothingDueWords.ts';
import { paymentsTexts } from '../../../server/domain/repayment/paymentsTexts.ts';

it('an account that is closing is told of no purchase to come where there is nothing to list', () => {
  const aboutPurchases = (closing: Parameters<typeof paymentsTexts>[0]['closing']) =>
    [nothingDueWords({ closing }), ...Object.values(paymentsTexts({ closing }))].filter((text) => /\b(buy|purchase)/i.test(text));
  for (const closing of ['closing', 'closed'] as const) {
    expect(aboutPurchases(closing)).toEqual([]);
    expect(paymentsTexts({ closing }).inCredit).toBe('You are in credit. It is paid to your bank.');
  }
  expect(aboutPurchases(null)).toHaveLength(4);
});
