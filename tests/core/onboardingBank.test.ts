import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { debitAuthorizationVersion } from '../../server/programs/agreements/debitAuthorization.ts';
import { eventually } from '../support/eventually.ts';
import { bankIds, openLinkWindow } from '../support/linkWindow.ts';
import { type Merchant, merchantAt, newMerchant } from '../support/merchant.ts';
import { productWithMerchants, type TestProduct } from '../support/product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await productWithMerchants('BANK_LINK');
});
afterAll(() => product.stop());

const atBank = () => merchantAt(product, 'BANK_LINK');

const links = ({ id }: Merchant) => product.deps.database.bankLink.findMany({ where: { receiver_id: id }, orderBy: { id: 'asc' } });
const account = async (merchant: Merchant, handle?: string | null) =>
  merchant.send(`/api/users/${merchant.id}/plaid_account${handle === undefined ? '' : `?plaid_access_token=${handle}`}`);
const statusOf = async (merchant: Merchant) => (await merchant.shown()).plaid_account_verification_status;

/** The items that the provider has of a merchant. */
async function itemsOf({ id }: Merchant): Promise<string[]> {
  const rows = await product.deps.database.$queryRaw<{ item_id: string }[]>`
    SELECT id AS item_id FROM sandbox.object WHERE stand_in = 'plaid' AND kind = 'item' AND data ->> 'client_user_id' = ${id} ORDER BY seq`;
  return rows.map(({ item_id }) => item_id);
}

interface WindowRequest {
  webhook?: string;
  redirect_uri?: string;
  products?: string[];
  access_token?: string;
  auth?: object;
  account_filters?: object;
  client_name?: string;
}

async function windowRequest(linkToken: string): Promise<WindowRequest> {
  const [row] = await product.deps.database.$queryRaw<{ request: WindowRequest }[]>`
    SELECT data -> 'request' AS request FROM sandbox.object WHERE stand_in = 'plaid' AND kind = 'link_token' AND id = ${linkToken}`;
  return row?.request ?? {};
}

describe('the link window', () => {
  it('is opened for checking and savings accounts, in the program’s name, with webhooks sent to us', async () => {
    const merchant = await newMerchant(product, { program: 'boost' });
    await merchant.walkTo('BANK_LINK');
    const { link_token, expires_at } = await merchant.done(merchant.post('bank/link_token', { mode: 'link', redirect_path: '/titanium-onboarding' }));
    expect(new Date(expires_at).getTime()).toBeGreaterThan(Date.now());
    const request = await windowRequest(link_token);
    expect(request).toMatchObject({
      client_name: 'Boost',
      webhook: `${product.config.publicUrl}/webhooks/plaid`,
      products: ['auth', 'transfer'],
      account_filters: { depository: { account_subtypes: ['checking', 'savings'] } },
      auth: { same_day_microdeposits_enabled: true, automated_microdeposits_enabled: true },
    });
    const redirect = new URL(request.redirect_uri ?? '');
    expect([redirect.hostname, redirect.pathname + redirect.search]).toEqual(['boost.localhost', '/titanium-onboarding']);
  });

  it.each(['/cards/4242', '/titanium-onboarding?bank=back', '/bigcommerce/settings', '/onboarding'])(
    'opens, and leads back nowhere, from an address that is not registered with the provider: %s',
    async (redirect_path) => {
      const merchant = await newMerchant(product, { program: 'boost' });
      await merchant.walkTo('BANK_LINK');
      const { link_token } = await merchant.done(merchant.post('bank/link_token', { mode: 'link', redirect_path }));
      expect(await windowRequest(link_token)).not.toHaveProperty('redirect_uri');
    },
  );

  it.each([
    [{ can_connect_with_microdeposits: false }, { sameDay: false, automated: false }],
    [{ same_day_microdeposits_enabled: false }, { sameDay: false, automated: true }],
    [{ automated_microdeposits_enabled: false }, { sameDay: true, automated: false }],
  ])('offers small deposits as far as the receiver may use them: %j', async (flags, { sameDay, automated }) => {
    const merchant = await atBank();
    await product.deps.database.receiver.update({ where: { id: merchant.id }, data: flags });
    expect((await windowRequest(await merchant.linkToken())).auth).toMatchObject({
      same_day_microdeposits_enabled: sameDay,
      automated_microdeposits_enabled: automated,
    });
  });

  it.each(['relink', 'update', 'microdeposits'])('has nothing to %s before a bank is linked', async (mode) => {
    const merchant = await atBank();
    const answer = await merchant.post('bank/link_token', { mode });
    expect([answer.status, answer.body.code, answer.body.detail]).toEqual([409, 'step_out_of_order', 'Link your bank account first.']);
  });
});

