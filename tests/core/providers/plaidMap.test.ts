import fc from 'fast-check';
import {
  ACHClass,
  type AccountBase,
  AccountSubtype,
  AccountType,
  type Item,
  ItemUpdateTypeEnum,
  PlaidErrorType,
  type Transfer,
  TransferCreditFundsSource,
  TransferNetwork,
  TransferStatus,
  TransferType,
} from 'plaid';
import { describe, expect, it } from 'vitest';
import { cents } from '../../../server/domain/basics/money.ts';
import {
  authorizationRequest,
  bankEvent,
  bankTransfer,
  bankTransferEvents,
  linkedBank,
  linkTokenRequest,
  transferAuthorization,
  transferRequest,
} from '../../../server/providers/plaid/map.ts';
import type { LinkRequest } from '../../../server/providers/ports/bank.ts';

describe('the link window', () => {
  const base = { clientName: 'Boost', userId: 'receiver-1', webhookUrl: 'https://boost.example/webhooks/plaid' };
  const common = {
    client_name: 'Boost',
    language: 'en',
    country_codes: ['US'],
    user: { client_user_id: 'receiver-1' },
    webhook: 'https://boost.example/webhooks/plaid',
  };

  it.each<[string, LinkRequest, Record<string, unknown>]>([
    [
      'links anew with the micro-deposits that this merchant may use',
      { ...base, mode: 'link', microdeposits: { sameDay: true, automated: false }, asksForTransactions: false },
      {
        products: ['auth', 'transfer'],
        account_filters: { depository: { account_subtypes: ['checking', 'savings'] } },
        auth: { instant_match_enabled: true, same_day_microdeposits_enabled: true, automated_microdeposits_enabled: false },
      },
    ],
    [
      'asks for consent to transactions where the merchant may use them',
      { ...base, mode: 'link', microdeposits: { sameDay: true, automated: true }, asksForTransactions: true },
      {
        products: ['auth', 'transfer'],
        additional_consented_products: ['transactions'],
        account_filters: { depository: { account_subtypes: ['checking', 'savings'] } },
        auth: { instant_match_enabled: true, same_day_microdeposits_enabled: true, automated_microdeposits_enabled: true },
      },
    ],
    ['signs in again without naming products', { ...base, mode: 'relink', accessToken: 'access-1' }, { access_token: 'access-1' }],
    ['takes the amounts of micro-deposits without naming products', { ...base, mode: 'microdeposits', accessToken: 'access-1' }, { access_token: 'access-1' }],
    ['changes accounts', { ...base, mode: 'update', accessToken: 'access-1' }, { access_token: 'access-1', update: { account_selection_enabled: true } }],
    [
      'comes back from a bank’s own page',
      { ...base, mode: 'relink', accessToken: 'access-1', redirectUri: 'https://boost.example/bank' },
      { access_token: 'access-1', redirect_uri: 'https://boost.example/bank' },
    ],
  ])('%s', (_, request, expected) => {
    expect(linkTokenRequest(request, { evaluatesDebits: false })).toEqual({ ...common, ...expected });
  });

  it('keeps the risk of debits ready where it can be asked, and where the bank supports it', () => {
    const first = { ...base, mode: 'link' as const, microdeposits: { sameDay: true, automated: true }, asksForTransactions: true };
    expect(linkTokenRequest(first, { evaluatesDebits: true })).toMatchObject({
      products: ['auth', 'transfer'],
      additional_consented_products: ['transactions'],
      optional_products: ['signal'],
    });
    const again = { ...base, mode: 'relink' as const, accessToken: 'access-1' };
    expect(linkTokenRequest(again, { evaluatesDebits: true })).not.toHaveProperty('optional_products');
  });
});

function account(given: Partial<AccountBase> = {}): AccountBase {
  return {
    account_id: 'blgvvBlXw3cq5GMPwqB6s6q4dLKB9WcVqGDGo',
    balances: { available: 100.5, current: 110.01, limit: null, iso_currency_code: 'USD', unofficial_currency_code: null },
    mask: '0000',
    name: 'Plaid Checking',
    official_name: 'Plaid Gold Standard 0% Interest Checking',
    type: AccountType.Depository,
    subtype: AccountSubtype.Checking,
    ...given,
  };
}

const item = (given: Partial<Item> = {}): Item => ({
  item_id: 'Ed6bjNrDLJfGvZWwnkQlfxwoNz54B5C97ejBr',
  institution_id: 'ins_117650',
  institution_name: 'Royal Business Bank',
  webhook: null,
  error: null,
  available_products: [],
  billed_products: [],
  consent_expiration_time: null,
  update_type: ItemUpdateTypeEnum.Background,
  ...given,
});

const statusOf = (given: Record<string, unknown>, of = item()) =>
  linkedBank({ accounts: [{ ...account(), ...given }], item: of, request_id: 'r' }).accounts[0]?.verificationStatus;

