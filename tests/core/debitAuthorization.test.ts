import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProgramKey } from '../../server/domain/basics/programKeys.ts';
import { debitAuthorizationVersion } from '../../server/programs/agreements/debitAuthorization.ts';
import { planDueDraws } from '../../server/services/repayment/planDraws.ts';
import { sendDraw } from '../../server/services/repayment/sendDraw.ts';
import { advanceBankingDays, untilDebited } from '../support/bankingDays.ts';
import { type Cardholder, newCardholder, spend } from '../support/cardholder.ts';
import { eventually } from '../support/eventually.ts';
import { openLinkWindow } from '../support/linkWindow.ts';
import { type Merchant, merchantAt } from '../support/merchant.ts';
import { signUp } from '../support/people.ts';
import { productWithMerchants, type TestProduct } from '../support/product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await productWithMerchants('BANK_LINK');
  await product.press('lithic', 'clearing_days', { days: 0 });
  await advanceBankingDays(product, 1);
});
afterAll(() => product.stop());

const authorizations = (id: string) =>
  product.deps.database.debitAuthorization.findMany({ where: { receiver_id: id }, orderBy: [{ accepted_at: 'asc' }, { id: 'asc' }] });

const atBank = (program: ProgramKey) => merchantAt(product, 'BANK_LINK', { program });

/** Picks an account of the bank that has accounts of every holder. */
async function pick(merchant: Merchant, mask: string) {
  const window = await openLinkWindow(product, await merchant.linkToken());
  await window.submit('bank', { bank_id: 'ins_906' });
  await window.submit('sign-in', { username: 'ana', password: 'secret' });
  await window.submit('account', { mask });
  return window.result();
}

const personal = '6001';
const business = '6015';
const unrecognized = '6020';
const unknown = '6033';

describe('linking a bank', () => {
  it('stores the authorization to debit it: text, version, when, address and browser', async () => {
    const merchant = await atBank('headway');
    const { offered } = (await merchant.send('debit_authorization')).body;
    const picked = await pick(merchant, business);
    await merchant.done(merchant.postBank(picked));
    const link = await product.deps.database.bankLink.findFirstOrThrow({ where: { receiver_id: merchant.id } });
    const [given, ...more] = await authorizations(merchant.id);
    expect(more).toEqual([]);
    expect(given).toMatchObject({
      bank_link_id: link.id,
      account_id: picked.metadata.accounts[0]?.id,
      ach_classes: ['ccd'],
      version: offered.version,
      text: offered.markdown,
      ip_address: expect.stringMatching(/^(::ffff:)?127\./),
      user_agent: expect.any(String),
      ended_at: null,
    });
    expect(given?.text).toContain('You authorize Headway to debit the bank account');
    expect(link.holder_category).toBe('business');
    expect((await merchant.send('debit_authorization')).body).toMatchObject({
      account: { name: 'Hearth Household Bank, account ending in 6015', refusal: null },
      given: { version: offered.version, markdown: offered.markdown },
      ended: null,
    });
  });

  it.each([
    ['without it', undefined, 'debit_authorization_needed'],
    ['in another version than the present one', '2020-01-01', 'agreement_outdated'],
  ])('is refused %s, and keeps nothing', async (_, authorization_version, code) => {
    const merchant = await atBank('headway');
    const { public_token, metadata } = await pick(merchant, business);
    const answer = await merchant.post('bank', { public_token, account_id: metadata.accounts[0]?.id, authorization_version });
    expect([answer.status, answer.body.code]).toEqual([409, code]);
    expect(await product.deps.database.bankLink.count({ where: { receiver_id: merchant.id } })).toBe(0);
    expect(await authorizations(merchant.id)).toEqual([]);
  });

  it.each<[ProgramKey, string, string]>([
    ['headway', personal, 'This is a personal account.'],
    ['headway', unrecognized, 'does not say that this account belongs to a business'],
    ['headway', unknown, 'does not say that this account belongs to a business'],
    ['boost', unrecognized, 'does not say that this account belongs to a business'],
    ['boost', unknown, 'does not say that this account belongs to a business'],
  ])('in %s refuses the account %s in words', async (program, mask, words) => {
    const merchant = await atBank(program);
    const answer = await merchant.postBank(await pick(merchant, mask));
    expect([answer.status, answer.body.code]).toEqual([422, 'provider_refused']);
    expect(answer.body.detail).toContain(words);
    expect(await product.deps.database.bankLink.count({ where: { receiver_id: merchant.id } })).toBe(0);
  });

  it('takes a personal account in a program that allows it, by an authorization that names consumers', async () => {
    const merchant = await atBank('boost');
    await merchant.done(merchant.postBank(await pick(merchant, personal)));
    const [given] = await authorizations(merchant.id);
    expect(given?.ach_classes).toEqual(['ccd', 'web']);
    expect(given?.text).toContain('you authorize Boost as a consumer');
  });

  it('by another bank ends the authorization of the first', async () => {
    const merchant = await atBank('headway');
    await merchant.linkBank();
    await merchant.linkBank('ins_902');
    expect(await authorizations(merchant.id)).toMatchObject([{ ended_reason: 'bank_link_ended' }, { ended_at: null }]);
  });
});

