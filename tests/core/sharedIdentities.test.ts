import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { rotateSecrets } from '../../server/db/rotate.ts';
import { receiverScope } from '../../server/db/scope.ts';
import { createSecrets } from '../../server/db/secrets.ts';
import type { ProgramKey } from '../../server/domain/basics/programKeys.ts';
import { recomputeSpendingPower } from '../../server/services/spendingPower/recomputeSpendingPower.ts';
import { syncShop } from '../../server/services/store/shopify/syncShop.ts';
import { kybForm, newEin } from '../support/businessForms.ts';
import { eventually } from '../support/eventually.ts';
import { fewOrders } from '../support/fewOrders.ts';
import { nowSeconds, signHs256 } from '../support/handIn.ts';
import { type Merchant, merchantAt } from '../support/merchant.ts';
import { type Person, signUp } from '../support/people.ts';
import { productWithMerchants, type TestProduct } from '../support/product.ts';
import { openShop, synced } from '../support/shops.ts';
import { sumAnew } from '../support/sums.ts';

let product: TestProduct;
let admin: Person;
let boostAdmin: Person;
beforeAll(async () => {
  product = await productWithMerchants('BANK_LINK');
  admin = await signUp(product, { staff: { admin: true } });
  boostAdmin = await signUp(product, { program: 'boost', staff: { admin: true } });
});
afterAll(() => product.stop());
beforeEach(() => product.press('rutter', 'reading_delay', { milliseconds: 0 }));

const withGovernmentId = (government_id: string, name?: string) => kybForm(name, { business_entity: { government_id } });
/** Submits the verification with an EIN or SSN, also another merchant's. */
const submitAs = (merchant: Merchant, governmentId: string, name?: string) => merchant.post('kyb', { form: withGovernmentId(governmentId, name) });
/** Boost flags what the others refuse. */
const atKyb = (program: ProgramKey = 'headway') => merchantAt(product, 'KYB', { program });
const atStore = async (program: ProgramKey = 'headway'): Promise<Merchant> => {
  const merchant = await merchantAt(product, 'BANK_LINK', { program });
  await product.deps.database.receiver.update({ where: { id: merchant.id }, data: { plaid_access_token: 'BLANK', plaid_item_id: 'BLANK' } });
  return merchant;
};
const pick = async (address: string, business: object = fewOrders) =>
  (await product.press<{ public_token: string }>('rutter', 'connect', { platform: 'SHOPIFY', ...business, seed: 'fixed', address })).public_token;

const claims = ({ id }: { id: string }) => product.deps.database.identityClaim.findMany({ where: { receiver_id: id }, orderBy: { claimed_at: 'asc' } });
const statesOf = async (merchant: { id: string }) => (await claims(merchant)).map(({ kind, state }) => `${kind} ${state}`);
const recompute = ({ id }: { id: string }) => recomputeSpendingPower(product.deps, receiverScope(id), 'test');
const power = async (merchant: Merchant): Promise<number> => {
  await recompute(merchant);
  return (await merchant.shown()).totalSpendPowerCents;
};
async function owe(merchant: Merchant, cents: bigint): Promise<void> {
  await product.deps.database.ledgerTransfer.create({
    data: {
      receiver_id: merchant.id,
      debit_account: cents > 0n ? 'owed' : 'card_network',
      credit_account: cents > 0n ? 'card_network' : 'owed',
      amount_cents: cents > 0n ? cents : -cents,
      kind: 'purchase',
      external_id: randomUUID(),
      subject_id: randomUUID(),
      at: new Date(),
    },
  });
  await sumAnew(product.deps.database);
}
const act = (merchant: Merchant, action: string, staff = admin) =>
  product.call(`/api/staff/receivers/${merchant.receiver.token}/actions/${action}`, {
    method: 'POST',
    token: staff.token,
    host: staff.host,
    body: { reason: 'asked by the customer', confirmation: 'Corner Bakery LLC' },
    headers: { 'idempotency-key': randomUUID() },
  });

const usedEin =
  'This EIN or SSN already belongs to another account. If it is yours, sign in to that account instead. If not, write to support@headway.localhost.';
const usedStore = 'This store already belongs to another account. If it is yours, sign in to that account instead. If not, write to support@headway.localhost.';