describe('a linked account', () => {
  it.each([
    ['absent', {}, 'automatically_verified'],
    ['null', { verification_status: null }, 'automatically_verified'],
    ['empty', { verification_status: '' }, 'automatically_verified'],
    ['manually_verified', { verification_status: 'manually_verified' }, 'manually_verified'],
    ['pending_manual_verification', { verification_status: 'pending_manual_verification' }, 'pending_manual_verification'],
    ['verification_expired', { verification_status: 'verification_expired' }, 'verification_expired'],
    ['database_insights_fail', { verification_status: 'database_insights_fail' }, 'database_insights_fail'],
  ])('whose status is %s', (_, given, expected) => {
    expect(statusOf(given)).toBe(expected);
  });

  it('is to be linked again when its bank wants a new sign-in, whatever its status was', () => {
    const broken = item({ error: { error_type: PlaidErrorType.ItemError, error_code: 'ITEM_LOGIN_REQUIRED', error_message: 'login', display_message: null } });
    expect(statusOf({ verification_status: 'manually_verified' }, broken)).toBe('relink');
    expect(linkedBank({ accounts: [], item: broken }).loginRequired).toBe(true);
  });

  it('is not to be linked again for another of the bank’s troubles', () => {
    const down = item({ error: { error_type: PlaidErrorType.InstitutionError, error_code: 'INSTITUTION_DOWN', error_message: 'down', display_message: null } });
    expect(statusOf({}, down)).toBe('automatically_verified');
  });

  it.each([
    [100.5, 10_050],
    [110.01, 11_001],
    [0.1 + 0.2, 30],
    [1_234_567.89, 123_456_789],
    [-12.34, -1234],
    [0, 0],
    [1e-7, 0],
    [null, null],
  ])('with the balance %d dollars has %d cents', (available, expected) => {
    const balances = { ...account().balances, available };
    expect(linkedBank({ accounts: [account({ balances })], item: item() }).accounts[0]?.availableCents).toBe(expected);
  });

  it('keeps every cent of a balance that came as a float', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9_999_999_999_999 }), (amount) => {
        const balances = { ...account().balances, current: Number(`${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, '0')}`) };
        expect(linkedBank({ accounts: [account({ balances })], item: item() }).accounts[0]?.currentCents).toBe(amount);
      }),
    );
  });
});

describe('a transfer', () => {
  const order = {
    accessToken: 'access-1',
    accountId: 'account-1',
    legalName: 'Corner Shop LLC',
    achClass: 'ccd' as const,
    key: 'ac18a6dd-ad00-50de-865c-75901486030e',
  };

  it.each([
    [1, '0.01'],
    [10, '0.10'],
    [1234, '12.34'],
    [100_000, '1000.00'],
    [15_000_000, '150000.00'],
  ])('of %i cents asks for "%s" dollars', (amount, dollars) => {
    expect(authorizationRequest({ ...order, direction: 'debit', amountCents: cents(amount) })).toEqual({
      access_token: 'access-1',
      account_id: 'account-1',
      type: 'debit',
      network: 'ach',
      ach_class: 'ccd',
      amount: dollars,
      user: { legal_name: 'Corner Shop LLC' },
      idempotency_key: 'ac18a6dd-ad00-50de-865c-75901486030e',
    });
  });

  it('pays out as a credit', () =>
    expect(authorizationRequest({ ...order, direction: 'credit', amountCents: cents(5) })).toMatchObject({ type: 'credit', amount: '0.05' }));

  it.each([0, -1])('of %i cents is never asked for', (amount) => {
    expect(() => authorizationRequest({ ...order, direction: 'debit', amountCents: cents(amount) })).toThrow(RangeError);
  });

  it('carries our key, by which it is found again, and a description that a statement has room for', () => {
    expect(transferRequest({ ...order, authorizationId: 'auth-1', description: 'REPAYMENT DECEMBER' })).toEqual({
      access_token: 'access-1',
      account_id: 'account-1',
      authorization_id: 'auth-1',
      description: 'REPAYMENT ',
      metadata: { key: 'ac18a6dd-ad00-50de-865c-75901486030e' },
    });
  });

  it.each([
    ['approved', null, null],
    ['approved', { code: 'MANUALLY_VERIFIED_ITEM', description: 'not checked' }, { code: 'MANUALLY_VERIFIED_ITEM', description: 'not checked' }],
    ['declined', { code: 'NSF', description: 'not enough' }, { code: 'NSF', description: 'not enough' }],
    ['user_action_required', { code: 'ITEM_LOGIN_REQUIRED', description: 'sign in' }, { code: 'ITEM_LOGIN_REQUIRED', description: 'sign in' }],
  ])('is decided: %s with %j', (decision, decision_rationale, rationale) => {
    expect(transferAuthorization({ authorization: { id: 'auth-1', decision, decision_rationale } })).toEqual({
      authorizationId: 'auth-1',
      decision,
      rationale,
    });
  });

  /** Without the decision of a guarantee, which is null for those who have none, though its type says otherwise. */
  const wire: Omit<Transfer, 'guarantee_decision'> = {
    id: '460cbe92-2dcc-8eae-5ad6-b37d0ec90fd9',
    authorization_id: 'c9f90aa1-2949-c799-e2b6-ea05c89bb586',
    ach_class: ACHClass.Ccd,
    account_id: 'account-1',
    funding_account_id: null,
    type: TransferType.Debit,
    user: { legal_name: 'Corner Shop LLC', phone_number: null, email_address: null, address: null },
    amount: '12.34',
    description: 'REPAYMENT',
    created: '2026-11-21T17:27:15Z',
    status: TransferStatus.Pending,
    network: TransferNetwork.Ach,
    cancellable: true,
    failure_reason: null,
    metadata: { key: 'k' },
    origination_account_id: '',
    guarantee_decision_rationale: null,
    iso_currency_code: 'USD',
    standard_return_window: '2026-11-25',
    unauthorized_return_window: '2027-01-20',
    expected_settlement_date: '2026-11-24',
    originator_client_id: null,
    refunds: [],
    recurring_transfer_id: null,
    credit_funds_source: TransferCreditFundsSource.Sweep,
  };

  it('is read in cents with its way and what it was ordered by', () => {
    expect(bankTransfer({ transfer: wire })).toEqual({
      transferId: '460cbe92-2dcc-8eae-5ad6-b37d0ec90fd9',
      authorizationId: 'c9f90aa1-2949-c799-e2b6-ea05c89bb586',
      accountId: 'account-1',
      direction: 'debit',
      amountCents: 1234,
      status: 'pending',
      failure: null,
      key: 'k',
      createdAt: new Date('2026-11-21T17:27:15Z'),
      expectedSettlementDate: '2026-11-24',
      standardReturnWindow: '2026-11-25',
    });
  });

  it('that came back says why', () => {
    const returned = {
      ...wire,
      status: TransferStatus.Returned,
      failure_reason: { failure_code: 'R01', ach_return_code: 'R01', description: 'Insufficient funds' },
    };
    expect(bankTransfer({ transfer: returned })).toMatchObject({
      status: 'returned',
      failure: { code: 'R01', achReturnCode: 'R01', description: 'Insufficient funds' },
    });
  });

  it.each(['12.345', '12,34', '1e3', ''])('with the amount %j is not believed', (amount) => {
    expect(() => bankTransfer({ transfer: { ...wire, amount } })).toThrow();
  });
});