describe('linking', () => {
  it('keeps the token encrypted behind a handle, and the account that was picked', async () => {
    const merchant = await atBank();
    const picked = await merchant.pickAccount();
    const answer = await merchant.done(merchant.postBank(picked));
    const [link] = await links(merchant);
    expect(link).toMatchObject({
      account_id: picked.metadata.accounts[0]?.id,
      account_name: 'Business Checking',
      mask: '4410',
      institution_name: 'First Harbor Bank',
      health: 'healthy',
    });
    expect(answer.plaid_access_token).toMatch(/^h_[\w-]{20,}$/);
    expect(answer).toMatchObject({ plaid_access_token: link?.handle, plaid_item_id: link?.item_id, plaid_account_id: link?.account_id });
    expect(link?.access_token).not.toContain('access-sandbox');
    expect(JSON.stringify(answer)).not.toContain('access-sandbox');
    expect((await account(merchant, link?.handle)).body).toEqual({
      verification_status: 'automatically_verified',
      account_id: link?.account_id,
      name: 'Business Checking',
      mask: '4410',
      institution_name: 'First Harbor Bank',
      health: 'healthy',
      consent_expires_at: null,
    });
  });

  it('with one public token makes one link, however often and at once it is sent', async () => {
    const merchant = await atBank();
    const picked = await merchant.pickAccount();
    const answers = await Promise.all([1, 2, 3].map(() => merchant.postBank(picked)));
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
    const handle = (await merchant.stored()).plaid_access_token;
    expect((await merchant.done(merchant.postBank(picked))).plaid_access_token).toBe(handle);
    expect(await links(merchant)).toHaveLength(1);
    expect(await itemsOf(merchant)).toHaveLength(1);
  });

  it('another bank takes the place of the first, whose access is given up', async () => {
    const merchant = await atBank();
    await merchant.linkBank();
    const [first] = await links(merchant);
    await merchant.linkBank(bankIds.other);
    await eventually('the removal of the first', async () => (await links(merchant))[0]?.removed_at);
    const [old, current] = await links(merchant);
    expect(old).toMatchObject({ id: first?.id, access_token: null });
    expect(current).toMatchObject({ institution_name: 'Cascade Credit Union', unlinked_at: null });
    expect((await merchant.stored()).plaid_access_token).toBe(current?.handle);
    expect(await itemsOf(merchant)).toEqual([current?.item_id]);
    expect((await account(merchant, old?.handle)).status).toBe(404);
  });

  it.each([
    [
      'a token that is none',
      { public_token: 'public-sandbox-none', account_id: null, authorization_version: debitAuthorizationVersion },
      422,
      'provider_refused',
    ],
    ['no token and no bank', { public_token: null, account_id: null }, 409, 'step_out_of_order'],
    ['nothing', {}, 400, 'invalid_request'],
    ['more than is asked', { public_token: 'x', account_id: null, access_token: 'mine' }, 400, 'invalid_request'],
  ])('with %s keeps nothing', async (_, body, status, code) => {
    const merchant = await atBank();
    const answer = await merchant.post('bank', body);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(await links(merchant)).toEqual([]);
    expect((await merchant.stored()).plaid_access_token).toBeNull();
  });

  it('with an account that was not picked says so at its field, and gives the access up', async () => {
    const merchant = await atBank();
    const { public_token } = await merchant.pickAccount();
    const answer = await merchant.post('bank', { public_token, account_id: 'somebody-elses', authorization_version: debitAuthorizationVersion });
    expect([answer.status, answer.body.errors?.[0].path]).toEqual([400, 'account_id']);
    expect(await links(merchant)).toEqual([]);
    expect(await itemsOf(merchant)).toEqual([]);
  });

  it('shows a handle to its own receiver alone', async () => {
    const [merchant, other] = [await atBank(), await atBank()];
    await merchant.linkBank();
    await other.linkBank();
    const { plaid_access_token } = await merchant.stored();
    expect((await account(other, plaid_access_token)).status).toBe(404);
    expect((await account(other, 'h_unknown')).status).toBe(404);
    expect((await account(other)).status).toBe(200);
    expect((await account(await atBank())).status).toBe(404);
  });
});

