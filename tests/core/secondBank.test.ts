import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { receiverScope } from '../../server/db/scope.ts';
import { debitAuthorizationVersion } from '../../server/programs/agreements/debitAuthorization.ts';
import { debitableFallback } from '../../server/services/bank/fallbackBank.ts';
import { eventually } from '../support/eventually.ts';
import { bankIds, type LinkedAccounts, openLinkWindow } from '../support/linkWindow.ts';
import { type Merchant, merchantAt } from '../support/merchant.ts';
import { productWithMerchants, type TestProduct } from '../support/product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await productWithMerchants('ACCOUNTING_CONNECTION');
});
afterAll(() => product.stop());

const withOneBank = () => merchantAt(product, 'ACCOUNTING_CONNECTION');

const authorized = { authorization_version: debitAuthorizationVersion };
const repaired = { public_token: null, account_id: null };
const choiceOf = ({ public_token, metadata }: LinkedAccounts) => ({ public_token, account_id: metadata.accounts[0]?.id ?? null });

async function withTwoBanks(): Promise<Merchant> {
  const merchant = await withOneBank();
  await merchant.done(merchant.post('bank/fallback', { ...choiceOf(await merchant.pickAccount(bankIds.other)), ...authorized }));
  return merchant;
}

const second = async (merchant: Merchant) => (await merchant.done(merchant.send('bank/fallback'))).bank;
const linkOf = ({ id }: Merchant) => product.deps.database.bankLink.findFirst({ where: { receiver_id: id, role: 'fallback' }, orderBy: { linked_at: 'desc' } });
const debitable = ({ id }: Merchant) => debitableFallback(product.deps.database, receiverScope(id));

describe('linking a second bank', () => {
  it('shows the account with its state, and lets it be debited beside the first', async () => {
    const merchant = await withOneBank();
    expect(await second(merchant)).toBeNull();
    const first = await merchant.stored();
    const picked = choiceOf(await merchant.pickAccount(bankIds.other));
    const answer = await merchant.done(merchant.post('bank/fallback', { ...picked, ...authorized }));
    expect(answer.bank).toEqual({
      verification_status: 'automatically_verified',
      account_id: picked.account_id,
      name: 'Business Checking',
      mask: '7702',
      institution_name: 'Cascade Credit Union',
      health: 'healthy',
      consent_expires_at: null,
      refusal: null,
      is_authorized: true,
    });
    expect(await second(merchant)).toEqual(answer.bank);
    expect((await debitable(merchant))?.mask).toBe('7702');
    expect((await merchant.stored()).plaid_item_id).toBe(first.plaid_item_id);
    expect((await merchant.send('debit_authorization')).body.given).not.toBeNull();
  });

  it.each([
    ['without the authorization', {}, 409, 'debit_authorization_needed'],
    ['with an earlier text of it', { authorization_version: '2020-01-01' }, 409, 'agreement_outdated'],
  ])('is refused %s, and keeps nothing', async (_, accepted, status, code) => {
    const merchant = await withOneBank();
    const answer = await merchant.post('bank/fallback', { ...choiceOf(await merchant.pickAccount(bankIds.other)), ...accepted });
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(await linkOf(merchant)).toBeNull();
  });

  it('is refused before the first one, and with the account of the first', async () => {
    const early = await merchantAt(product, 'BANK_LINK');
    const answer = await early.post('bank/fallback', { ...choiceOf(await early.pickAccount(bankIds.other)), ...authorized });
    expect([answer.status, answer.body.detail]).toEqual([409, 'Link your bank account first.']);
    const merchant = await withOneBank();
    const same = await merchant.post('bank/fallback', { ...choiceOf(await merchant.pickAccount()), ...authorized });
    expect([same.status, same.body.code]).toEqual([422, 'provider_refused']);
    expect(await linkOf(merchant)).toBeNull();
  });

  it.each([
    ['', {}],
    [', whichever of its accounts is picked', { mask: '0001' }],
  ])('is not the first one once more%s: a repair of that gives a token too, and its access stays', async (_, known) => {
    const merchant = await withOneBank();
    const { plaid_item_id: item_id } = await merchant.stored();
    await product.deps.database.bankLink.updateMany({ where: { receiver_id: merchant.id }, data: known });
    await product.press('plaid', 'break_link', { item_id });
    const window = await openLinkWindow(product, await merchant.linkToken('relink'));
    await window.submit('sign-in', { username: 'ana', password: 'secret' });
    const answer = await merchant.post('bank/fallback', { ...choiceOf(window.result()), ...authorized });
    expect([answer.status, answer.body.code]).toEqual([422, 'provider_refused']);
    const links = await product.deps.database.bankLink.findMany({ where: { receiver_id: merchant.id } });
    expect(links).toMatchObject([{ item_id, role: 'main', unlinked_at: null }]);
    await merchant.done(merchant.post('bank', repaired));
    expect((await merchant.shown()).plaid_account_verification_status).toBe('automatically_verified');
  });

  it('ends when the first bank is changed to its account', async () => {
    const merchant = await withTwoBanks();
    await merchant.linkBank(bankIds.other);
    expect(await second(merchant)).toBeNull();
    expect((await merchant.send('debit_authorization')).body).toMatchObject({ account: { mask: '7702' }, given: { version: debitAuthorizationVersion } });
  });

  it('does not debit an account that is not verified yet', async () => {
    const merchant = await withOneBank();
    const window = await openLinkWindow(product, await merchant.linkToken());
    await window.submit('bank', { bank_id: bankIds.deposits });
    await window.submit('numbers', { routing: '061103852', account: '9900015150' });
    await merchant.done(merchant.post('bank/fallback', { ...choiceOf(window.result()), ...authorized }));
    expect((await second(merchant)).verification_status).not.toContain('verified');
    expect(await debitable(merchant)).toBeNull();
  });
});

