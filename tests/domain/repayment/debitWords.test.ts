import { describe, expect, it } from 'vitest';
import { isoDate } from '../../../server/domain/basics/dates.ts';
import { debitVerb, describePurchaseDebit, dueVerb } from '../../../server/domain/repayment/debitWords.ts';

const today = isoDate('2026-11-22');
const chase = { institution_name: 'Chase', mask: '1234' };

describe('a debit in words', () => {
  it.each([
    ['2026-12-21', 'It will be drawn on Dec 21, 2026 from Chase •••• 1234.'],
    ['2026-11-23', 'It will be drawn on Nov 23, 2026 from Chase •••• 1234.'],
    ['2026-11-22', 'It is drawn today from Chase •••• 1234.'],
    ['2026-11-21', 'It was to be drawn on Nov 21, 2026 from Chase •••• 1234, and is still owed.'],
  ])('of %s that is not paid: %s', (date, words) => {
    expect(describePurchaseDebit({ plan: 'net_terms', debitDate: isoDate(date), today, account: chase })).toBe(words);
  });

  it('of the fixed plan names its last part', () => {
    const words = describePurchaseDebit({ plan: 'fixed_pay', debitDate: isoDate('2026-12-21'), today, account: chase });
    expect(words).toBe('It is drawn in weekly parts from Chase •••• 1234, the last one on Dec 21, 2026.');
  });

  it.each([
    ['2026-11-23', 'Will be drawn', 'Due'],
    ['2026-11-22', 'Is drawn', 'Due'],
    ['2026-11-21', 'Was drawn', 'Was due'],
  ])('on %s stands in its tense', (date, drawn, due) => {
    expect([debitVerb(isoDate(date), today), dueVerb(isoDate(date), today)]).toEqual([drawn, due]);
  });

  it.each([
    [chase, 'Chase •••• 1234'],
    [{ institution_name: null, mask: '1234' }, '•••• 1234'],
    [{ institution_name: 'Chase', mask: null }, 'Chase'],
    [{ institution_name: null, mask: null }, 'your bank'],
    [null, 'your bank'],
  ])('names the account %o as %s', (account, words) => {
    expect(describePurchaseDebit({ plan: 'net_terms', debitDate: today, today, account })).toBe(`It is drawn today from ${words}.`);
  });
});
