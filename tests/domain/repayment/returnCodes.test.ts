import { describe, expect, it } from 'vitest';
import { failureReason, isOurFailure, meaningOfFailure } from '../../../server/domain/repayment/returnCodes.ts';

/** R01 to R85. */
const codes = Array.from({ length: 85 }, (_, place) => `R${String(place + 1).padStart(2, '0')}`);

describe('a return code', () => {
  it.each([
    ['retry', ['R01', 'R09']],
    ['relink', ['R02', 'R03', 'R04', 'R20']],
    ['stop', ['R05', 'R07', 'R10', 'R29']],
  ])('means %s for %j alone', (action, expected) => {
    expect(codes.filter((code) => meaningOfFailure(code).action === action)).toEqual(expected);
  });

  it.each([
    ['R01', 'There was not enough money in the account.'],
    ['R02', 'The account is closed.'],
    ['R08', 'You stopped this payment at your bank.'],
    ['R10', 'Your bank was told that this debit was not authorized.'],
    ['R16', 'The account is frozen.'],
    ['R29', 'Your business told its bank that this debit was not authorized.'],
  ])('%s reads: %s', (code, says) => {
    expect(meaningOfFailure(code).says).toBe(says);
  });

  it('reads to staff by its name, and then as the customer reads it', () => {
    expect(failureReason('R07', { isOwn: true })).toBe('You withdrew the authorization for debits at your bank.');
    expect(failureReason('R07', { isOwn: false })).toBe(
      'Authorization revoked (R07). The customer reads: You withdrew the authorization for debits at your bank.',
    );
    expect(failureReason(null, { isOwn: false })).toBe('Unknown code. The customer reads: Your bank could not process the debit.');
  });

  it('of a debit has a name for staff, and words and a remedy for the merchant', () => {
    const ofDebits = codes.slice(0, 31);
    expect(new Set(ofDebits.map((code) => meaningOfFailure(code).mark)).size).toBe(31);
    for (const code of ofDebits) expect(meaningOfFailure(code).says).toMatch(/^[A-Z].*\.$/);
  });

  it('of other entries, from R32 to R85, is one and the same', () => {
    const others = codes.slice(31);
    expect([others[0], others.at(-1), new Set(others.map(meaningOfFailure)).size]).toEqual(['R32', 'R85', 1]);
    expect(failureReason('R51', { isOwn: false })).toBe(
      'A code that debits of this kind do not get (R51). The customer reads: Your bank could not process the debit.',
    );
    expect([meaningOfFailure('R51').action, meaningOfFailure('R31').mark, meaningOfFailure('R86').mark]).toEqual([
      'staff',
      'Permissible return entry',
      'Unknown code',
    ]);
  });

  it.each([
    ['link_bank', ['R02', 'R03', 'R04', 'R12', 'R13', 'R14', 'R15', 'R16', 'R17', 'R20']],
    ['authorize_debits', ['R05', 'R07', 'R10', 'R29']],
    ['sign_in', []],
  ])('is mended by %s for %j alone', (remedy, expected) => {
    expect(codes.filter((code) => meaningOfFailure(code).remedy === remedy)).toEqual(expected);
  });

  it('that nobody knows, or that is missing, is for staff', () => {
    expect([meaningOfFailure('R99').action, meaningOfFailure('SOMETHING').action, meaningOfFailure(null).action]).toEqual(['staff', 'staff', 'staff']);
  });
});

describe('a refusal before the debit reached the bank', () => {
  it.each(['NSF', 'RISK', 'ITEM_LOGIN_REQUIRED', 'user_action_required', 'TRANSFER_ACCOUNT_BLOCKED', 'ITEM_NOT_FOUND', 'USER_PERMISSION_REVOKED'])(
    'as %s is the merchant’s',
    (code) => {
      expect(isOurFailure(code)).toBe(false);
    },
  );

  it.each([
    'TRANSFER_LIMIT_REACHED',
    'PAYMENT_PROFILE_LOGIN_REQUIRED',
    'ERROR',
    'MIGRATED_ACCOUNT_ITEM',
    'declined',
    'INVALID_API_KEYS',
    'RATE_LIMIT_EXCEEDED',
    'INTERNAL_SERVER_ERROR',
    'PRODUCTS_NOT_SUPPORTED',
    'INVALID_FIELD',
    'http_403',
  ])('as %s is our own', (code) => {
    expect(isOurFailure(code)).toBe(true);
  });

  it('for want of money is tried again; an account that is barred is replaced', () => {
    expect([meaningOfFailure('NSF').action, meaningOfFailure('TRANSFER_ACCOUNT_BLOCKED').action, meaningOfFailure('RISK').action]).toEqual([
      'retry',
      'relink',
      'staff',
    ]);
  });
});
