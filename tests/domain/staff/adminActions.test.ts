import { describe, expect, it } from 'vitest';
import type { Caller } from '../../../server/domain/access/access.ts';
import type { Receiver } from '../../../server/domain/receiver/receiver.ts';
import { type AdminAction, adminActions, adminConfirmation, fieldsAfter, repaymentDownloadPeriod } from '../../../server/domain/staff/adminActions.ts';
import { newReceiver } from '../../support/receiver.ts';

const account = (fields: Partial<Receiver> = {}) => ({ ...newReceiver(fields), closing: null });
const customer = account();
const caller = (flags: Partial<Caller>): Caller => ({ receiverId: 'staff', role: 'owner', admin: false, support: false, ...flags });
const labels = (who: Caller | null, receiver = customer, options = { offersCommerce: true, overrideFraud: false }) =>
  adminActions(who, receiver, options).map((entry) => entry.label);

const adminLabels = [
  'Lock Account',
  'Reset KYB',
  'Override Rutter',
  'Reset EIN',
  'Reset Onboarding',
  'Update Bank',
  'Reset Card',
  'Reset Bank',
  'Download Repayment CSV',
];

describe('the menu', () => {
  it('for admin with support, in its order', () => {
    expect(labels(caller({ admin: true, support: true }))).toEqual(['Mark as Fraud', ...adminLabels, 'Add Receivables']);
  });

  it.each([
    ['admin', caller({ admin: true }), { offersCommerce: true, overrideFraud: false }, [...adminLabels, 'Add Receivables']],
    ['admin with the override', caller({ admin: true }), { offersCommerce: false, overrideFraud: true }, ['Mark as Fraud', ...adminLabels]],
    ['admin where no store can be linked', caller({ admin: true }), { offersCommerce: false, overrideFraud: false }, adminLabels],
    ['support', caller({ support: true }), { offersCommerce: true, overrideFraud: false }, ['Mark as Fraud', 'Add Receivables']],
    ['support where no store can be linked', caller({ support: true }), { offersCommerce: false, overrideFraud: false }, ['Mark as Fraud']],
    ['another merchant', caller({}), { offersCommerce: true, overrideFraud: true }, []],
    ['nobody signed in', null, { offersCommerce: true, overrideFraud: true }, []],
  ])('for %s', (_, who, options, expected) => {
    expect(labels(who, customer, options)).toEqual(expected);
  });

  it.each([
    ['h_1', null],
    [null, 'No bank account is linked.'],
    ['BLANK', 'No bank account is linked.'],
  ])('keeps Update Bank in its place with the bank %s, and says why it cannot be chosen', (plaid_access_token, reason) => {
    const entries = adminActions(caller({ admin: true }), account({ plaid_access_token }), { offersCommerce: true, overrideFraud: false });
    expect(entries.map(({ label }) => label)).toEqual([...adminLabels, 'Add Receivables']);
    expect(entries.filter(({ unavailable }) => unavailable !== null).map(({ label, unavailable }) => [label, unavailable])).toEqual(
      reason === null ? [] : [['Update Bank', reason]],
    );
  });

  it('a locked account is unlocked from the same place', () => {
    const locked = account({ is_locked: true });
    expect(labels(caller({ admin: true }), locked)[0]).toBe('Unlock Account');
    expect(labels(caller({ admin: true }), locked)).not.toContain('Lock Account');
  });

  it('says that an account is marked as fraud already', () => {
    const [entry] = adminActions(caller({ support: true }), account({ is_fraud: true }), { offersCommerce: false });
    expect(entry).toMatchObject({ label: 'Mark as Fraud', unavailable: 'The account is marked as fraud already.' });
  });

  it.each(['closing', 'closed'] as const)('offers nothing that leads to a new card on an account that is %s, and says why', (closing) => {
    const entries = adminActions(caller({ admin: true }), { ...account({ plaid_access_token: 'h_1' }), closing }, { offersCommerce: false });
    const refused = entries.filter(({ unavailable }) => unavailable !== null);
    expect(refused.map(({ label }) => label)).toEqual(['Reset KYB', 'Reset Onboarding', 'Reset Card']);
    for (const { unavailable } of refused) expect(unavailable).toMatch(/it gets no card any more/);
  });
});

it.each<[AdminAction, object]>([
  ['mark_as_fraud', { is_fraud: true }],
  ['lock_account', { is_locked: true }],
  ['unlock_account', { is_locked: false }],
  ['reset_kyb', { lithic_account_holder_token: null, ein: null }],
  ['override_rutter', { rutter_access_token: 'BLANK' }],
  ['reset_ein', { ein: null }],
  [
    'reset_onboarding',
    {
      rutter_access_token: null,
      plaid_access_token: null,
      plaid_item_id: null,
      lithic_account_holder_token: null,
      ein: null,
      accepted_privacy_policy: false,
      accepted_terms_and_conditions: false,
      accepted_card_holders_agreement: false,
      lithic_account_token: null,
      lithic_card_token: null,
      business_name: null,
      business_address: null,
      card_request: null,
    },
  ],
  ['update_bank', {}],
  ['reset_card', { lithic_card_token: null, card_request: null }],
  ['reset_bank', { plaid_access_token: null, plaid_item_id: null }],
  ['download_repayment_csv', {}],
  ['add_receivables', {}],
])('%s leaves these fields and touches no other: %o', (action, fields) => {
  expect(fieldsAfter(action)).toStrictEqual(fields);
});

it('repayments for staff begin with 2023 and end now', () => {
  const now = new Date('2026-11-21T08:00:00Z');
  expect(repaymentDownloadPeriod(now)).toEqual({ start: new Date(Date.UTC(2023, 0, 1)), end: now });
});

describe('what is typed before an action', () => {
  it.each<[AdminAction, boolean]>([
    ['mark_as_fraud', true],
    ['lock_account', false],
    ['unlock_account', false],
    ['reset_kyb', true],
    ['override_rutter', false],
    ['reset_ein', false],
    ['reset_onboarding', true],
    ['update_bank', false],
    ['reset_card', true],
    ['reset_bank', true],
    ['download_repayment_csv', false],
    ['add_receivables', false],
  ])('%s that cannot be taken back: %s', (action, isAsked) => {
    expect(adminConfirmation(action, { business_name: 'Corner Shop', email: 'ana@example.com' })).toBe(isAsked ? 'Corner Shop' : null);
  });

  it('is the email of a customer without a business name', () => {
    expect(adminConfirmation('reset_kyb', { business_name: null, email: 'ana@example.com' })).toBe('ana@example.com');
  });
});