describe('an EIN that backs another account', () => {
  it('is refused with words that say what to do, and not whose it is; the form stays to be corrected', async () => {
    const [first, second] = [await atKyb(), await atKyb()];
    await first.done(first.submitKyb());
    const answer = await submitAs(second, first.ein);
    expect([answer.status, answer.body.code, answer.body.detail]).toEqual([409, 'identity_in_use', usedEin]);
    expect(answer.text).not.toContain(first.email);
    expect((await second.stored()).lithic_account_holder_token).toBeNull();
    expect(await second.step()).toBe('KYB');
    expect([await statesOf(first), await statesOf(second)]).toEqual([['ein held'], ['ein refused']]);
    await second.done(second.submitKyb());
    expect(await statesOf(second)).toEqual(['ein released', 'ein held']);
  });

  it('is found in any program, however it is written, and like an SSN of a sole proprietor', async () => {
    const [ssn, digits] = ['212-55-0199', '212550199'];
    const first = await atKyb('boost');
    await first.done(submitAs(first, ssn));
    for (const id of [ssn, digits]) {
      const second = await atKyb('card');
      expect((await submitAs(second, id)).body.code).toBe('identity_in_use');
    }
  });

  it('is one account’s when two claim it in the same moment', async () => {
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const rivals = await Promise.all([atKyb(), atKyb(), atKyb()]);
      const ein = newEin();
      const answers = await Promise.all(rivals.map((merchant) => submitAs(merchant, ein)));
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    }
  });

  it('leaves no readable identity in the database', async () => {
    const merchant = await atKyb();
    await merchant.done(merchant.submitKyb());
    const [claim] = await claims(merchant);
    expect(claim?.hash).toMatch(/^[\w.-]+:[0-9a-f]{64}$/);
    expect(JSON.stringify(claim)).not.toContain(merchant.ein.replace('-', ''));
  });
});

describe('a store that backs another account', () => {
  it('is refused with words, again as often as it is sent, and our access to it is given up; the other’s stays', async () => {
    const [first, second] = [await atStore(), await atStore()];
    const address = randomUUID();
    await first.done(first.postStore(await pick(address)));
    const token = await pick(address);
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const answer = await second.postStore(token);
      expect([answer.status, answer.body.code, answer.body.detail]).toEqual([409, 'identity_in_use', usedStore]);
    }
    expect((await second.stored()).rutter_access_token).toBeNull();
    const { commerceLink } = product.deps.database;
    await eventually('the access is given up', () =>
      commerceLink.findFirst({ where: { receiver_id: second.id, access_token: null, removed_at: { not: null } } }),
    );
    expect(await commerceLink.count({ where: { receiver_id: first.id, unlinked_at: null, access_token: { not: null } } })).toBe(1);
    await second.done(second.postStore(await second.pickStore()));
  });

  it('is refused by the token that the other account has used, whose connection stays', async () => {
    const [first, second] = [await atStore(), await atStore()];
    const token = await first.pickStore();
    await first.done(first.postStore(token));
    const answer = await second.postStore(token);
    expect([answer.status, answer.body.code]).toEqual([409, 'identity_in_use']);
    expect(await product.deps.database.commerceLink.count({ where: { receiver_id: second.id } })).toBe(0);
    await eventually('the sync of the first', async () => (await first.done(first.send('commerce'))).sync_state === 'done');
  });

  it('is one account’s when two connect it in the same moment', async () => {
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const rivals = await Promise.all([atStore(), atStore()]);
      const address = randomUUID();
      const tokens = await Promise.all(rivals.map(() => pick(address)));
      const answers = await Promise.all(rivals.map((merchant, place) => merchant.postStore(tokens[place] ?? '')));
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    }
  });

  it('is found by the app in its admin too: its sales are not read there', async () => {
    const direct = await atStore('boost');
    const handle = `shop-${randomUUID().slice(0, 8)}`;
    await direct.done(direct.postStore(await pick(handle)));
    const shop = await openShop(product, handle);
    await eventually('the refusal', async () => (await statesOf({ id: shop.receiverId })).includes('store refused'));
    await syncShop(product.deps, receiverScope(shop.receiverId), shop.shop);
    expect(await product.deps.database.commerceLink.count({ where: { receiver_id: shop.receiverId } })).toBe(0);
  });

  it('cannot be connected again once another account has it', async () => {
    const shop = await openShop(product);
    await synced(product, shop);
    const press = (what: string) =>
      product.call(`/api/users/${shop.userId}/shop/${what}`, { method: 'POST', token: shop.token, body: {}, headers: { 'idempotency-key': randomUUID() } });
    expect((await press('disconnect')).status).toBe(200);
    const other = await atStore();
    await other.done(other.postStore(await pick(shop.shop.replace('.myshopify.com', ''))));
    const answer = await press('reconnect');
    expect([answer.status, answer.body.detail]).toEqual([409, usedStore]);
  });
});

