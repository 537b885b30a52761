import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { receiverScope } from '../../server/db/scope.ts';
import { recomputeSpendingPower } from '../../server/services/spendingPower/recomputeSpendingPower.ts';
import { syncShop } from '../../server/services/store/shopify/syncShop.ts';
import { eventually } from '../support/eventually.ts';
import { signUp } from '../support/people.ts';
import { type TestProduct, testProduct } from '../support/product.ts';
import { grant, openShop, salesOf, synced, type TestShop } from '../support/shops.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await testProduct();
});
afterAll(() => product.stop());

const press = ({ userId, token }: TestShop, what: 'disconnect' | 'reconnect') =>
  product.call(`/api/users/${userId}/shop/${what}`, { method: 'POST', token, body: {}, headers: { 'idempotency-key': randomUUID() } });
const connection = async ({ userId, token }: TestShop) => (await product.call(`/api/users/${userId}/shop`, { token })).body;
const sessions = ({ shop }: TestShop) => product.deps.database.shopifySession.count({ where: { shop } });
const power = async ({ token }: TestShop): Promise<number | null> => (await product.call('/api/receiver', { token })).body.totalSpendPowerCents;

/** A shop whose sales have been read, and give it spending power. */
async function sellingShop(): Promise<TestShop> {
  const shop = await openShop(product);
  await synced(product, shop);
  // Nothing but its sales.
  await product.deps.database.receiver.update({ where: { id: shop.receiverId }, data: { initial_spend_limit: 0n } });
  await recomputeSpendingPower(product.deps, receiverScope(shop.receiverId), 'test');
  expect(await power(shop)).toBeGreaterThan(0);
  return shop;
}

describe('a merchant who disconnects their store', () => {
  it('takes our access to it and its sales away, and spending power is found out without them', async () => {
    const shop = await sellingShop();
    expect(await connection(shop)).toMatchObject({ store: expect.stringMatching(/./), is_connected: true, disconnected_at: null });

    const { status, body } = await press(shop, 'disconnect');
    expect([status, body.is_connected, typeof body.disconnected_at]).toEqual([200, false, 'string']);
    expect(await sessions(shop)).toBe(0);
    expect(await salesOf(product, shop)).toEqual([]);
    await eventually('the limit without the store', async () => (await power(shop)) === 0);
    // The account is there as before.
    expect((await product.call('/api/receiver', { token: shop.token })).status).toBe(200);
  });

  it('keeps it so when the app is opened again, the store is read by a late job, or it is asked for twice', async () => {
    const shop = await sellingShop();
    const first = (await press(shop, 'disconnect')).body.disconnected_at;
    await grant(product, shop.shop);
    await syncShop(product.deps, receiverScope(shop.receiverId), shop.shop);
    expect((await press(shop, 'disconnect')).body.disconnected_at).toBe(first);
    expect([await sessions(shop), (await salesOf(product, shop)).length]).toEqual([0, 0]);
  });

  it('keeps it so when a reading of the store is under way at that moment', async () => {
    const shop = await sellingShop();
    const { shopPlatform } = product.deps.providers;
    const readProfile: typeof shopPlatform.readProfile = async (...asked) => {
      const profile = await shopPlatform.readProfile(...asked);
      expect((await press(shop, 'disconnect')).status).toBe(200);
      return profile;
    };
    const deps = { ...product.deps, providers: { ...product.deps.providers, shopPlatform: { ...shopPlatform, readProfile } } };
    await syncShop(deps, receiverScope(shop.receiverId), shop.shop);
    expect(await product.deps.database.commerceLink.count({ where: { receiver_id: shop.receiverId } })).toBe(0);
    expect(await salesOf(product, shop)).toEqual([]);
  });

  it('connects it again, and its sales count as soon as the app is opened', async () => {
    const shop = await sellingShop();
    await press(shop, 'disconnect');
    expect((await press(shop, 'reconnect')).body).toMatchObject({ is_connected: true, disconnected_at: null });
    await grant(product, shop.shop);
    await synced(product, shop);
    expect((await salesOf(product, shop)).length).toBeGreaterThan(0);
    await eventually('the limit with the store', async () => ((await power(shop)) ?? 0) > 0);
  });

  it('does it themselves: support may not, nor whoever has our app in no store', async () => {
    const shop = await sellingShop();
    const support = await signUp(product, { staff: { support: true } });
    const { email } = await product.deps.database.receiver.findUniqueOrThrow({ where: { id: shop.receiverId } });
    await product.call(`/api/receiver?email=${encodeURIComponent(email)}`, { token: support.token });
    expect((await press({ ...shop, token: support.token }, 'disconnect')).status).toBe(403);
    expect((await salesOf(product, shop)).length).toBeGreaterThan(0);

    const direct = await signUp(product);
    const headers = { 'idempotency-key': randomUUID() };
    const answer = await product.call(`/api/users/${direct.receiver.token}/shop/disconnect`, { method: 'POST', token: direct.token, body: {}, headers });
    expect(answer.status).toBe(404);
  });
});
