import { createHash, randomUUID } from 'node:crypto';
import { decodeProtectedHeader, importJWK, jwtVerify } from 'jose';
import {
  ACHClass,
  Configuration,
  CountryCode,
  DepositoryAccountSubtype,
  type LinkTokenCreateRequest,
  PlaidApi,
  Products,
  type TransferAuthorizationCreateRequest,
  TransferNetwork,
  TransferType,
  SandboxItemSetVerificationStatusRequestVerificationStatusEnum as Verification,
} from 'plaid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bankingDaysAfter, daysAfter, daysBetween } from '../../../server/sandbox/plaid/household/bankingDays.ts';
import { type EventInbox, openEventInbox, type Received } from './eventInbox.ts';
import { type OpenSandbox, openSandbox } from './openSandbox.ts';

let sandbox: OpenSandbox;
let inbox: EventInbox;
let plaid: PlaidApi;

const client = (secret: string) =>
  new PlaidApi(
    new Configuration({
      basePath: `${sandbox.url}/plaid`,
      baseOptions: { headers: { 'PLAID-CLIENT-ID': sandbox.config.plaid.clientId, 'PLAID-SECRET': secret }, proxy: false },
    }),
  );

beforeAll(async () => {
  inbox = await openEventInbox();
  sandbox = await openSandbox(inbox.url);
  plaid = client(sandbox.config.plaid.secret);
});
afterAll(async () => {
  await sandbox.stop();
  await inbox.stop();
});
beforeEach(() => {
  inbox.received.length = 0;
});

/** Returns the status and code with which the provider refused a call. */
async function refusal(call: Promise<unknown>): Promise<{ status: number; code: string }> {
  try {
    await call;
  } catch (error) {
    const { response } = error as { response: { status: number; data: { error_code: string; error_type: string; request_id: string } } };
    expect(response.data).toMatchObject({ error_type: expect.any(String), request_id: expect.any(String), display_message: null });
    return { status: response.status, code: response.data.error_code };
  }
  throw new Error('the call went through');
}

const firstLink: LinkTokenCreateRequest = {
  client_name: 'Headway',
  language: 'en',
  country_codes: [CountryCode.Us],
  user: { client_user_id: 'user-1' },
  products: [Products.Auth, Products.Transfer],
  account_filters: { depository: { account_subtypes: [DepositoryAccountSubtype.Checking, DepositoryAccountSubtype.Savings] } },
};

async function advance(days: number): Promise<void> {
  const answer = await fetch(`${sandbox.url}/control/clock/advance`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ days }),
  });
  expect(answer.status).toBe(200);
}

async function advanceTo(day: string): Promise<void> {
  const { now } = (await (await fetch(`${sandbox.url}/control/clock`)).json()) as { now: string };
  const days = daysBetween(now.slice(0, 10), day);
  if (days > 0) await advance(days);
}

/** Goes through the link window as a person does, form by form. */
async function linkWindow(linkToken: string, more = '') {
  const opened = await fetch(`${sandbox.url}/plaid/link?token=${linkToken}&origin=http://headway.localhost:3000${more}`);
  const address = opened.url;
  let page = await opened.text();
  return {
    address,
    page: () => page,
    status: opened.status,
    async submit(step: string, fields: Record<string, string>) {
      const answer = await fetch(`${address}/${step}`, { method: 'POST', body: new URLSearchParams(fields) });
      page = await answer.text();
    },
    async reload() {
      page = await (await fetch(address)).text();
    },
    /** Returns the result that the page around the window is told at the end. */
    result(): { public_token: string | null; metadata: { accounts: { id: string; verification_status: string | null }[]; institution: { name: string } } } {
      const told = /const link = (\{.*?\});\n/s.exec(page)?.[1] ?? '{}';
      return JSON.parse(told).result;
    },
  };
}

async function linked(
  bankId = 'ins_901',
  request: Partial<LinkTokenCreateRequest> = {},
): Promise<{ access_token: string; item_id: string; account_id: string }> {
  const { link_token } = (await plaid.linkTokenCreate({ ...firstLink, ...request })).data;
  const window = await linkWindow(link_token);
  await window.submit('bank', { bank_id: bankId });
  await window.submit('sign-in', { username: 'ada', password: 'secret' });
  const mask = /name="mask" value="(\d+)"/.exec(window.page())?.[1] ?? '';
  await window.submit('account', { mask });
  const { access_token, item_id } = (await plaid.itemPublicTokenExchange({ public_token: window.result().public_token ?? '' })).data;
  return { access_token, item_id, account_id: window.result().metadata.accounts[0]?.id ?? '' };
}