describe('a program that flags', () => {
  it('gives the second account no spending power, shows staff the other one, and counts its sales once an admin allows it', async () => {
    const [first, second] = [await atStore('boost'), await atStore('boost')];
    const address = randomUUID();
    for (const merchant of [first, second]) await merchant.done(merchant.postStore(await pick(address, { profile: 'steady', orders_per_day: '4' })));
    for (const merchant of [first, second]) {
      await eventually('the sync', async () => (await merchant.done(merchant.send('commerce'))).sync_state === 'done');
    }
    expect(await power(first)).toBeGreaterThan(50_000);
    expect(await power(second)).toBe(0);
    // Two are claimed in the same transaction, perhaps in the same millisecond.
    expect((await statesOf(second)).toSorted()).toEqual(['ein held', 'store flagged', 'store held']);

    const page = async (merchant: Merchant) =>
      (await product.call(`/api/staff/receivers/${merchant.receiver.token}`, { token: boostAdmin.token, host: boostAdmin.host })).body.shared_identities;
    const [shared] = await page(second);
    expect(shared).toMatchObject({
      kind: 'store',
      state: 'flagged',
      is_holder: false,
      other: { token: first.receiver.token, email: first.email, program: 'boost' },
    });
    expect(await page(first)).toMatchObject([{ state: 'flagged', is_holder: true, other: { token: second.receiver.token, email: second.email } }]);
    const inbox = async () =>
      (await product.call('/api/staff/shared_identities', { token: boostAdmin.token, host: boostAdmin.host })).body.shared_identities.map(
        ({ token }: { token: string }) => token,
      );
    expect(await inbox()).toContain(second.receiver.token);

    const clear = (staff: Person) =>
      product.call(`/api/staff/receivers/${second.receiver.token}/shared_identities/${shared.id}/clear`, {
        method: 'POST',
        token: staff.token,
        host: staff.host,
        body: { reason: 'Two brands of one owner.' },
        headers: { 'idempotency-key': randomUUID() },
      });
    const support = await signUp(product, { program: 'boost', staff: { support: true } });
    expect((await clear(support)).status).toBe(403);
    expect((await clear(boostAdmin)).body).toEqual({ cleared: true });
    expect((await clear(boostAdmin)).body).toEqual({ cleared: true });
    expect(await power(second)).toBeGreaterThan(50_000);
    expect(await inbox()).not.toContain(second.receiver.token);
    const audit = await product.deps.database.auditLog.findMany({ where: { receiver_id: second.id, action: 'clear shared identity' } });
    expect(audit).toMatchObject([{ outcome: 'done', reason: 'Two brands of one owner.', actor_email: boostAdmin.email }]);
  });

  it('gives an account with another’s EIN no spending power either, not even the starting limit', async () => {
    const [first, second] = [await atKyb('boost'), await atKyb('boost')];
    await first.done(first.submitKyb());
    await second.done(submitAs(second, first.ein));
    expect([await power(first), await power(second)]).toEqual([50_000, 0]);
  });

  it('lets an admin of a program that refuses allow what was refused', async () => {
    const [first, second] = [await atKyb(), await atKyb()];
    await first.done(first.submitKyb());
    expect((await submitAs(second, first.ein)).status).toBe(409);
    const [claim] = await claims(second);
    const path = `/api/staff/receivers/${second.receiver.token}/shared_identities/${claim?.id}/clear`;
    const options = { method: 'POST', token: admin.token, body: { reason: 'The same owner.' }, headers: { 'idempotency-key': randomUUID() } };
    expect((await product.call(path, options)).status).toBe(200);
    await second.done(submitAs(second, first.ein));
    expect(await power(second)).toBeGreaterThan(0);
  });
});