describe('events of transfers', () => {
  const event = (event_id: number, event_type: string, given: Record<string, unknown> = {}) => ({
    event_id,
    event_type,
    timestamp: '2026-11-21T17:27:15Z',
    transfer_id: 'transfer-1',
    account_id: 'account-1',
    transfer_type: 'debit',
    transfer_amount: '12.34',
    failure_reason: null,
    funding_account_id: null,
    origination_account_id: null,
    sweep_id: null,
    sweep_amount: null,
    refund_id: null,
    originator_client_id: null,
    ...given,
  });

  it('move the cursor to the last of them', () => {
    const read = bankTransferEvents({ transfer_events: [event(7, 'posted'), event(9, 'settled')], has_more: true }, 6);
    expect(read).toMatchObject({ lastEventId: 9, hasMore: true });
    expect(read.events[0]).toEqual({
      eventId: 7,
      type: 'posted',
      transferId: 'transfer-1',
      direction: 'debit',
      amountCents: 1234,
      failure: null,
      at: new Date('2026-11-21T17:27:15Z'),
    });
  });

  it('leave the cursor where it was when there is none', () =>
    expect(bankTransferEvents({ transfer_events: [], has_more: false }, 6)).toEqual({ events: [], lastEventId: 6, hasMore: false }));

  it('of our own sweeps, which have no transfer, do not stop the others', () => {
    const sweep = event(10, 'sweep.settled', { transfer_id: '', transfer_type: '', transfer_amount: undefined, sweep_amount: '-500.00' });
    expect(bankTransferEvents({ transfer_events: [sweep], has_more: false }, 9).events[0]).toMatchObject({
      type: 'sweep.settled',
      direction: null,
      amountCents: null,
    });
  });
});

it.each([
  ['TRANSFER', 'TRANSFER_EVENTS_UPDATE', 'transfers'],
  ['ITEM', 'LOGIN_REPAIRED', 'link'],
  ['ITEM', 'PENDING_DISCONNECT', 'link'],
  ['AUTH', 'VERIFICATION_EXPIRED', 'link'],
  ['TRANSACTIONS', 'SYNC_UPDATES_AVAILABLE', 'other'],
])('webhooks of %s %s make us look at %s', (webhook_type, webhook_code, about) => {
  expect(bankEvent(Buffer.from('{}'), { webhook_type, webhook_code, item_id: 'item-1' }, 1)).toMatchObject({
    type: webhook_type,
    code: webhook_code,
    about,
    itemId: 'item-1',
  });
});