type Linked = Awaited<ReturnType<typeof linked>>;

const order = (
  { access_token, account_id }: Linked,
  amount: string,
  more: Partial<TransferAuthorizationCreateRequest> = {},
): TransferAuthorizationCreateRequest => ({
  access_token,
  account_id,
  type: TransferType.Debit,
  network: TransferNetwork.Ach,
  ach_class: ACHClass.Ccd,
  amount,
  user: { legal_name: 'Acme Goods LLC' },
  ...more,
});

const authorize = async (bank: Linked, amount: string, more?: Partial<TransferAuthorizationCreateRequest>) =>
  (await plaid.transferAuthorizationCreate(order(bank, amount, more))).data.authorization;

async function transfer(bank: Linked, amount = '100.00') {
  const { id } = await authorize(bank, amount);
  return (
    await plaid.transferCreate({
      access_token: bank.access_token,
      account_id: bank.account_id,
      authorization_id: id,
      description: 'HEADWAY',
      metadata: { key: 'k' },
    })
  ).data.transfer;
}

const statusOf = async (transfer_id: string) => (await plaid.transferGet({ transfer_id })).data.transfer.status;

const eventOf =
  (code: string, itemId = '') =>
  (call: Received) =>
    call.body.webhook_code === code && (itemId === '' || call.body.item_id === itemId);

describe('the link window', () => {
  it('links a bank: pick it, sign in, pick an account, exchange once', async () => {
    const { link_token, expiration } = (await plaid.linkTokenCreate(firstLink)).data;
    expect(Date.parse(expiration)).toBeGreaterThan(Date.now());
    const window = await linkWindow(link_token);
    expect(window.page()).toContain('Sandbox');
    await window.submit('bank', { bank_id: 'ins_901' });
    await window.submit('sign-in', { username: 'ada', password: 'wrong' });
    expect(window.page()).toContain('The name or the password is wrong');
    await window.submit('sign-in', { username: 'ada', password: 'right' });
    await window.submit('account', { mask: '4427' });
    const { public_token, metadata } = window.result();
    expect(metadata).toMatchObject({ institution: { name: 'First Harbor Bank' }, accounts: [{ mask: '4427', subtype: 'savings', verification_status: null }] });
    const exchanged = (await plaid.itemPublicTokenExchange({ public_token: public_token ?? '' })).data;
    const { accounts, item } = (await plaid.accountsGet({ access_token: exchanged.access_token })).data;
    expect(accounts).toHaveLength(1);
    expect(accounts[0]).toMatchObject({ mask: '4427', balances: { available: 61_200 } });
    expect(accounts[0]).not.toHaveProperty('verification_status');
    expect(item).toMatchObject({ item_id: exchanged.item_id, error: null, institution_name: 'First Harbor Bank' });
    expect(await refusal(plaid.itemPublicTokenExchange({ public_token: public_token ?? '' }))).toEqual({ status: 400, code: 'INVALID_PUBLIC_TOKEN' });
  });

  it('shows only the accounts that the product asked for', async () => {
    const { link_token } = (
      await plaid.linkTokenCreate({ ...firstLink, account_filters: { depository: { account_subtypes: [DepositoryAccountSubtype.Savings] } } })
    ).data;
    const window = await linkWindow(link_token);
    await window.submit('bank', { bank_id: 'ins_902' });
    await window.submit('sign-in', { username: 'ada', password: 'x' });
    expect([...window.page().matchAll(/name="mask" value="(\d+)"/g)].map(([, mask]) => mask)).toEqual(['7719']);
  });

  it('goes to the bank’s own page and comes back', async () => {
    const { link_token } = (await plaid.linkTokenCreate({ ...firstLink, redirect_uri: 'http://headway.localhost:3000/onboarding' })).data;
    const window = await linkWindow(link_token);
    await window.submit('bank', { bank_id: 'ins_904' });
    const bankPage = /data-open="\.\.(\/bank\/[\da-f-]+)"/.exec(window.page())?.[1];
    const at = `${sandbox.url}/plaid${bankPage}`;
    expect(await (await fetch(at)).text()).toContain('Meadow National Bank');
    const refused = await fetch(at, { method: 'POST', body: new URLSearchParams({ answer: 'no' }) });
    expect(refused.status).toBe(200);
    await window.reload();
    expect(window.page()).toContain('The bank was told no');
    const allowed = await (await fetch(at, { method: 'POST', body: new URLSearchParams({ answer: 'yes' }) })).text();
    const state = bankPage?.split('/').at(-1);
    expect(allowed).toContain(`http://headway.localhost:3000/onboarding?oauth_state_id=${state}`);
    // Opened anew with what the bank sent back, the window goes on where it was.
    const again = await linkWindow(link_token, `&oauth_state_id=${state}`);
    expect(again.address).toBe(window.address);
    await again.submit('account', { mask: '9001' });
    expect(again.result().public_token).toMatch(/^public-sandbox-/);
  });

  it('says so when its token is unknown or over', async () => {
    const window = await linkWindow(`link-sandbox-${randomUUID()}`);
    expect(window.status).toBe(404);
    expect(window.page()).toContain('not known');
  });

  it.each([
    ['products beside an access token', async () => ({ ...firstLink, access_token: (await linked()).access_token }), 'INVALID_FIELD'],
    ['no products for a first link', async () => ({ ...firstLink, products: [] }), 'INVALID_FIELD'],
    ['an address to return to that is not registered', async () => ({ ...firstLink, redirect_uri: 'http://headway.localhost:3000/cards/1' }), 'INVALID_FIELD'],
    ['one with a query', async () => ({ ...firstLink, redirect_uri: 'http://headway.localhost:3000/onboarding?a=b' }), 'INVALID_FIELD'],
    ['a field it does not know', async () => ({ ...firstLink, color: 'green' }), 'UNKNOWN_FIELDS'],
    ['a foreign access token', async () => ({ ...firstLink, products: [], access_token: `access-sandbox-${randomUUID()}` }), 'ITEM_NOT_FOUND'],
  ])('refuses %s', async (_what, request, code) => {
    expect(await refusal(plaid.linkTokenCreate(await request()))).toEqual({ status: 400, code });
  });
});