describe('a second bank', () => {
  it('that wants a new sign-in says so, is not debited, and works again after the sign-in, under the same authorization', async () => {
    const merchant = await withTwoBanks();
    await product.press('plaid', 'break_link', { item_id: (await linkOf(merchant))?.item_id });
    expect(await second(merchant)).toMatchObject({ verification_status: 'relink', mask: '7702' });
    expect(await debitable(merchant)).toBeNull();
    expect((await merchant.mail('bank_status')).subject).toBe('Please sign in to your second bank again');
    const { link_token } = await merchant.done(merchant.post('bank/link_token', { mode: 'relink', bank: 'fallback' }));
    const window = await openLinkWindow(product, link_token);
    await window.submit('sign-in', { username: 'ana', password: 'secret' });
    expect((await merchant.done(merchant.post('bank/fallback', repaired))).bank).toMatchObject({ health: 'healthy', is_authorized: true });
    expect(await debitable(merchant)).not.toBeNull();
    expect((await merchant.shown()).plaid_account_verification_status).toBe('automatically_verified');
  });

  it('has nothing to repair before it is linked', async () => {
    const merchant = await withOneBank();
    const reason = 'Link your second bank account first.';
    expect((await merchant.post('bank/link_token', { mode: 'relink', bank: 'fallback' })).body).toMatchObject({ code: 'step_out_of_order', detail: reason });
    expect((await merchant.post('bank/fallback', repaired)).body).toMatchObject({ code: 'step_out_of_order', detail: reason });
  });

  it('is not debited once debits were stopped, until it is authorized anew', async () => {
    const merchant = await withTwoBanks();
    await merchant.done(merchant.post('debit_authorization/revoke', {}));
    await merchant.done(merchant.post('debit_authorization', { version: debitAuthorizationVersion }));
    expect(await second(merchant)).toMatchObject({ is_authorized: false, refusal: null });
    expect(await debitable(merchant)).toBeNull();
    const given = await merchant.done(merchant.post('bank/fallback', { ...repaired, ...authorized }));
    expect(given.bank.is_authorized).toBe(true);
    expect(await debitable(merchant)).not.toBeNull();
  });

  it('is removed, its authorization ends, and its access is given up, while the first stays', async () => {
    const merchant = await withTwoBanks();
    const remove = () => merchant.done(merchant.send('bank/fallback', { method: 'DELETE', body: {} }));
    expect(await remove()).toEqual({ bank: null });
    expect(await remove()).toEqual({ bank: null });
    expect(await second(merchant)).toBeNull();
    const ended = await product.deps.database.debitAuthorization.findMany({ where: { receiver_id: merchant.id }, orderBy: { role: 'asc' } });
    expect(ended).toMatchObject([
      { role: 'fallback', ended_reason: 'bank_link_ended' },
      { role: 'main', ended_at: null },
    ]);
    await eventually('the removal at the provider', async () => (await linkOf(merchant))?.removed_at);
    expect((await linkOf(merchant))?.access_token).toBeNull();
    expect(await merchant.step()).toBe('ACCOUNTING_CONNECTION');
  });
});
