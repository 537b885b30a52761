import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '../../server/db/database.ts';
import { receiverScope } from '../../server/db/scope.ts';
import { createLithic } from '../../server/providers/lithic/index.ts';
import { createPlaid } from '../../server/providers/plaid/index.ts';
import { createRutter } from '../../server/providers/rutter/index.ts';
import { callProviderOnce, markDone } from '../../server/services/providerCalls/callProviderOnce.ts';
import type { Answer } from '../support/ask.ts';
import { eventually } from '../support/eventually.ts';
import { type Merchant, merchantAt } from '../support/merchant.ts';
import { productWithMerchants, type TestProduct } from '../support/product.ts';
import { metrics } from './providers/ports.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await productWithMerchants('BANK_LINK');
  await product.press('rutter', 'reading_delay', { milliseconds: 0 });
  // The same clients with less patience: it is not the waiting that is tested.
  const { providers, config } = product.deps;
  providers.cardIssuer = createLithic(config.lithic, metrics, patience);
  providers.bank = createPlaid(config.plaid, metrics, patience);
  providers.storeData = createRutter(config.rutter, metrics, patience);
});
afterAll(() => product.stop());

const patience = { timeoutMs: 3_000, pauseMs: 100 };

const control = (path: string, method: string, body?: unknown) =>
  fetch(`${product.sandboxUrl}/control/${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });

/**
 * One of each kind that a step can tell apart: nothing happened, or all of it did, and we were told, cut off or left waiting. That our
 * clients hear the other faults alike, `tests/core/providers/failures.test.ts` proves.
 */
const faults = ['error_500', 'rate_limited', 'hang', 'effect_then_500', 'effect_then_cut'] as const;
type Fault = (typeof faults)[number];

/** Makes the next calls of one kind fail. A provider that hangs does so for longer than we wait. */
const arm = (stand_in: string, kind: Fault, path: string, remaining = 1) =>
  control('faults', 'POST', { stand_in, kind, path, remaining, hang_ms: 5_000, retry_after_s: 60 });

/** Returns how many objects of a kind the sandbox holds whose field matches. */
async function count(standIn: string, kind: string, field: readonly string[], value: string): Promise<number> {
  const [row] = await product.deps.database.$queryRaw<{ count: bigint }[]>`
    SELECT count(*) AS count FROM sandbox.object WHERE stand_in = ${standIn} AND kind = ${kind} AND data #>> ${field}::text[] LIKE ${value}`;
  return Number(row?.count);
}

/** A failure that the merchant is told as such: try again, nothing is lost. */
function expectTold({ status, body }: Answer): void {
  expect([503, 422]).toContain(status);
  expect(['provider_unavailable', 'provider_refused']).toContain(body.code);
  expect(body.detail).toMatch(/^[A-Z].*\.$/);
}

/** Sends until it works, as a patient merchant would. */
async function again(send: () => Promise<Answer>): Promise<Answer['body']> {
  return eventually('it works after all', async () => {
    const answer = await send();
    expect(answer.status).not.toBe(500);
    return answer.status === 200 && answer.body;
  });
}

/** Makes a merchant at a screen. From the store on, the bank is not what is tested. */
async function at(screen: 'KYB' | 'BANK_LINK' | 'ACCOUNTING_CONNECTION' | 'CARD_ISSUE'): Promise<Merchant> {
  const merchant = await merchantAt(product, screen === 'KYB' ? 'KYB' : 'BANK_LINK');
  const bank = { plaid_access_token: 'BLANK', plaid_item_id: 'BLANK' };
  const done = { KYB: {}, BANK_LINK: {}, ACCOUNTING_CONNECTION: bank, CARD_ISSUE: { ...bank, rutter_access_token: 'BLANK' } };
  await product.deps.database.receiver.update({ where: { id: merchant.id }, data: done[screen] });
  return merchant;
}

