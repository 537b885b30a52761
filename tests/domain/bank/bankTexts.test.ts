import { describe, expect, it } from 'vitest';
import { bankChangeConsequences, bankTexts, needsNewSignIn } from '../../../server/domain/bank/bankTexts.ts';

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

  it('tell of the present bank only where there is one', () => {
    expect(bankChangeConsequences(true)).toHaveLength(3);
    expect(bankChangeConsequences(false)).toHaveLength(2);
  });
});