describe('small deposits', () => {
  const auth = { same_day_microdeposits_enabled: true, automated_microdeposits_enabled: true };

  async function byDeposits(flags: LinkTokenCreateRequest['auth']) {
    const { link_token } = (await plaid.linkTokenCreate({ ...firstLink, ...(flags && { auth: flags }) })).data;
    const window = await linkWindow(link_token);
    await window.submit('bank', { bank_id: 'ins_905' });
    await window.submit('numbers', { routing: '061103852', account: '9900015150' });
    return window;
  }
  async function exchanged(window: Awaited<ReturnType<typeof byDeposits>>): Promise<Linked> {
    const { access_token, item_id } = (await plaid.itemPublicTokenExchange({ public_token: window.result().public_token ?? '' })).data;
    return { access_token, item_id, account_id: window.result().metadata.accounts[0]?.id ?? '' };
  }
  const verificationOf = async (access_token: string) => (await plaid.accountsGet({ access_token })).data.accounts[0]?.verification_status;
  const amountsWindow = async (access_token: string) => {
    const { products: _products, account_filters: _filters, ...again } = firstLink;
    return linkWindow((await plaid.linkTokenCreate({ ...again, access_token })).data.link_token);
  };
  const told = (page: string) => [...page.matchAll(/\$(0\.\d\d)/g)].map(([, amount]) => amount ?? '');

  it('are entered by hand in a second window, in either order', async () => {
    const bank = await exchanged(await byDeposits(auth));
    expect(await verificationOf(bank.access_token)).toBe('pending_manual_verification');
    expect(await refusal(plaid.authGet({ access_token: bank.access_token }))).toEqual({ status: 400, code: 'PRODUCT_NOT_READY' });
    const window = await amountsWindow(bank.access_token);
    const [first = '', second = ''] = told(window.page());
    await window.submit('amounts', { first: second, second: first });
    expect(window.result().public_token).toBeNull();
    expect(await verificationOf(bank.access_token)).toBe('manually_verified');
    expect(await authorize(bank, '10.00')).toMatchObject({ decision: 'approved', decision_rationale: { code: 'MANUALLY_VERIFIED_ITEM' } });
  });

  it('fail for good after three wrong tries', async () => {
    const bank = await exchanged(await byDeposits(auth));
    const window = await amountsWindow(bank.access_token);
    for (let count = 0; count < 3; count += 1) await window.submit('amounts', { first: '9.99', second: '9.98' });
    expect(await verificationOf(bank.access_token)).toBe('verification_failed');
  });

  it('verify by themselves after a day where that was asked for', async () => {
    const bank = await exchanged(await byDeposits({ automated_microdeposits_enabled: true }));
    expect(await verificationOf(bank.access_token)).toBe('pending_automatic_verification');
    await advance(1);
    expect(await verificationOf(bank.access_token)).toBe('automatically_verified');
    await inbox.next(eventOf('AUTOMATICALLY_VERIFIED', bank.item_id));
  });

  it('expire when nobody enters them for a week', async () => {
    const bank = await exchanged(await byDeposits(auth));
    await advance(7);
    expect(await verificationOf(bank.access_token)).toBe('verification_expired');
    await inbox.next(eventOf('VERIFICATION_EXPIRED', bank.item_id));
  });

  it('are refused where the program takes none, and checked for their digits', async () => {
    const none = await byDeposits(undefined);
    expect(none.page()).toContain('does not take banks that need deposits');
    const { link_token } = (await plaid.linkTokenCreate({ ...firstLink, auth })).data;
    const window = await linkWindow(link_token);
    await window.submit('bank', { bank_id: 'ins_905' });
    await window.submit('numbers', { routing: '12', account: 'x' });
    expect(window.page()).toContain('nine digits');
  });
});