describe.each(faults)('the provider fails with %s', (fault) => {
  // Silence only ends with our own patience: a call has no time left for a second try of its own.
  const triesOfACall = fault === 'hang' ? 1 : 2;
  let kyb: Merchant;
  let bank: Merchant;
  let store: Merchant;
  let issue: Merchant;
  let accounts: Merchant;
  let send: Merchant;
  // All of them before the first fault: they share the provider.
  beforeAll(async () => {
    kyb = await at('KYB');
    bank = await at('BANK_LINK');
    store = await at('ACCOUNTING_CONNECTION');
    issue = await at('CARD_ISSUE');
    accounts = await at('BANK_LINK');
    send = await at('CARD_ISSUE');
    await send.done(send.postCard(true));
  });

  describe('when it is asked for something new', () => {
    it.concurrent('a business that is sent in: told, sent again, one account holder', async () => {
      await control('webhooks/lithic', 'PATCH', { held: true });
      await arm('lithic', fault, 'POST /lithic/v1/account_holders');
      expectTold(await kyb.submitKyb());
      expect((await kyb.stored()).lithic_account_holder_token).toBeNull();
      expect(await again(() => kyb.submitKyb())).toMatchObject({ kybStatus: 'ACCEPTED', business_name: 'Corner Bakery LLC' });
      expect(await count('lithic', 'account_holder', ['holder', 'external_id'], `kyb:${kyb.id}:%`)).toBe(1);
      await control('webhooks/lithic', 'PATCH', { held: false });
    });

    it.concurrent('a bank: told, sent or linked again, one bank', async () => {
      const picked = await bank.pickAccount();
      await arm('plaid', fault, 'POST /plaid/item/public_token/exchange');
      expectTold(await bank.postBank(picked));
      expect((await bank.stored()).plaid_access_token).toBeNull();
      const repeated = await bank.postBank(picked);
      // A token that was exchanged without our learning of it is good no more: the merchant is told to link again.
      if (fault.startsWith('effect')) expect([repeated.status, repeated.body.detail]).toEqual([422, expect.stringContaining('link the account again')]);
      if (repeated.status !== 200) await bank.linkBank();
      expect(await product.deps.database.bankLink.count({ where: { receiver_id: bank.id } })).toBe(1);
      expect(await bank.step()).toBe('ACCOUNTING_CONNECTION');
    });

    it.concurrent('a store: told, sent again, one connection', async () => {
      const token = await store.pickStore();
      await arm('rutter', fault, 'POST /rutter/versioned/item/public_token/exchange');
      expectTold(await store.postStore(token));
      expect((await store.stored()).rutter_access_token).toBeNull();
      await again(() => store.postStore(token));
      expect(await product.deps.database.commerceLink.count({ where: { receiver_id: store.id } })).toBe(1);
    });

    it.concurrent('a card: told, issued once, whether or not it is asked for again', async () => {
      await arm('lithic', fault, 'POST /lithic/v1/cards', triesOfACall);
      expectTold(await issue.postCard(false));
      await again(() => issue.postCard(false));
      const { lithic_account_token, lithic_card_token } = await issue.stored();
      expect(await count('lithic', 'card', ['card', 'account_token'], lithic_account_token ?? '')).toBe(1);
      expect(lithic_card_token).not.toBeNull();
    });
  });

  describe('when it is asked about what is there', () => {
    it.concurrent('the accounts of a new bank: linked, and looked at again in the background', async () => {
      const picked = await accounts.pickAccount();
      await arm('plaid', fault, 'POST /plaid/accounts/get', triesOfACall);
      await accounts.done(accounts.postBank(picked));
      await eventually('the account', async () => (await accounts.step()) === 'ACCOUNTING_CONNECTION');
      expect(await product.deps.database.bankLink.findFirst({ where: { receiver_id: accounts.id } })).toMatchObject({
        mask: '4410',
        verification_status: 'automatically_verified',
      });
      expect(await count('plaid', 'item', ['client_user_id'], accounts.id)).toBe(1);
    });

    it.concurrent('a card that is to be sent: told, sent once', async () => {
      await arm('lithic', fault, '/convert_physical');
      expectTold(await send.postPhysicalCard());
      expect((await send.stored()).card_request).toBeNull();
      expect(await again(() => send.postPhysicalCard())).toMatchObject({ card_request: 'physical' });
      const { lithic_card_token } = await send.stored();
      expect(await product.deps.providers.cardIssuer.getCard(lithic_card_token ?? '')).toMatchObject({ isPhysical: true });
    });
  });
});

