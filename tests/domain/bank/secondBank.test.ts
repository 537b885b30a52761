import { describe, expect, it } from 'vitest';
import { lacksAuthorization, secondBankConsequences, secondBankRemedies, secondBankStateWords } from '../../../server/domain/bank/secondBank.ts';

const healthy = {
  verification_status: 'automatically_verified',
  health: 'healthy',
  consent_expires_at: null,
  refusal: null,
  is_authorized: true,
} as const;
const relink = { ...healthy, verification_status: 'relink', health: 'login_required' } as const;
const refused = { ...healthy, refusal: 'This is a personal account.', is_authorized: false } as const;

describe('the second bank account', () => {
  it.each([
    ['Linked and working.', healthy, []],
    ['Works, but the bank soon asks for a new sign-in.', { ...healthy, health: 'expiring' as const }, ['relink']],
    ['Your bank asks you to sign in again. Until then we cannot see the account.', relink, ['relink']],
    ['Debits of this account are not authorized.', { ...healthy, is_authorized: false }, []],
    ['This is a personal account.', refused, []],
  ])('says “%s” with what helps', (words, bank, does) => {
    expect(secondBankStateWords(bank)).toBe(words);
    expect(secondBankRemedies(bank).map((button) => button.does)).toEqual(does);
  });

  it('that waits for two small deposits takes their amounts', () => {
    expect(secondBankRemedies({ ...healthy, verification_status: 'pending_manual_verification' })).toEqual([
      { label: 'Enter the amounts', does: 'microdeposits' },
    ]);
  });

  it('asks for an authorization where only that is missing', () => {
    expect([healthy, { ...relink, is_authorized: false }, refused].map(lacksAuthorization)).toEqual([false, true, false]);
  });

  it('says of a change what becomes of the present one', () => {
    expect(secondBankConsequences(true).slice(0, 2)).toEqual(secondBankConsequences(false));
    expect(secondBankConsequences(true)[2]).toContain('takes the place of your present second account');
  });
});