describe('a linked bank', () => {
  it('tells accounts, balances and numbers until it is removed', async () => {
    const { access_token, item_id, account_id } = await linked();
    const { numbers } = (await plaid.authGet({ access_token })).data;
    expect(numbers.ach[0]).toMatchObject({ account_id, routing: '011401533' });
    expect((await plaid.accountsBalanceGet({ access_token, options: { account_ids: [account_id] } })).data.accounts[0]?.balances.available).toBe(182_430.25);
    expect((await plaid.itemGet({ access_token })).data.item.item_id).toBe(item_id);
    expect((await plaid.itemWebhookUpdate({ access_token, webhook: `${inbox.url}/elsewhere` })).data.item.webhook).toBe(`${inbox.url}/elsewhere`);
    expect(await refusal(plaid.accountsGet({ access_token, options: { account_ids: ['x'] } }))).toEqual({ status: 400, code: 'INVALID_ACCOUNT_ID' });
    await plaid.itemRemove({ access_token });
    expect(await refusal(plaid.accountsGet({ access_token }))).toEqual({ status: 400, code: 'ITEM_NOT_FOUND' });
  });

  it('breaks, says so where its link token said, and is repaired with the same access token', async () => {
    const { access_token, item_id } = await linked('ins_901', { webhook: `${inbox.url}/hook` });
    expect((await plaid.sandboxItemResetLogin({ access_token })).data.reset_login).toBe(true);
    const call = await inbox.next(eventOf('ERROR', item_id));
    expect(call.path).toBe('/hook');
    expect(call.body).toMatchObject({ webhook_type: 'ITEM', error: { error_code: 'ITEM_LOGIN_REQUIRED' } });
    expect((await plaid.accountsGet({ access_token })).data.item.error?.error_code).toBe('ITEM_LOGIN_REQUIRED');
    expect(await refusal(plaid.accountsBalanceGet({ access_token }))).toEqual({ status: 400, code: 'ITEM_LOGIN_REQUIRED' });
    const { products: _products, ...again } = firstLink;
    const window = await linkWindow((await plaid.linkTokenCreate({ ...again, access_token })).data.link_token);
    await window.submit('sign-in', { username: 'ada', password: 'new' });
    expect(window.result().metadata.institution.name).toBe('First Harbor Bank');
    expect((await plaid.accountsGet({ access_token })).data.item.error).toBeNull();
  });

  it('may answer a broken link with the error alone, and be repaired elsewhere', async () => {
    const { access_token, item_id } = await linked();
    await sandbox.press('plaid', 'broken_link_answers', { with: 'error' });
    await sandbox.press('plaid', 'break_link', { item_id });
    expect(await refusal(plaid.accountsGet({ access_token }))).toEqual({ status: 400, code: 'ITEM_LOGIN_REQUIRED' });
    await sandbox.press('plaid', 'repair_link', { item_id });
    expect((await plaid.accountsGet({ access_token })).data.item.error).toBeNull();
    await inbox.next(eventOf('LOGIN_REPAIRED', item_id));
    await sandbox.press('plaid', 'broken_link_answers', { with: 'cached' });
  });

  it('changes its account in update mode, keeping its access token', async () => {
    const { access_token, item_id } = await linked();
    const { products: _products, ...again } = firstLink;
    const window = await linkWindow((await plaid.linkTokenCreate({ ...again, access_token, update: { account_selection_enabled: true } })).data.link_token);
    await window.submit('sign-in', { username: 'ada', password: 'x' });
    await window.submit('account', { mask: '4431' });
    const { accounts, item } = (await plaid.accountsGet({ access_token })).data;
    expect(accounts.map(({ mask }) => mask)).toEqual(['4431']);
    expect(item.item_id).toBe(item_id);
  });

  it('has its verification expired by the provider’s own lever', async () => {
    const { access_token, account_id, item_id } = await linked();
    await plaid.sandboxItemSetVerificationStatus({ access_token, account_id, verification_status: Verification.VerificationExpired });
    expect((await plaid.accountsGet({ access_token })).data.accounts[0]?.verification_status).toBe('verification_expired');
    await inbox.next(eventOf('VERIFICATION_EXPIRED', item_id));
  });

  it('can be had without the window for tests', async () => {
    const { public_token } = (await plaid.sandboxPublicTokenCreate({ institution_id: 'ins_902', initial_products: [Products.Auth] })).data;
    const { access_token } = (await plaid.itemPublicTokenExchange({ public_token })).data;
    expect((await plaid.accountsGet({ access_token })).data.accounts).toHaveLength(2);
    expect(await refusal(plaid.sandboxPublicTokenCreate({ institution_id: 'ins_0', initial_products: [Products.Auth] }))).toMatchObject({
      code: 'INVALID_INSTITUTION',
    });
  });
});

