import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Prisma } from '../../server/db/client.ts';
import { receiverScope } from '../../server/db/scope.ts';
import { cents } from '../../server/domain/basics/money.ts';
import { completionChecklist, isOnboarded, onboardingStep } from '../../server/domain/onboarding/onboarding.ts';
import { decideAuthorization } from '../../server/services/card/purchases/decideAuthorization.ts';
import { onboardingFacts } from '../../server/services/onboarding/onboardingFacts.ts';
import { wireReceiver } from '../../server/services/receiver/wireReceiver.ts';
import { linkBank } from '../support/cardholder.ts';
import { eventually } from '../support/eventually.ts';
import { type Merchant, merchantAt, newMerchant } from '../support/merchant.ts';
import { type Person, signUp } from '../support/people.ts';
import { productWithMerchants, type TestProduct } from '../support/product.ts';

let product: TestProduct;
let admin: Person;
beforeAll(async () => {
  product = await productWithMerchants('KYB_ACCEPT');
  admin = await signUp(product, { staff: { admin: true } });
  await product.press('rutter', 'reading_delay', { milliseconds: 0 });
});
afterAll(() => product.stop());

const staffCall = (merchant: Merchant, path: string, method: string, body: object) =>
  product.call(`/api/staff/receivers/${merchant.receiver.token}/${path}`, {
    method,
    token: admin.token,
    body: { reason: 'asked by the customer', ...body },
    headers: { 'idempotency-key': randomUUID() },
  });
const act = async (merchant: Merchant, action: string, body: object = {}) =>
  expect((await staffCall(merchant, `actions/${action}`, 'POST', body)).status).toBe(200);

/** Returns the flag as it is stored, and as the merchant's page gets it. */
const flags = async (merchant: Merchant) => [(await merchant.stored()).is_onboarding, (await merchant.shown()).is_onboarding];

async function newFinished(): Promise<Merchant> {
  const merchant = await merchantAt(product, 'KYB_ACCEPT');
  await eventually('the last step', async () => (await merchant.step()) === 'FINISHED');
  return merchant;
}

describe('is_onboarding', () => {
  it('is true up to the last step, false from then on, and true again when staff take a step back', async () => {
    const merchant = await newMerchant(product);
    expect(await flags(merchant)).toEqual([true, true]);
    await merchant.walkTo('KYB_ACCEPT');
    await eventually('the last step', async () => (await merchant.step()) === 'FINISHED');
    expect(await flags(merchant)).toEqual([false, false]);

    await act(merchant, 'override_rutter');
    expect(await flags(merchant)).toEqual([false, false]);
    const { business_name } = await merchant.stored();
    await act(merchant, 'reset_bank', { confirmation: business_name });
    expect(await flags(merchant)).toEqual([true, true]);
    await merchant.linkBank();
    expect(await flags(merchant)).toEqual([false, false]);
    await act(merchant, 'reset_card', { confirmation: business_name });
    expect(await flags(merchant)).toEqual([true, true]);
  });

  it('cannot be written by anybody: it follows from what is so', async () => {
    const merchant = await newMerchant(product);
    await product.deps.database.receiver.update({ where: { id: merchant.id }, data: { is_onboarding: false } });
    expect(await flags(merchant)).toEqual([true, true]);
  });

  it('is in the database what the checklist says, with each fact missing in turn', async () => {
    const { database } = product.deps;
    const { id } = (await signUp(product)).receiver;
    const card = `card-${id}`;
    const finished: Prisma.ReceiverUpdateInput = {
      accepted_privacy_policy: true,
      accepted_terms_and_conditions: true,
      accepted_card_holders_agreement: true,
      lithic_account_holder_token: 'holder',
      kyb_status: 'ACCEPTED',
      plaid_access_token: 'h_1',
      plaid_item_id: 'item-1',
      rutter_access_token: 'h_2',
      card_request: 'virtual',
      lithic_card_token: card,
    };
    await linkBank(product, id);
    const link = await database.bankLink.findFirstOrThrow({ where: { receiver_id: id } });
    await database.card.create({
      data: {
        receiver_id: id,
        token: card,
        account_token: 'a',
        type: 'VIRTUAL',
        state: 'OPEN',
        last_four: '1234',
        name_on_card: 'A',
        spend_limit: 2n,
        created_at: new Date(),
      },
    });
    const bank = { health: 'healthy', verification_status: null, unlinked_at: null };
    const skipped = { plaid_access_token: 'BLANK', plaid_item_id: 'BLANK' };
    const worlds: readonly { record?: Prisma.ReceiverUpdateInput; bank?: object; limit?: bigint; isOpen: boolean }[] = [
      { isOpen: false },
      { record: { accepted_privacy_policy: false }, isOpen: true },
      { record: { accepted_terms_and_conditions: false }, isOpen: true },
      { record: { accepted_card_holders_agreement: false }, isOpen: true },
      { record: { lithic_account_holder_token: null }, isOpen: true },
      { record: { lithic_account_holder_token: 'BLANK', kyb_status: null }, isOpen: false },
      { record: { kyb_status: 'PENDING_REVIEW' }, isOpen: true },
      { record: { kyb_status: null }, isOpen: true },
      { record: { plaid_access_token: null, plaid_item_id: null }, isOpen: true },
      { record: { rutter_access_token: null }, isOpen: true },
      { record: { rutter_access_token: 'BLANK' }, isOpen: false },
      { record: { card_request: null }, isOpen: true },
      { record: { lithic_card_token: 'another' }, isOpen: true },
      { limit: 1n, isOpen: true },
      { limit: 0n, isOpen: true },
      { bank: { health: 'login_required' }, isOpen: true },
      { bank: { health: 'revoked' }, isOpen: true },
      { bank: { health: 'expiring' }, isOpen: false },
      { bank: { verification_status: 'verification_expired' }, isOpen: true },
      { bank: { verification_status: 'pending_manual_verification' }, isOpen: true },
      { bank: { verification_status: 'manually_verified' }, isOpen: false },
      { bank: { verification_status: '' }, isOpen: false },
      { bank: { unlinked_at: new Date() }, isOpen: true },
      { record: skipped, bank: { unlinked_at: new Date() }, isOpen: false },
      { record: { plaid_access_token: 'BLANK' }, bank: { health: 'revoked' }, isOpen: true },
    ];
    for (const { record, bank: different, limit = 2n, isOpen } of worlds) {
      await database.receiver.update({ where: { id }, data: { ...finished, ...record } });
      await database.bankLink.update({ where: { receiver_id_id: { receiver_id: id, id: link.id } }, data: { ...bank, ...different } });
      await database.card.update({ where: { receiver_id_token: { receiver_id: id, token: card } }, data: { spend_limit: limit } });
      const receiver = await database.receiver.findUniqueOrThrow({ where: { id } });
      const facts = await onboardingFacts(product.deps, { scope: receiverScope(id), receiver });
      const byRule = !isOnboarded(onboardingStep(completionChecklist(wireReceiver(receiver), facts)));
      expect([record, different, limit, receiver.is_onboarding, byRule]).toEqual([record, different, limit, isOpen, isOpen]);
    }
  });
});