describe('what an account no longer uses', () => {
  const taken = async (ein: string) => (await submitAs(await atKyb(), ein)).status;

  it('is free after Reset KYB and Reset Onboarding, but not after Reset EIN, which leaves the business verified', async () => {
    for (const [action, status] of [
      ['reset_kyb', 200],
      ['reset_onboarding', 200],
      ['reset_ein', 409],
    ] as const) {
      const merchant = await atKyb();
      await merchant.done(merchant.submitKyb());
      expect((await act(merchant, action)).status).toBe(200);
      expect([action, await taken(merchant.ein)]).toEqual([action, status]);
    }
  });

  it('is not free while the account owes anything, and is once that is paid', async () => {
    const merchant = await atKyb();
    await merchant.done(merchant.submitKyb());
    await owe(merchant, 12_345n);
    await act(merchant, 'reset_kyb');
    expect(await taken(merchant.ein)).toBe(409);
    await owe(merchant, -12_345n);
    expect(await taken(merchant.ein)).toBe(200);
  });

  it('is free once the account is closed', async () => {
    const merchant = await atKyb();
    await merchant.done(merchant.submitKyb());
    const closing = await product.call(`/api/staff/receivers/${merchant.receiver.token}/closing`, {
      method: 'POST',
      token: admin.token,
      host: admin.host,
      body: { reason: 'asked by the customer', confirmation: 'Corner Bakery LLC' },
      headers: { 'idempotency-key': randomUUID() },
    });
    expect(closing.body).toEqual({ requested: true });
    await eventually('a closed account', async () => (await merchant.stored()).closed_at);
    expect(await taken(merchant.ein)).toBe(200);
  });

  it('comes back to its account, unless another one has taken it', async () => {
    const merchant = await atKyb();
    await merchant.done(merchant.submitKyb());
    await act(merchant, 'reset_kyb');
    await merchant.done(merchant.submitKyb());
    expect(await statesOf(merchant)).toEqual(['ein held']);
    await act(merchant, 'reset_kyb');
    expect(await taken(merchant.ein)).toBe(200);
    expect((await merchant.submitKyb()).status).toBe(409);
  });

  it('is free where the issuer never learned of it, but not what the issuer has of a business to be corrected', async () => {
    const merchant = await atKyb();
    await merchant.done(submitAs(merchant, merchant.ein, 'Resubmit Bakery'));
    const { lithic_account_holder_token: holder } = await merchant.stored();
    await eventually('the events of the submission', async () => {
      const where = { body: { path: ['token'], equals: holder ?? '' }, handled_at: { not: null } };
      return (await product.deps.database.webhookInbox.count({ where })) === 2;
    });
    await fetch(`${product.sandboxUrl}/control/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ stand_in: 'lithic', kind: 'rate_limited', path: 'PATCH /lithic/v1/account_holders', remaining: 1 }),
    });
    const typed = newEin();
    expect((await submitAs(merchant, typed, 'Resubmit Bakery LLC')).status).toBe(503);
    expect([await taken(merchant.ein), await taken(typed)]).toEqual([409, 200]);
  });

  it('is free after a rejected verification, and after another store took its place', async () => {
    const merchant = await atKyb();
    await merchant.done(submitAs(merchant, merchant.ein, 'Reject Bakery LLC'));
    expect(await taken(merchant.ein)).toBe(200);

    const [first, second] = [await atStore(), await atStore()];
    const address = randomUUID();
    await first.done(first.postStore(await pick(address)));
    expect((await second.postStore(await pick(address))).status).toBe(409);
    await first.done(first.postStore(await first.pickStore()));
    await second.done(second.postStore(await pick(address)));
  });
});

describe('the hashes', () => {
  const key = (id: string, byte: number) => `${id}:${Buffer.alloc(32, byte).toString('base64')}`;

  it('of one key are found with a ring that has it, and say nothing without a key', () => {
    const [old, both, next] = [key('old', 1), `${key('new', 2)},${key('old', 1)}`, key('new', 2)].map((ring) => createSecrets(ring).fingerprints('123456789'));
    expect(both).toEqual([next?.[0], old?.[0]]);
    expect(new Set(both).size).toBe(2);
  });

  it('survive a rotation: identities are found before, during and after it, without the old key', async () => {
    const { database, config } = { database: product.deps.database, config: product.config };
    const merchant = await atKyb();
    await merchant.done(merchant.submitKyb());
    const identity = merchant.ein.replace('-', '');
    const find = (ring: string) => database.identityClaim.count({ where: { hash: { in: createSecrets(ring).fingerprints(identity) } } });
    const rotated = `${key('rotated', 7)},${config.encryptionKeys}`;
    expect([await find(config.encryptionKeys), await find(rotated), await find(key('rotated', 7))]).toEqual([1, 1, 0]);
    await rotateSecrets(database, createSecrets(rotated));
    expect([await find(key('rotated', 7)), await find(rotated)]).toEqual([1, 1]);
    await rotateSecrets(database, createSecrets(`${config.encryptionKeys},${key('rotated', 7)}`));
    expect(await find(config.encryptionKeys)).toBe(1);
  });
});

it('a BigCommerce store that opens an account in a second program is flagged there', async () => {
  const hash = randomUUID().replaceAll('-', '').slice(0, 10);
  const owner = { id: 1, email: `owner@${hash}.example` };
  const claimsOf = () => ({ iat: nowSeconds() - 1, nbf: nowSeconds() - 1, exp: nowSeconds() + 86_400, jti: randomUUID(), user: owner, owner, url: '/' });
  const issuer = { iss: 'bc', aud: product.config.bigcommerce.clientId, sub: `stores/${hash}` };
  const handIn = (host: string) =>
    product.call('/api/receivers/propel_auth_access_token', {
      method: 'POST',
      host,
      body: { auth_type: 'bigcommerce', session: signHs256({ ...issuer, ...claimsOf() }, product.config.bigcommerce.clientSecret) },
    });
  const states: string[][] = [];
  for (const host of ['headway.localhost', 'boost.localhost']) {
    const { propel_auth_user } = (await handIn(host)).body;
    const { id } = await product.deps.database.receiver.findUniqueOrThrow({ where: { token: propel_auth_user.userId } });
    states.push(await statesOf({ id }));
  }
  expect(states).toEqual([['store held'], ['store flagged']]);
});