describe('transfers', () => {
  it.each([
    ['more than is there', 'ins_903', '25.51', 'declined', 'NSF'],
    ['all that is there', 'ins_903', '25.50', 'approved', undefined],
    ['more than one transfer may move', 'ins_901', '250000.01', 'declined', 'TRANSFER_LIMIT_REACHED'],
  ])('%s is %s', async (_what, bankId, amount, decision, code) => {
    const authorization = await authorize(await linked(bankId), amount);
    expect(authorization.decision).toBe(decision);
    expect(authorization.decision_rationale?.code).toBe(code);
  });

  it('an empty account is a risk, and a broken link wants its owner', async () => {
    const bank = await linked();
    await sandbox.press('plaid', 'set_balance', { item_id: bank.item_id, available: 0 });
    expect(await authorize(bank, '1.00')).toMatchObject({ decision: 'declined', decision_rationale: { code: 'RISK' } });
    await plaid.sandboxItemResetLogin({ access_token: bank.access_token });
    expect(await authorize(bank, '1.00')).toMatchObject({ decision: 'user_action_required', decision_rationale: { code: 'ITEM_LOGIN_REQUIRED' } });
  });

  it('a credit is not held against the balance', async () => {
    expect(await authorize(await linked('ins_903'), '5000.00', { type: TransferType.Credit })).toMatchObject({ decision: 'approved' });
  });

  it.each([['10'], ['0.00'], ['10.5'], ['-1.00'], ['1,000.00']])('refuse the amount %s', async (amount) => {
    expect(await refusal(plaid.transferAuthorizationCreate(order(await linked(), amount)))).toEqual({ status: 400, code: 'INVALID_FIELD' });
  });

  it('one key gives one authorization for 48 hours by the sandbox’s clock, then it is forgotten', async () => {
    const bank = await linked();
    const idempotency_key = randomUUID();
    const made = await Promise.all(Array.from({ length: 4 }, () => authorize(bank, '10.00', { idempotency_key })));
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    await advance(1);
    expect((await authorize(bank, '10.00', { idempotency_key })).id).toBe(made[0]?.id);
    await advance(1);
    expect((await authorize(bank, '10.00', { idempotency_key })).id).not.toBe(made[0]?.id);
    expect(await refusal(plaid.transferAuthorizationCreate(order(bank, '10.00', { idempotency_key: 'x'.repeat(51) })))).toMatchObject({
      code: 'INVALID_FIELD',
    });
  });

  it('one key is for one transfer, and is free again while the customer has to sign in first', async () => {
    const bank = await linked();
    const idempotency_key = randomUUID();
    await plaid.sandboxItemResetLogin({ access_token: bank.access_token });
    expect(await authorize(bank, '10.00', { idempotency_key })).toMatchObject({ decision: 'user_action_required' });
    await sandbox.press('plaid', 'repair_link', { item_id: bank.item_id });
    expect(await authorize(bank, '10.00', { idempotency_key })).toMatchObject({ decision: 'approved' });
    expect(await refusal(plaid.transferAuthorizationCreate(order(bank, '10.01', { idempotency_key })))).toEqual({ status: 400, code: 'INVALID_FIELD' });
  });

  it('one authorization gives one transfer, however often it is asked for', async () => {
    const bank = await linked();
    const { id: authorization_id } = await authorize(bank, '12.34');
    const request = { access_token: bank.access_token, account_id: bank.account_id, authorization_id, description: 'HEADWAY' };
    const made = await Promise.all(Array.from({ length: 4 }, async () => (await plaid.transferCreate(request)).data.transfer));
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    expect(made[0]).toMatchObject({ amount: '12.34', status: 'pending', cancellable: true, type: 'debit', failure_reason: null });
    expect((await plaid.transferList({ count: 1 })).data.transfers[0]?.id).toBe(made[0]?.id);
  });

  it('an authorization lasts an hour, must be approved, and its amount and name have limits', async () => {
    const bank = await linked();
    const { id: authorization_id } = await authorize(bank, '12.34');
    const request = { access_token: bank.access_token, account_id: bank.account_id, authorization_id, description: 'HEADWAY' };
    expect(await refusal(plaid.transferCreate({ ...request, amount: '12.35' }))).toMatchObject({ code: 'INVALID_FIELD' });
    expect(await refusal(plaid.transferCreate({ ...request, description: 'HEADWAY REPAY' }))).toMatchObject({ code: 'INVALID_FIELD' });
    await advance(1);
    expect(await refusal(plaid.transferCreate(request))).toMatchObject({ code: 'AUTHORIZATION_EXPIRED' });
    const declined = await authorize(bank, '250000.01');
    expect(await refusal(plaid.transferCreate({ ...request, authorization_id: declined.id }))).toMatchObject({ code: 'TRANSFER_NOT_AUTHORIZED' });
  });

  it('move by the days on which banks work, whatever day they are made: posted, settled as expected, funds available', async () => {
    for (let made = 0; made < 4; made += 1) {
      const { id, created, expected_settlement_date } = await transfer(await linked());
      const steps = [1, 2, 3].map((days) => bankingDaysAfter(created.slice(0, 10), days));
      expect(expected_settlement_date).toBe(steps[1]);
      const seen = [await statusOf(id)];
      for (const [place, day] of steps.entries()) {
        await advanceTo(daysAfter(day, -1));
        expect(await statusOf(id)).toBe(seen[place]);
        await advanceTo(day);
        seen.push(await statusOf(id));
      }
      expect(seen).toEqual(['pending', 'posted', 'settled', 'funds_available']);
      await advance(1);
    }
  });

  it('tell every step as an event, counted upward, with a cursor', async () => {
    const before = (await plaid.transferEventSync({ after_id: 0, count: 500 })).data.transfer_events.at(-1)?.event_id ?? 0;
    const { id, amount } = await transfer(await linked(), '45.67');
    for (const event_type of ['posted', 'settled', 'funds_available']) await plaid.sandboxTransferSimulate({ transfer_id: id, event_type });
    const { transfer_events, has_more } = (await plaid.transferEventSync({ after_id: before })).data;
    expect(transfer_events.map(({ event_id, event_type }) => [event_id - before, event_type])).toEqual([
      [1, 'pending'],
      [2, 'posted'],
      [3, 'settled'],
      [4, 'funds_available'],
    ]);
    expect(transfer_events[0]).toMatchObject({ transfer_id: id, transfer_amount: amount, transfer_type: 'debit' });
    expect(has_more).toBe(false);
    expect((await plaid.transferEventSync({ after_id: before, count: 2 })).data.has_more).toBe(true);
    const poke = await inbox.next(eventOf('TRANSFER_EVENTS_UPDATE'));
    expect(Object.keys(poke.body).sort()).toEqual(['environment', 'webhook_code', 'webhook_type']);
  });

  it('come back even after the funds were available, with the bank’s code', async () => {
    const { id } = await transfer(await linked());
    for (const event_type of ['posted', 'settled', 'funds_available']) await plaid.sandboxTransferSimulate({ transfer_id: id, event_type });
    await sandbox.press('plaid', 'fail_repayment', { transfer_id: id, code: 'R02' });
    const returned = (await plaid.transferGet({ transfer_id: id })).data.transfer;
    expect(returned).toMatchObject({ status: 'returned', failure_reason: { ach_return_code: 'R02', description: 'Account closed' } });
  });

  /** Makes a debit that comes back with a code. */
  async function returned(bank: Linked, amount: string, code: string, description = 'HEADWAY') {
    const { id: authorization_id } = await authorize(bank, amount);
    const request = { access_token: bank.access_token, account_id: bank.account_id, authorization_id, description };
    const { id } = (await plaid.transferCreate(request)).data.transfer;
    await plaid.sandboxTransferSimulate({ transfer_id: id, event_type: 'posted' });
    await sandbox.press('plaid', 'fail_repayment', { transfer_id: id, code });
    return id;
  }

  const present = async (bank: Linked, amount: string, description: string) => {
    const { id: authorization_id } = await authorize(bank, amount);
    return plaid.transferCreate({ access_token: bank.access_token, account_id: bank.account_id, authorization_id, description });
  };

  it.each(['R01', 'R09'])('that came back with %s are presented again twice at most, the same amount, as exactly what they are', async (code) => {
    const bank = await linked();
    await returned(bank, '30.00', code);
    for (const description of ['RETRY 1', 'Retry', 'Retry 3', 'retry1', 'Retry 2'])
      expect(await refusal(present(bank, '30.00', description))).toEqual({ status: 400, code: 'INVALID_FIELD' });
    expect(await refusal(present(bank, '29.99', 'Retry 1'))).toMatchObject({ code: 'INVALID_FIELD' });
    expect(await refusal(present(await linked(), '30.00', 'Retry 1'))).toMatchObject({ code: 'INVALID_FIELD' });
    await returned(bank, '30.00', code, 'Retry 1');
    expect(await refusal(present(bank, '30.00', 'Retry 1'))).toMatchObject({ code: 'INVALID_FIELD' });
    await returned(bank, '30.00', code, 'Retry 2');
    for (const description of ['Retry 1', 'Retry 2']) expect(await refusal(present(bank, '30.00', description))).toMatchObject({ code: 'INVALID_FIELD' });
  });

  it.each(['R08', 'R11', 'R16', 'R23'])('that came back with %s are not presented again', async (code) => {
    const bank = await linked();
    await returned(bank, '30.00', code);
    expect(await refusal(present(bank, '30.00', 'Retry 1'))).toMatchObject({ code: 'INVALID_FIELD' });
  });

  it('are presented again within 180 days', async () => {
    const bank = await linked();
    await returned(bank, '30.00', 'R01');
    await returned(bank, '31.00', 'R01');
    await advance(179);
    expect((await present(bank, '30.00', 'Retry 1')).status).toBe(200);
    await advance(2);
    expect(await refusal(present(bank, '31.00', 'Retry 1'))).toMatchObject({ code: 'INVALID_FIELD' });
  });

  it.each(['R02', 'R03', 'R04', 'R05', 'R07', 'R10', 'R20', 'R29'])(
    'that came back with %s bar their account from debits, until it is linked anew',
    async (code) => {
      const bank = await linked();
      await returned(bank, '30.00', code);
      expect(await refusal(plaid.transferAuthorizationCreate(order(bank, '1.00')))).toEqual({ status: 400, code: 'TRANSFER_ACCOUNT_BLOCKED' });
      expect(await authorize(bank, '1.00', { type: TransferType.Credit })).toMatchObject({ decision: 'approved' });
      expect(await authorize(await linked(), '1.00')).toMatchObject({ decision: 'approved' });
    },
  );

  it('cannot skip a step, nor be cancelled once posted', async () => {
    const bank = await linked();
    const { id } = await transfer(bank);
    expect(await refusal(plaid.sandboxTransferSimulate({ transfer_id: id, event_type: 'settled' }))).toMatchObject({ code: 'INVALID_TRANSITION' });
    await plaid.sandboxTransferSimulate({ transfer_id: id, event_type: 'posted' });
    expect(await refusal(plaid.transferCancel({ transfer_id: id }))).toMatchObject({ code: 'TRANSFER_NOT_CANCELLABLE' });
    const other = await transfer(bank);
    await plaid.transferCancel({ transfer_id: other.id });
    expect(await statusOf(other.id)).toBe('cancelled');
    await plaid.sandboxTransferSimulate({ transfer_id: (await transfer(bank)).id, event_type: 'failed', failure_reason: { ach_return_code: 'R03' } });
  });

  it('end badly when told beforehand', async () => {
    const bank = await linked();
    await sandbox.press('plaid', 'doom_next', { outcome: 'returned', code: 'R01', count: 1 });
    const doomed = await transfer(bank);
    const spared = await transfer(bank);
    await advance(7);
    expect(await statusOf(doomed.id)).toBe('returned');
    expect(await statusOf(spared.id)).not.toBe('returned');
  });

  it('survive twenty hands at once without a deadlock', async () => {
    const bank = await linked();
    const ids = await Promise.all(Array.from({ length: 6 }, async () => (await transfer(bank)).id));
    await Promise.all([advance(1), ...ids.map((transfer_id) => sandbox.press('plaid', 'fail_repayment', { transfer_id, code: 'R01' }))]);
    for (const id of ids) expect(['failed', 'returned']).toContain(await statusOf(id));
  });
});