describe('a merchant who has finished', () => {
  const limitIs = async (merchant: Merchant, limit: number) => {
    const { lithic_card_token } = await merchant.stored();
    await eventually(`a limit of ${limit}`, async () => (await product.deps.providers.cardIssuer.getCard(lithic_card_token ?? '')).spendLimitCents === limit);
  };
  const buy = async (merchant: Merchant, amount: number) =>
    decideAuthorization(product.deps, {
      token: randomUUID(),
      eventToken: null,
      cardToken: (await merchant.stored()).lithic_card_token ?? '',
      kind: 'purchase',
      amountCents: cents(amount),
      cashCents: cents(0),
      wallet: null,
      merchant: { descriptor: 'FJORD TEXTILES IMPORT', city: 'NEW YORK', state: 'NY', country: 'USA', mcc: '5131', acceptorId: null },
      createdAt: new Date(),
    });

  it.each([
    [
      'a spending power of 0',
      (merchant: Merchant) => staffCall(merchant, 'spending_power_override', 'PUT', { override_cents: 0, expires_at: null }),
      'INSUFFICIENT_FUNDS',
    ],
    ['a lock', (merchant: Merchant) => staffCall(merchant, 'actions/lock_account', 'POST', {}), 'CARD_PAUSED'],
  ])('stays so under %s, and not a cent can be spent all the same', async (_, stop, refusal) => {
    const merchant = await newFinished();
    expect((await stop(merchant)).status).toBe(200);
    await limitIs(merchant, 2);
    await eventually('the limit here', async () => (await product.deps.database.card.findFirst({ where: { receiver_id: merchant.id } }))?.spend_limit === 2n);
    expect([await merchant.step(), ...(await flags(merchant))]).toEqual(['FINISHED', false, false]);
    for (const amount of [1, 2]) {
      const answer = await eventually('a decision', () => buy(merchant, amount).catch(() => undefined));
      expect([amount, answer.result]).toEqual([amount, refusal]);
    }
    const { lithic_card_token: card_token } = await merchant.stored();
    for (const amount of [1, 2]) {
      const { result } = await product.press<{ result: string }>('lithic', 'spend', { card_token, amount, descriptor: 'FJORD', settle: 'no' });
      expect(result).not.toBe('APPROVED');
    }
  });
});
