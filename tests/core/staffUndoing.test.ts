import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { debitAuthorizationVersion } from '../../server/programs/agreements/debitAuthorization.ts';
import { kybForm } from '../support/businessForms.ts';
import { eventually } from '../support/eventually.ts';
import { furtherCard } from '../support/furtherCard.ts';
import { bankIds } from '../support/linkWindow.ts';
import { type Merchant, merchantAt, newMerchant } from '../support/merchant.ts';
import { type Person, signUp } from '../support/people.ts';
import { productWithMerchants, type TestProduct } from '../support/product.ts';

let product: TestProduct;
let admin: Person;
let support: Person;
beforeAll(async () => {
  product = await productWithMerchants('KYB_ACCEPT');
  admin = await signUp(product, { staff: { admin: true } });
  support = await signUp(product, { staff: { support: true } });
  await product.press('lithic', 'kyb_mode', { mode: 'at_once' });
});
afterAll(() => product.stop());

async function act(staff: Person, customer: Merchant, action: string): Promise<void> {
  const { business_name, email } = await customer.stored();
  const { status } = await product.call(`/api/staff/receivers/${customer.receiver.token}/actions/${action}`, {
    method: 'POST',
    token: staff.token,
    body: { reason: 'asked by the customer', confirmation: business_name ?? email },
    headers: { 'idempotency-key': randomUUID() },
  });
  expect(status).toBe(200);
}

/** A customer with an open card, a linked bank and a connected store. */
async function onboarded(): Promise<Merchant> {
  const customer = await merchantAt(product, 'KYB_ACCEPT');
  await eventually('the end of onboarding', async () => (await customer.step()) === 'FINISHED');
  return customer;
}

const cardAtIssuer = async (token: string | null) => (await product.deps.providers.cardIssuer.getCard(token ?? '')).state;
const linksOf = async ({ id: receiverId }: Merchant) => {
  const { bankLink, commerceLink } = product.deps.database;
  return {
    bank: await bankLink.findFirst({ where: { receiver_id: receiverId } }),
    store: await commerceLink.findFirst({ where: { receiver_id: receiverId } }),
  };
};