describe('signed webhooks', () => {
  async function verified(call: Received) {
    const token = call.headers['plaid-verification'] ?? '';
    const { kid = '', alg } = decodeProtectedHeader(token);
    expect(alg).toBe('ES256');
    const { key } = (await plaid.webhookVerificationKeyGet({ key_id: kid })).data;
    const { payload } = await jwtVerify(token, await importJWK({ ...key }, 'ES256'), { algorithms: ['ES256'], maxTokenAge: '5 min' });
    return { key, payload, kid };
  }

  it('verify with the published key, over the very bytes', async () => {
    await plaid.sandboxTransferFireWebhook({ webhook: `${inbox.url}/fired` });
    const call = await inbox.next(({ path }) => path === '/fired');
    const { key, payload } = await verified(call);
    expect(payload.request_body_sha256).toBe(createHash('sha256').update(call.raw).digest('hex'));
    expect(call.raw).toBe(JSON.stringify(call.body, null, 2));
    expect(key).toMatchObject({ alg: 'ES256', crv: 'P-256', kty: 'EC', use: 'sig', expired_at: null });
  });

  it('change their key; the old one is known as expired', async () => {
    await plaid.sandboxTransferFireWebhook({ webhook: `${inbox.url}/before` });
    const before = await verified(await inbox.next(({ path }) => path === '/before'));
    await sandbox.press('plaid', 'rotate_key');
    await plaid.sandboxTransferFireWebhook({ webhook: `${inbox.url}/after` });
    const after = await verified(await inbox.next(({ path }) => path === '/after'));
    expect(after.kid).not.toBe(before.kid);
    expect((await plaid.webhookVerificationKeyGet({ key_id: before.kid })).data.key.expired_at).toEqual(expect.any(Number));
    expect(await refusal(plaid.webhookVerificationKeyGet({ key_id: randomUUID() }))).toMatchObject({ status: 400 });
  });
});

describe('the API itself', () => {
  it('answers nobody without the secret, in headers or in the body', async () => {
    expect(await refusal(client('wrong secret').transferList({}))).toEqual({ status: 400, code: 'INVALID_API_KEYS' });
    const { clientId: client_id, secret } = sandbox.config.plaid;
    const answer = await fetch(`${sandbox.url}/plaid/transfer/list`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ client_id, secret }),
    });
    expect(answer.status).toBe(200);
  });

  it('keeps links and transfers over a restart', async () => {
    const bank = await linked();
    const { id } = await transfer(bank, '77.00');
    const accounts = (await plaid.accountsGet({ access_token: bank.access_token })).data.accounts;
    await sandbox.restart();
    expect((await plaid.accountsGet({ access_token: bank.access_token })).data.accounts).toEqual(accounts);
    expect((await plaid.transferGet({ transfer_id: id })).data.transfer.amount).toBe('77.00');
  });
});
