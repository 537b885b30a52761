import { expect, test } from 'vitest';
import { areDebitsStopped, debitClass, isDebitAuthorized } from '../../../server/domain/bank/debitAuthorization.ts';

test.each([
  ['business', 'ccd'],
  ['personal', 'web'],
  ['unrecognized', null],
  [null, null],
])('an account of the category %s is debited by class %s', (category, achClass) => {
  expect(debitClass(category)).toBe(achClass);
});

const link = { id: 'link-1', account_id: 'account-1', holder_category: 'business', unlinked_at: null };
const authorization = { bank_link_id: 'link-1', account_id: 'account-1', ach_classes: ['ccd'], ended_at: null };
const then = new Date('2026-06-01T12:00:00Z');

test.each([
  ['the account that was authorized', link, authorization, true],
  ['an account that was not known yet when it was authorized', link, { ...authorization, account_id: null }, true],
  ['no bank', null, authorization, false],
  ['no authorization', link, null, false],
  ['an authorization that has ended', link, { ...authorization, ended_at: then }, false],
  ['a bank that was unlinked', { ...link, unlinked_at: then }, authorization, false],
  ['another link than the authorized one', { ...link, id: 'link-2' }, authorization, false],
  ['another account of the link', { ...link, account_id: 'account-2' }, authorization, false],
  ['a personal account under an authorization for businesses', { ...link, holder_category: 'personal' }, authorization, false],
  ['a personal account that was authorized', { ...link, holder_category: 'personal' }, { ...authorization, ach_classes: ['ccd', 'web'] }, true],
  ['an unrecognized account', { ...link, holder_category: 'unrecognized' }, { ...authorization, ach_classes: ['ccd', 'web'] }, false],
  ['an account whose category is not known', { ...link, holder_category: null }, { ...authorization, ach_classes: ['ccd', 'web'] }, false],
])('whether to debit: %s', (_case, bank, given, expected) => {
  expect(isDebitAuthorized(bank, given)).toBe(expected);
});

const accepted = new Date('2026-03-02T12:00:00Z');
const returned = (failure_code: string | null, finished_at: string) => [{ failure_code, finished_at: new Date(finished_at) }];

test.each([
  ['there was never an authorization', null, [], false],
  ['it is open', null, [], false],
  ['it is open, and an earlier one was ended by the bank', null, returned('R10', '2026-03-01T12:00:00Z'), false],
  ['the merchant ended it', 'revoked_by_merchant', [], true],
  ['the bank ended it', 'returned', returned('R10', '2026-03-05T12:00:00Z'), true],
  ['its bank link ended', 'bank_link_ended', returned('R02', '2026-03-05T12:00:00Z'), false],
  ['its bank link ended, and another debit was not authorized', 'bank_link_ended', returned('R10', '2026-03-06T12:00:00Z'), true],
  ['its bank link ended, and a debit before it was not authorized', 'bank_link_ended', returned('R10', '2026-03-01T12:00:00Z'), false],
  ['its bank link ended, and a debit settled', 'bank_link_ended', returned(null, '2026-03-05T12:00:00Z'), false],
])('whether debits are stopped: %s', (what, endedReason, draws, expected) => {
  const latest = what.startsWith('there was never') ? null : { acceptedAt: accepted, endedReason };
  expect(areDebitsStopped(latest, draws)).toBe(expected);
});
