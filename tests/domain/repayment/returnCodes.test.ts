import { describe, expect, it } from 'vitest';
import { isOurFailure, meaningOfFailure, returnCodes } from '../../../server/domain/repayment/returnCodes.ts';

/** R01 to R85 as Nacha lists them; the numbers left out are not assigned. */
const unassigned = [48, 49, 54, 55, 56, 57, 58, 59, 60, 63, 64, 65, 66, 78, 79];
const assigned = Array.from({ length: 85 }, (_, place) => place + 1).filter((number) => !unassigned.includes(number));

describe('a return code', () => {
  it('has a row each, with words for the merchant', () => {
    expect([...returnCodes.keys()]).toEqual(assigned.map((number) => `R${String(number).padStart(2, '0')}`));
    for (const { says } of returnCodes.values()) expect(says).toMatch(/^[A-Z].+\.$/);
  });

  it.each([
    ['retry', ['R01', 'R09']],
    ['relink', ['R02', 'R03', 'R04', 'R20']],
    ['stop', ['R05', 'R07', 'R08', 'R10', 'R29']],
  ])('means %s for %j alone', (action, codes) => {
    expect([...returnCodes].filter(([, meaning]) => meaning.action === action).map(([code]) => code)).toEqual(codes);
  });

  it('that nobody knows, or that is missing, is for staff', () => {
    expect([meaningOfFailure('R99').action, meaningOfFailure('SOMETHING').action, meaningOfFailure(null).action]).toEqual(['staff', 'staff', 'staff']);
  });
});

describe('a refusal before the debit reached the bank', () => {
  it.each([
    'NSF',
    'RISK',
    'ITEM_LOGIN_REQUIRED',
    'user_action_required',
    'NO_BANK_LINK',
    'TRANSFER_ACCOUNT_BLOCKED',
    'ITEM_NOT_FOUND',
    'USER_PERMISSION_REVOKED',
  ])('as %s is the merchant’s', (code) => {
    expect(isOurFailure(code)).toBe(false);
  });

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
