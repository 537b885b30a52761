import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { receiversToCompare } from '../../server/db/queries/activeReceivers.ts';
import { type Cardholder, newCardholder } from '../support/cardholder.ts';
import { eventually } from '../support/eventually.ts';
import { type Person, signUp } from '../support/people.ts';
import { type TestProduct, testProduct } from '../support/product.ts';

/** Sorts before every receiver. */
const firstId = '00000000-0000-0000-0000-000000000000';

let product: TestProduct;
let admin: Person;
let support: Person;
let merchant: Cardholder;
beforeAll(async () => {
  product = await testProduct();
  admin = await signUp(product, { staff: { admin: true } });
  support = await signUp(product, { staff: { support: true } });
  merchant = await newCardholder(product);
});
afterAll(() => product.stop());

const put = (staff: Person, body: object) => product.call(`/api/staff/receivers/${merchant.receiver.token}/terms`, { method: 'PUT', token: staff.token, body });
const stored = () => product.deps.database.receiver.findUniqueOrThrow({ where: { id: merchant.receiver.id } });
const audit = () => product.deps.database.auditLog.findMany({ where: { receiver_id: merchant.receiver.id }, orderBy: { sequence: 'asc' } });

describe('the terms of an account', () => {
  it('are an admin’s to set, with a reason, and nobody’s on their own account', async () => {
    expect((await put(support, { net_terms: 45, reason: 'a good customer' })).status).toBe(403);
    expect((await put(merchant, { net_terms: 45, reason: 'a good customer' })).status).toBe(403);
    expect((await put(admin, { net_terms: 45 })).status).toBe(400);
    expect((await put(admin, { net_terms: 366, reason: 'a good customer' })).status).toBe(400);
    expect((await stored()).net_terms).toBe(0);
  });

  it('change what was asked for and nothing else, once, and the audit log holds before and after', async () => {
    const body = { payment_plan: 'fixed_pay', net_terms: 28, whitelabel_business_name: 'Corner at Headway', reason: 'a good customer' };
    expect((await put(admin, body)).status).toBe(200);
    expect((await put(admin, body)).status).toBe(200);
    expect(await stored()).toMatchObject({
      payment_plan: 'fixed_pay',
      net_terms: 28,
      net_terms_type: 'calendar',
      whitelabel_business_name: 'Corner at Headway',
    });
    const done = (await audit()).filter(({ action }) => action === 'set account terms');
    expect(done).toMatchObject([
      {
        actor_email: admin.email,
        reason: 'a good customer',
        details: {
          before: { payment_plan: 'net_terms', net_terms: 0, whitelabel_business_name: null },
          after: { payment_plan: 'fixed_pay', net_terms: 28, whitelabel_business_name: 'Corner at Headway' },
        },
      },
    ]);
    await eventually('the words about payments', async () => (await stored()).payment_period === 'weekly');
    expect(await stored()).toMatchObject({ payment_state: 'nothing due', payment_plan_type: 'custom' });
  });

  it('the blacklist takes all spending power and pauses the card, and leaving it gives both back', async () => {
    const { cardIssuer } = product.deps.providers;
    const stateIs = (state: string) => eventually(`a card that is ${state}`, async () => (await cardIssuer.getCard(merchant.cardToken)).state === state);
    await stateIs('OPEN');
    expect((await put(admin, { is_black_listed: true, reason: 'on a list of the police' })).status).toBe(200);
    await stateIs('PAUSED');
    expect((await put(admin, { is_black_listed: false, reason: 'it was another business' })).status).toBe(200);
    await stateIs('OPEN');
    expect((await stored()).unlocked_at).not.toBeNull();
  });

  it('without statements none is listed or made', async () => {
    const own = `/api/users/${merchant.receiver.token}/statements`;
    expect((await product.call(own, { token: merchant.token })).body.statements).toHaveLength(24);
    await put(admin, { see_statements: false, reason: 'asked by the customer' });
    expect((await product.call(own, { token: merchant.token })).body.statements).toEqual([]);
    const month = product.deps.clock().toISOString().slice(0, 7);
    expect((await product.call(`${own}/${month}`, { token: merchant.token })).status).toBe(403);
  });

  it('without the regular comparison the sweep passes the account by', async () => {
    expect(await receiversToCompare(product.deps.database, product.deps.clock(), firstId)).toContain(merchant.receiver.id);
    await put(admin, { auto_reconcile: false, reason: 'compared by hand' });
    expect(await receiversToCompare(product.deps.database, product.deps.clock(), firstId)).not.toContain(merchant.receiver.id);
  });

  it('a subscriber is marked in the search of staff', async () => {
    await put(admin, { is_subscribed: true, reason: 'subscribed by phone' });
    const found = await product.call(`/api/staff/receivers?q=${encodeURIComponent(merchant.email)}`, { token: support.token });
    expect(found.body.receivers).toMatchObject([{ email: merchant.email, is_subscribed: true, is_black_listed: false }]);
  });
});