describe('what an admin action takes out of a record is given up at the providers', () => {
  it('Reset Card closes the card at the issuer, and the customer gets another', async () => {
    const customer = await onboarded();
    const { lithic_card_token: first } = await customer.stored();
    await act(admin, customer, 'reset_card');
    await eventually('a closed card', async () => (await cardAtIssuer(first)) === 'CLOSED');
    expect(await customer.step()).toBe('CARD_ISSUE');
    await customer.done(customer.postCard(false));
    await eventually('the end of onboarding', async () => (await customer.step()) === 'FINISHED');
    const { lithic_card_token: second } = await customer.stored();
    expect([second === first, await cardAtIssuer(second)]).toEqual([false, 'OPEN']);
  });

  it('Reset Bank unlinks the bank and leaves the store', async () => {
    const customer = await onboarded();
    await act(admin, customer, 'reset_bank');
    await eventually('the removal of the bank', async () => (await linksOf(customer)).bank?.removed_at);
    expect(await linksOf(customer)).toMatchObject({ bank: { access_token: null }, store: { unlinked_at: null } });
    expect(await customer.step()).toBe('BANK_LINK');
  });

  it('Reset Bank ends the authorization of the second bank, and unlinks it too', async () => {
    const customer = await onboarded();
    const { public_token, metadata } = await customer.pickAccount(bankIds.other);
    const second = { public_token, account_id: metadata.accounts[0]?.id ?? null, authorization_version: debitAuthorizationVersion };
    await customer.done(customer.post('bank/fallback', second));
    await act(admin, customer, 'reset_bank');
    const where = { receiver_id: customer.id };
    const links = () => product.deps.database.bankLink.findMany({ where, orderBy: { role: 'asc' }, select: { role: true, access_token: true } });
    await eventually('the removal of both', async () => (await links()).every(({ access_token }) => access_token === null));
    expect((await links()).map(({ role }) => role)).toEqual(['fallback', 'main']);
    expect(await product.deps.database.debitAuthorization.findMany({ where, orderBy: { role: 'asc' } })).toMatchObject([
      { role: 'fallback', ended_reason: 'bank_link_ended' },
      { role: 'main', ended_reason: 'bank_link_ended' },
    ]);
  });

  it('Reset Bank gives up a second bank whose first one the bank itself has ended, and says so in the timeline', async () => {
    const customer = await onboarded();
    const { public_token, metadata } = await customer.pickAccount(bankIds.other);
    const second = { public_token, account_id: metadata.accounts[0]?.id ?? null, authorization_version: debitAuthorizationVersion };
    await customer.done(customer.post('bank/fallback', second));
    const { id: receiver_id } = customer;
    const { bankLink, receiver, debitAuthorization } = product.deps.database;
    await bankLink.updateMany({ where: { receiver_id, role: 'main' }, data: { unlinked_at: new Date() } });
    await receiver.update({ where: { id: receiver_id }, data: { plaid_access_token: null, plaid_item_id: null, plaid_account_id: null } });
    await act(admin, customer, 'reset_bank');
    await eventually('the removal of the second bank', async () => (await bankLink.findFirst({ where: { receiver_id, role: 'fallback' } }))?.removed_at);
    expect(await debitAuthorization.count({ where: { receiver_id, role: 'fallback', ended_at: null } })).toBe(0);
    expect(await product.deps.database.timelineEvent.count({ where: { receiver_id, kind: 'staff_changed' } })).toBe(1);
  });

  it('Override Rutter disconnects the store with its sales, which would count twice beside another connection, and skips its step', async () => {
    const customer = await onboarded();
    const where = { receiver_id: customer.id };
    const { storeTransaction } = product.deps.database;
    await eventually('the sales', async () => (await customer.done(customer.send('commerce'))).sync_state === 'done' && storeTransaction.count({ where }));
    await act(admin, customer, 'override_rutter');
    await eventually('the removal of the store', async () => (await linksOf(customer)).store?.removed_at);
    expect(await storeTransaction.count({ where })).toBe(0);
    expect(await customer.step()).toBe('FINISHED');
  });

  it('Reset KYB abandons the verification: the form begins at its first page, without the number, as another account holder', async () => {
    const customer = await onboarded();
    const { lithic_account_holder_token: first } = await customer.stored();
    await act(admin, customer, 'reset_kyb');
    expect(await customer.step()).toBe('KYB');
    const shown = await customer.done(customer.send('kyb'));
    expect(shown).toMatchObject({ page: 0, status: 'abandoned', may_submit: true, form: { business_entity: { government_id: '' } } });
    expect(shown.form.business_entity.legal_business_name).toBe(kybForm().business_entity.legal_business_name);
    await customer.done(customer.submitKyb());
    expect((await customer.stored()).lithic_account_holder_token).not.toBe(first);
  });

  it('Reset KYB gives a customer who may send no more five tries again', async () => {
    const customer = await newMerchant(product);
    await customer.walkTo('KYB');
    for (let count = 1; count <= 5; count += 1) await customer.done(customer.submitKyb(kybForm(`Reject Bakery ${count}`)));
    expect(await customer.done(customer.send('kyb'))).toMatchObject({ attempts_left: 0, may_submit: false });
    await act(admin, customer, 'reset_kyb');
    expect(await customer.done(customer.send('kyb'))).toMatchObject({ attempts_left: 5, may_submit: true });
    await customer.done(customer.submitKyb(kybForm('Reject Bakery 6')));
    expect(await customer.done(customer.send('kyb'))).toMatchObject({ attempts_left: 4 });
  });

  it('Reset Onboarding gives up everything, and the customer begins with the first agreement', async () => {
    const customer = await onboarded();
    const { lithic_card_token } = await customer.stored();
    const { body } = await customer.post('cards', furtherCard);
    await act(admin, customer, 'reset_onboarding');
    for (const token of [lithic_card_token, body.card.token]) {
      await eventually('a closed card', async () => (await cardAtIssuer(token)) === 'CLOSED');
    }
    await eventually('the removal of bank and store', async () => {
      const { bank, store } = await linksOf(customer);
      return bank?.removed_at && store?.removed_at;
    });
    expect(await customer.step()).toBe('PRIVACY_POLICY');
  });

  it('Reset Onboarding closes the further cards also of a customer whose card and verification were reset before', async () => {
    const customer = await onboarded();
    const { body } = await customer.post('cards', furtherCard);
    for (const action of ['reset_card', 'reset_kyb']) await act(admin, customer, action);
    expect(await cardAtIssuer(body.card.token)).toBe('OPEN');
    await act(admin, customer, 'reset_onboarding');
    await eventually('a closed card', async () => (await cardAtIssuer(body.card.token)) === 'CLOSED');
  });
});

describe('what stops an account', () => {
  it('Lock Account pauses the card at the issuer, and Unlock Account opens it', async () => {
    const customer = await onboarded();
    const { lithic_card_token } = await customer.stored();
    await act(admin, customer, 'lock_account');
    await eventually('a paused card', async () => (await cardAtIssuer(lithic_card_token)) === 'PAUSED');
    await act(admin, customer, 'unlock_account');
    await eventually('an open card', async () => (await cardAtIssuer(lithic_card_token)) === 'OPEN');
  });

  it('Mark as Fraud pauses the card at the issuer', async () => {
    const customer = await onboarded();
    const { lithic_card_token } = await customer.stored();
    await act(support, customer, 'mark_as_fraud');
    await eventually('a paused card', async () => (await cardAtIssuer(lithic_card_token)) === 'PAUSED');
  });
});