describe('an answer that was lost', () => {
  it('of the account holder comes by webhook, without anybody asking again', async () => {
    const merchant = await at('KYB');
    await arm('lithic', 'effect_then_cut', 'POST /lithic/v1/account_holders');
    expectTold(await merchant.submitKyb());
    await eventually('the webhook', async () => (await merchant.stored()).lithic_account_holder_token);
    expect(await merchant.step()).toBe('BANK_LINK');
    expect((await merchant.done(merchant.send('kyb'))).issuer_status).toBe('ACCEPTED');
    const call = await product.deps.database.providerCall.findFirstOrThrow({ where: { receiver_id: merchant.id, operation: 'create_account_holder' } });
    expect(call).toMatchObject({ business_key: `kyb:${merchant.id}:1`, state: 'done', external_id: (await merchant.stored()).lithic_account_holder_token });
  });

  it('stays found when the webhook came before the answer failed', async () => {
    const { id } = await at('KYB');
    const scope = receiverScope(id);
    const intent = { businessKey: `kyb:${id}:9`, provider: 'lithic', operation: 'create_account_holder' };
    const call = async () => {
      await inTransaction(product.deps.database, (transaction) => markDone(product.deps, transaction, scope, intent.businessKey, 'holder'));
      throw new Error('the answer was lost');
    };
    await expect(callProviderOnce(product.deps, scope, intent, { call, store: async () => 'never' })).rejects.toThrow('the answer was lost');
    const stored = await product.deps.database.providerCall.findFirstOrThrow({ where: { receiver_id: id, business_key: intent.businessKey } });
    expect(stored).toMatchObject({ state: 'done', external_id: 'holder', last_error: null });
  });

  it('is waited for while the issuer may still verify the business, so that nobody sends it a second time meanwhile', async () => {
    const { id } = await at('KYB');
    const intent = { businessKey: `kyb:${id}:8`, provider: 'lithic', operation: 'create_account_holder' };
    const fiveMinutesOn = { ...product.deps, clock: () => new Date(product.deps.clock().getTime() + 300_000) };
    const never = async () => Promise.reject(new Error('it was sent again'));
    const call = async () => {
      const again = callProviderOnce(fiveMinutesOn, receiverScope(id), intent, { call: never, store: never });
      await expect(again).rejects.toMatchObject({ code: 'idempotency_in_flight' });
      return 'holder';
    };
    const outcome = await callProviderOnce(product.deps, receiverScope(id), intent, { call, store: async (_, holder) => holder });
    expect(outcome).toMatchObject({ isNew: true, externalId: 'holder' });
  });

  it('is replayed for the same Idempotency-Key once it worked', async () => {
    const merchant = await at('KYB');
    await arm('lithic', 'error_500', 'POST /lithic/v1/account_holders');
    expectTold(await merchant.submitKyb(undefined, 'the-very-same'));
    const worked = await merchant.submitKyb(undefined, 'the-very-same');
    const replayed = await merchant.submitKyb(undefined, 'the-very-same');
    expect([worked.status, worked.headers.get('idempotency-replayed')]).toEqual([200, null]);
    expect([replayed.status, replayed.headers.get('idempotency-replayed'), replayed.body]).toEqual([200, 'true', worked.body]);
  });

  it('of the card comes by a job, even when the merchant goes away', async () => {
    const merchant = await at('CARD_ISSUE');
    await arm('lithic', 'effect_then_cut', 'POST /lithic/v1/cards', 2);
    expectTold(await merchant.postCard(false));
    await eventually('the card', async () => (await merchant.stored()).lithic_card_token);
    await eventually('the last step', async () => (await merchant.step()) === 'FINISHED');
  });
});
