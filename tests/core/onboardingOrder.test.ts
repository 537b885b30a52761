import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kybForm } from '../support/businessForms.ts';
import { type Merchant, newMerchant } from '../support/merchant.ts';
import { type TestProduct, testProduct } from '../support/product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await testProduct();
  await product.press('rutter', 'reading_delay', { milliseconds: 0 });
});
afterAll(() => product.stop());

/** Every effect of onboarding, in the order of the screens, with a body that would do. */
const effects: readonly [string, (merchant: Merchant, noise: string) => Promise<{ status: number; body: { code?: string; detail?: string } }>][] = [
  ['the second agreement', (merchant, noise) => merchant.post(`agreements/terms_and_conditions${noise}`, { version: '2026-11-21' })],
  ['the third agreement', (merchant, noise) => merchant.post(`agreements/card_holders_agreement${noise}`, { version: '2026-11-21' })],
  ['a draft of the verification', (merchant, noise) => merchant.send(`kyb${noise}`, { method: 'PUT', body: { form: kybForm(), page: 0 } })],
  ['the verification', (merchant, noise) => merchant.post(`kyb${noise}`, { form: kybForm() })],
  ['the bank’s window', (merchant, noise) => merchant.post(`bank/link_token${noise}`, { mode: 'link' })],
  ['the bank', (merchant, noise) => merchant.post(`bank${noise}`, { public_token: 'public-sandbox-x', account_id: null })],
  ['the store', (merchant, noise) => merchant.post(`commerce${noise}`, { public_token: 'public-x' })],
  ['the card', (merchant, noise) => merchant.post(`card${noise}`, { physical: false })],
  ['the physical card', (merchant) => merchant.postPhysicalCard()],
];

/** Screens, how many effects from the beginning are in order at each, and what a merchant there is told to do first. */
const screens: readonly [string, number, string, (merchant: Merchant) => Promise<unknown>][] = [
  ['the first screen', 0, 'Accept the Privacy Policy first.', async () => {}],
  ['the verification', 4, 'Send in your business verification first.', (merchant) => merchant.walkTo('KYB')],
  ['the bank', 6, 'Link your bank account first.', (merchant) => merchant.walkTo('BANK_LINK')],
  ['the store', 8, 'Connect your store or accounting system first.', (merchant) => merchant.walkTo('ACCOUNTING_CONNECTION')],
  ['the card', 8, 'Ask for your card first.', (merchant) => merchant.walkTo('CARD_ISSUE')],
];

/** Returns a merchant's record without what a run of spending power writes into it, whenever its turn comes. */
async function recordOf(merchant: Merchant) {
  const { payment_period: _period, payment_state: _state, payment_plan_type: _type, updated_at: _at, ...record } = await merchant.stored();
  return record;
}

describe.each(screens)('at %s', (_, inOrder, first, walk) => {
  it.each(['', '?onboardingStep=11&boss=true&admin=1&debug=1'])('everything later is refused, and says what comes first%s', async (noise) => {
    const merchant = await newMerchant(product);
    await walk(merchant);
    const before = await recordOf(merchant);
    for (const [name, effect] of effects.slice(inOrder)) {
      const { status, body } = await effect(merchant, noise);
      expect([name, status, body.code, body.detail]).toEqual([name, 409, 'step_out_of_order', first]);
    }
    expect(await recordOf(merchant)).toEqual(before);
    const mine = { where: { receiver_id: merchant.id } };
    const { database } = product.deps;
    expect([await database.cardOrder.count(mine), await database.providerCall.count({ where: { ...mine.where, state: { not: 'done' } } })]).toEqual([0, 0]);
  });
});

describe('saving the record', () => {
  const patch = (merchant: Merchant, body: object) => merchant.send(`/api/users/${merchant.receiver.token}`, { method: 'PATCH', body });

  it('accepts documents in their order, or all of them together', async () => {
    const merchant = await newMerchant(product);
    const early = await patch(merchant, { accepted_terms_and_conditions: true });
    expect([early.status, early.body.code, early.body.detail]).toEqual([409, 'step_out_of_order', 'Accept the Privacy Policy first.']);
    expect((await patch(merchant, { accepted_privacy_policy: true, accepted_card_holders_agreement: true })).status).toBe(409);
    expect((await merchant.stored()).accepted_privacy_policy).toBe(false);
    const together = { accepted_card_holders_agreement: true, accepted_terms_and_conditions: true, accepted_privacy_policy: true };
    expect((await patch(merchant, together)).status).toBe(200);
    expect(await merchant.step()).toBe('KYB');
  });

  it('settles no card that nobody asked for', async () => {
    const merchant = await newMerchant(product);
    await merchant.walkTo('CARD_ISSUE');
    for (const card_request of ['virtual', 'physical']) {
      const answer = await patch(merchant, { card_request });
      expect([answer.status, answer.body.code, answer.body.detail]).toEqual([409, 'step_out_of_order', 'Ask for your card first.']);
    }
    await merchant.done(merchant.postCard(true));
    expect((await patch(merchant, { card_request: 'virtual' })).status).toBe(200);
  });
});

describe('what staff skipped with BLANK', () => {
  it('counts as done, a step at a time, up to the card', async () => {
    const merchant = await newMerchant(product);
    await merchant.walkTo('KYB');
    const skip = (data: object) => product.deps.database.receiver.update({ where: { id: merchant.id }, data });
    await skip({ lithic_account_holder_token: 'BLANK' });
    expect(await merchant.step()).toBe('BANK_LINK');
    await skip({ plaid_access_token: 'BLANK', plaid_item_id: 'BLANK' });
    expect(await merchant.step()).toBe('ACCOUNTING_CONNECTION');
    await skip({ rutter_access_token: 'BLANK' });
    expect(await merchant.step()).toBe('CARD_ISSUE');
    expect(await merchant.done(merchant.send('commerce'))).toMatchObject({ connected: true, store_name: null, sync_state: null });
  });

  it('can be filled in all the same: a store connected over it is a real one', async () => {
    const merchant = await newMerchant(product);
    await merchant.walkTo('ACCOUNTING_CONNECTION');
    await product.deps.database.receiver.update({ where: { id: merchant.id }, data: { rutter_access_token: 'BLANK' } });
    await merchant.connectStore();
    expect((await merchant.stored()).rutter_access_token).toMatch(/^h_/);
  });
});
