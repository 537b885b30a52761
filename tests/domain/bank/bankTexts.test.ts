import { describe, expect, it } from 'vitest';
import { bankChangeConsequences, bankFacts, bankTexts, needsNewSignIn } from '../../../server/domain/bank/bankTexts.ts';
import { debitsStopped } from '../../../server/domain/bank/debitTexts.ts';
import { signInEndsWords } from '../../../server/domain/bank/signInEnds.ts';
import type { IsoDate } from '../../../server/domain/basics/dates.ts';

describe('the words about a bank account', () => {
  it.each([
    ['automatically_verified', 'healthy', false],
    ['automatically_verified', 'expiring', true],
    ['relink', 'login_required', true],
    ['relink', 'healthy', true],
    ['relink', 'revoked', true],
  ] as const)('offer a new sign-in for %s, %s: %s', (verification_status, health, isOffered) => {
    expect(needsNewSignIn({ verification_status, health })).toBe(isOffered);
  });

  it('say until when it works, where the bank says so', () => {
    expect(bankTexts.expiring(null)).toBe('Works, but the bank soon asks for a new sign-in.');
    expect(bankTexts.expiring('Nov 21, 2026')).toBe('Works until Nov 21, 2026. Sign in at the bank before then, and nothing is interrupted.');
  });

  it('announce the end of a sign-in by its day and distance, or as near, and nothing while it is not', () => {
    const title = (health: string, consent_expires_at: string | null) =>
      signInEndsWords({ health, institution_name: 'Chase', consent_expires_at }, '2026-11-18' as IsoDate)?.title;
    expect(title('expiring', '2026-11-21T02:00:00Z')).toBe('Your sign-in at Chase ends on Nov 21, 2026, in 3 days');
    expect(title('expiring', null)).toBe('Your sign-in at Chase ends soon');
    expect(title('healthy', '2026-11-21T02:00:00Z')).toBeUndefined();
  });

  it('name an account of which little is known', () => {
    const facts = (account: Parameters<typeof bankFacts>[0]) => bankFacts(account, 'Linked and working.').map(({ value }) => value);
    expect(facts({ institution_name: 'Chase', name: 'Checking', mask: '1234' })).toEqual(['Chase', 'Checking ending in 1234', 'Linked and working.']);
    expect(facts({ institution_name: null, name: null, mask: null })).toEqual(['Your bank', 'Account', 'Linked and working.']);
  });

  it('tell of debits only while a linked account may not be debited, and why', () => {
    const account = { refusal: null };
    expect(debitsStopped({ account: null, given: null, ended: null })).toBeNull();
    expect(debitsStopped({ account, given: {}, ended: null })).toBeNull();
    expect(debitsStopped({ account, given: null, ended: null })?.title).toBe('Debits of this account are not authorized.');
    expect(debitsStopped({ account: { refusal: 'It is closed.' }, given: null, ended: { reason: 'returned' } })).toEqual({
      title: 'Your bank sent a debit back as not authorized, so debits have stopped.',
      text: 'It is closed.',
    });
  });

  it('tell of the present bank only where there is one', () => {
    expect(bankChangeConsequences(true)).toHaveLength(3);
    expect(bankChangeConsequences(false)).toHaveLength(2);
  });
});