describe('debits', () => {
  const draws = ({ scope: { receiverId } }: Cardholder) =>
    product.deps.database.draw.findMany({ where: { receiver_id: receiverId }, orderBy: { attempt: 'asc' } });
  const own = ({ receiver }: Cardholder, path: string) => `/api/users/${receiver.token}/${path}`;
  const post = (merchant: Cardholder, path: string, body: object, token = merchant.token) =>
    product.call(own(merchant, path), { method: 'POST', token, host: merchant.host, body, headers: { 'idempotency-key': crypto.randomUUID() } });
  const card = ({ scope: { receiverId } }: Cardholder) => product.deps.database.card.findFirstOrThrow({ where: { receiver_id: receiverId } });

  async function owing(amount: number): Promise<Cardholder> {
    const merchant = await newCardholder(product);
    await eventually('the first limit', async () => (await card(merchant)).spend_limit === 100_000n);
    const { token } = await spend(product, merchant, amount, { settle: true });
    await eventually('the settled purchase', () => product.deps.database.cardTransaction.findFirst({ where: { token, status: 'SETTLED' } }));
    await untilDebited(product);
    return merchant;
  }
  const plan = ({ scope }: Cardholder) => planDueDraws(product.deps, scope);

  it('go by the class of the account', async () => {
    const merchant = await owing(20_000);
    await plan(merchant);
    const [draw] = await draws(merchant);
    await sendDraw(product.deps, merchant.scope, draw?.id ?? '');
    const [sent] = await draws(merchant);
    const [stored] = await product.deps.database.$queryRaw<{ ach_class: string }[]>`
      SELECT data -> 'transfer' ->> 'ach_class' AS ach_class FROM sandbox.object WHERE stand_in = 'plaid' AND kind = 'transfer' AND id = ${sent?.transfer_id}`;
    expect(stored?.ach_class).toBe('ccd');
  });

  it('stop when the merchant revokes: what was planned is cancelled, the card pauses, the debt stays, and a new authorization lets all go on', async () => {
    const merchant = await owing(20_000);
    await plan(merchant);
    const revoked = await post(merchant, 'debit_authorization/revoke', {});
    expect(revoked.body).toMatchObject({ given: null, ended: { reason: 'revoked_by_merchant' }, owed_cents: 20_000 });
    expect(await draws(merchant)).toMatchObject([{ status: 'cancelled', failure_reason: 'The authorization to debit the account has ended.' }]);
    await plan(merchant);
    expect(await draws(merchant)).toHaveLength(1);
    await eventually('a paused card', async () => (await card(merchant)).state === 'PAUSED');
    expect((await spend(product, merchant, 100)).status).toBe('DECLINED');
    const { body: preview } = await product.call(own(merchant, 'pay_now?pay=all'), { token: merchant.token, host: merchant.host });
    const paid = await post(merchant, 'pay_now', { pay: 'all', amount_cents: preview.amount_cents });
    expect([paid.status, paid.body.code]).toEqual([409, 'debit_authorization_needed']);
    const letter = await eventually('the letter', () =>
      product.deps.database.emailSent.findFirst({ where: { receiver_id: merchant.receiver.id, kind: 'debits_stopped', sent_at: { not: null } } }),
    );
    expect(letter.subject).toBe('Your bank account is no longer debited, and your card is paused');

    const given = await post(merchant, 'debit_authorization', { version: debitAuthorizationVersion });
    expect(given.body).toMatchObject({ given: { version: debitAuthorizationVersion }, ended: null });
    await eventually('an open card', async () => (await card(merchant)).state === 'OPEN');
    await plan(merchant);
    expect(await draws(merchant)).toMatchObject([
      { status: 'cancelled', attempt: 1 },
      { attempt: 2, amount_cents: 20_000n },
    ]);
  });

  it('that stop leave a merchant who has bought nothing yet onboarded', async () => {
    const merchant = await newCardholder(product, { kyb_status: 'ACCEPTED' });
    await eventually('the first limit', async () => (await card(merchant)).spend_limit === 100_000n);
    const isCardReady = async () => {
      const { body } = await product.call('/api/receiver', { token: merchant.token, host: merchant.host });
      return body.completion.find(({ key }: { key: string }) => key === 'kyb_accepted_and_card_ready').isComplete;
    };
    expect(await isCardReady()).toBe(true);
    await post(merchant, 'debit_authorization/revoke', {});
    await eventually('a card without power', async () => (await card(merchant)).spend_limit < 100n);
    expect((await card(merchant)).spend_limit).toBe(2n);
    expect(await isCardReady()).toBe(true);
  });

  it('that the bank has already are not recalled', async () => {
    const merchant = await owing(20_000);
    await plan(merchant);
    const [draw] = await draws(merchant);
    await sendDraw(product.deps, merchant.scope, draw?.id ?? '');
    await post(merchant, 'debit_authorization/revoke', {});
    await advanceBankingDays(product, 3);
    await eventually('the money', async () => (await draws(merchant))[0]?.status === 'funds_available');
  });

  it('are not authorized where staff link the bank', async () => {
    const admin = await signUp(product, { staff: { admin: true } });
    const linking = await atBank('headway');
    await product.call(`/api/receiver?email=${encodeURIComponent(linking.email)}`, { token: admin.token });
    const { public_token, metadata } = await pick(linking, business);
    const link = (authorization_version: string | null) =>
      product.call(`/api/users/${linking.receiver.token}/bank`, {
        method: 'POST',
        token: admin.token,
        body: { public_token, account_id: metadata.accounts[0]?.id, authorization_version },
        headers: { 'idempotency-key': crypto.randomUUID() },
      });
    expect((await link(debitAuthorizationVersion)).status).toBe(403);
    expect((await link(null)).status).toBe(200);
    expect(await authorizations(linking.id)).toEqual([]);
  });
});