describe('a linked bank', () => {
  const itemOf = async (merchant: Merchant) => (await merchant.stored()).plaid_item_id;

  it('that wants a new sign-in is unhealthy after a webhook, and healthy again after the sign-in', async () => {
    const merchant = await atBank();
    await merchant.linkBank();
    await product.press('plaid', 'break_link', { item_id: await itemOf(merchant) });
    await eventually('the webhook', async () => (await statusOf(merchant)) === 'relink');
    expect(await merchant.step()).toBe('BANK_RELINK');
    expect((await merchant.mail('bank_status')).subject).toContain('sign in to your bank again');
    expect((await account(merchant)).body).toMatchObject({ verification_status: 'relink', mask: '4410' });

    const handle = (await merchant.stored()).plaid_access_token;
    const window = await openLinkWindow(product, await merchant.linkToken('relink'));
    await window.submit('sign-in', { username: 'ana', password: 'secret' });
    await merchant.done(merchant.post('bank', { public_token: null, account_id: null }));
    expect(await statusOf(merchant)).toBe('automatically_verified');
    expect(await merchant.step()).toBe('ACCOUNTING_CONNECTION');
    expect((await merchant.stored()).plaid_access_token).toBe(handle);
    expect(await links(merchant)).toHaveLength(1);
  });

  it('stays one link when the page sends the token that a repair hands over as well', async () => {
    const merchant = await atBank();
    await merchant.linkBank();
    const before = await merchant.stored();
    await product.press('plaid', 'break_link', { item_id: before.plaid_item_id });
    const window = await openLinkWindow(product, await merchant.linkToken('relink'));
    await window.submit('sign-in', { username: 'ana', password: 'secret' });
    expect(window.result().public_token).not.toBeNull();
    await merchant.done(merchant.postBank(window.result()));
    expect(await merchant.stored()).toMatchObject({ plaid_access_token: before.plaid_access_token, plaid_item_id: before.plaid_item_id });
    expect(await links(merchant)).toMatchObject([{ health: 'healthy', unlinked_at: null, removed_at: null }]);
    expect(await itemsOf(merchant)).toEqual([before.plaid_item_id]);
  });

  it('that is repaired elsewhere is healthy after a webhook', async () => {
    const merchant = await atBank();
    await merchant.linkBank();
    await product.press('plaid', 'break_link', { item_id: await itemOf(merchant) });
    await eventually('the break', async () => (await statusOf(merchant)) === 'relink');
    await product.press('plaid', 'repair_link', { item_id: await itemOf(merchant) });
    await eventually('the repair', async () => (await statusOf(merchant)) === 'automatically_verified');
  });

  it('that answers with the error alone is unhealthy too', async () => {
    const merchant = await atBank();
    await merchant.linkBank();
    await product.press('plaid', 'broken_link_answers', { with: 'error' });
    await product.press('plaid', 'break_link', { item_id: await itemOf(merchant) });
    await eventually('the webhook', async () => (await statusOf(merchant)) === 'relink');
    expect((await account(merchant)).body).toMatchObject({ verification_status: 'relink', name: 'Business Checking' });
    await product.press('plaid', 'broken_link_answers', { with: 'cached' });
  });

  it('that cannot be asked reads relink, and is not changed by it', async () => {
    const merchant = await atBank();
    await merchant.linkBank();
    await fetch(`${product.sandboxUrl}/control/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ stand_in: 'plaid', kind: 'error_500', path: '/accounts/get', remaining: 2 }),
    });
    expect((await account(merchant)).body.verification_status).toBe('relink');
    expect(await statusOf(merchant)).toBe('automatically_verified');
    expect((await account(merchant)).body.verification_status).toBe('automatically_verified');
  });

  it('that was asked too often reads as it last did', async () => {
    const merchant = await atBank();
    await merchant.linkBank();
    const link = await itemOf(merchant);
    // An item is read fifteen times a minute at most.
    const answers = [];
    for (let time = 0; time < 18; time += 1) answers.push((await account(merchant)).body.verification_status);
    const metrics = await product.deps.metrics.getSingleMetric('provider_calls_total')?.get();
    expect(metrics?.values).toContainEqual(expect.objectContaining({ labels: { provider: 'plaid', call: 'get_accounts', outcome: 'unavailable' } }));
    expect(answers).toEqual(answers.map(() => 'automatically_verified'));
    expect(await itemOf(merchant)).toBe(link);
  });

  it('that will end soon is mailed, and goes on', async () => {
    const merchant = await atBank();
    await merchant.linkBank();
    await product.press('plaid', 'warn_disconnect', { item_id: await itemOf(merchant) });
    expect((await merchant.mail('bank_status')).subject).toContain('ends soon');
    expect((await links(merchant))[0]?.health).toBe('expiring');
    expect(await merchant.step()).toBe('ACCOUNTING_CONNECTION');
    expect((await account(merchant)).body.verification_status).toBe('automatically_verified');
  });

  it('changes its account by the window: the other one is drawn from then', async () => {
    const merchant = await atBank();
    await merchant.linkBank();
    const window = await openLinkWindow(product, await merchant.linkToken('update'));
    await window.submit('sign-in', { username: 'ana', password: 'secret' });
    await window.submit('account', { mask: '4427' });
    const { metadata } = window.result();
    const answer = await merchant.done(merchant.post('bank', { public_token: null, account_id: metadata.accounts[0]?.id ?? null }));
    expect(answer.plaid_account_id).toBe(metadata.accounts[0]?.id);
    expect((await account(merchant)).body).toMatchObject({ name: 'Business Savings', mask: '4427' });
  });
});

describe('small deposits', () => {
  async function byDeposits(merchant: Merchant) {
    const window = await openLinkWindow(product, await merchant.linkToken());
    await window.submit('bank', { bank_id: bankIds.deposits });
    await window.submit('numbers', { routing: '061103852', account: '9900015150' });
    await merchant.done(merchant.postBank(window.result()));
  }

  it('keep the merchant waiting, and are entered in a second window', async () => {
    const merchant = await atBank();
    await byDeposits(merchant);
    expect([await statusOf(merchant), await merchant.step()]).toEqual(['pending_manual_verification', 'BANK_LINK_PENDING']);
    const store = await merchant.post('commerce', { public_token: 'x' });
    expect([store.status, store.body.detail]).toEqual([409, 'Your bank account has to be verified first.']);

    const window = await openLinkWindow(product, await merchant.linkToken('microdeposits'));
    const [first = '', second = ''] = [...window.page().matchAll(/\$(0\.\d\d)/g)].map(([, amount]) => amount ?? '');
    await window.submit('amounts', { first, second });
    await merchant.done(merchant.post('bank', { public_token: null, account_id: null }));
    expect([await statusOf(merchant), await merchant.step()]).toEqual(['manually_verified', 'ACCOUNTING_CONNECTION']);
  });

  it('that nobody enters in time expire by webhook; another account helps', async () => {
    const merchant = await atBank();
    await byDeposits(merchant);
    await product.press('plaid', 'set_verification', { item_id: (await merchant.stored()).plaid_item_id, status: 'verification_expired' });
    await eventually('the webhook', async () => (await statusOf(merchant)) === 'verification_expired');
    expect(await merchant.step()).toBe('BANK_RELINK');
    expect((await merchant.mail('bank_status')).subject).toContain('could not be verified');
    await merchant.linkBank(bankIds.other);
    expect(await merchant.step()).toBe('ACCOUNTING_CONNECTION');
  });

  it('that verify themselves move the merchant on by webhook', async () => {
    const merchant = await atBank();
    await product.deps.database.receiver.update({ where: { id: merchant.id }, data: { same_day_microdeposits_enabled: false } });
    await byDeposits(merchant);
    expect(await statusOf(merchant)).toBe('pending_automatic_verification');
    await product.press('plaid', 'set_verification', { item_id: (await merchant.stored()).plaid_item_id, status: 'automatically_verified' });
    await eventually('the webhook', async () => (await merchant.step()) === 'ACCOUNTING_CONNECTION');
    expect((await merchant.mail('bank_status')).subject).toContain('is verified');
  });
});

describe('a bank that staff skipped', () => {
  it('is healthy and verified without an account', async () => {
    const merchant = await atBank();
    await product.deps.database.receiver.update({ where: { id: merchant.id }, data: { plaid_access_token: 'BLANK', plaid_item_id: 'BLANK' } });
    expect(await merchant.step()).toBe('ACCOUNTING_CONNECTION');
    expect((await account(merchant, 'BLANK')).body).toMatchObject({ verification_status: 'automatically_verified', account_id: null, name: null, mask: null });
    await merchant.linkBank();
    expect((await merchant.stored()).plaid_access_token).toMatch(/^h_/);
  });

  it('is not skipped by one field of the two', async () => {
    const merchant = await atBank();
    await product.deps.database.receiver.update({ where: { id: merchant.id }, data: { plaid_access_token: 'BLANK', plaid_item_id: null } });
    expect(await merchant.step()).toBe('BANK_LINK');
  });
});
