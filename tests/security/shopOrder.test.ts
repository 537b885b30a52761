import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { type Claims, nowSeconds, shopClaims, shopToken, signHs256, unsigned } from '../support/handIn.ts';
import { signUp } from '../support/people.ts';
import { type TestProduct, testProduct } from '../support/product.ts';
import { onboardByHand, openShop, salesOf, synced, type TestShop, tellOfShop, uninstallation } from '../support/shops.ts';

let product: TestProduct;
let shop: TestShop;
let other: TestShop;
let order: string;
beforeAll(async () => {
  product = await testProduct();
  shop = await openShop(product);
  other = await openShop(product);
  for (const one of [shop, other]) {
    await synced(product, one);
    await onboardByHand(product, one);
    // Until then no order is shown at all, whoever asks.
    await eventually('the first limit', () => product.deps.database.spendingPowerSnapshot.findFirst({ where: { receiver_id: one.receiverId } }));
  }
  order = (await salesOf(product, shop)).find(({ type }) => type === 'sale')?.order_id ?? '';
});
afterAll(() => product.stop());

const ask = (token: string | undefined, id = order) => product.call(`/shopify/ext/order?id=${id}`, { token });

describe('what an order adds to spending power', () => {
  it('is shown in the shop’s own admin, as often as it asks while its session token lives', async () => {
    const token = shopToken(product, shop.shop);
    expect([(await ask(token)).status, (await ask(token)).status]).toEqual([200, 200]);
  });

  it('of another shop answers exactly as an order that there is not', async () => {
    const own = new Set((await salesOf(product, other)).map(({ order_id }) => order_id));
    expect(own).not.toContain(order);
    const [others, nobodys] = [await ask(shopToken(product, other.shop)), await ask(shopToken(product, other.shop), '99999999999')];
    expect([others.status, nobodys.status]).toEqual([404, 404]);
    expect({ ...others.body, request_id: '' }).toEqual({ ...nobodys.body, request_id: '' });
  });

  it.each<[string, () => string | undefined]>([
    ['no token', () => undefined],
    ['an access token of the merchant’s own', () => shop.token],
    ['a token without a signature', () => unsigned(shopClaims(product, shop.shop))],
    ['a token signed with another secret', () => signHs256(shopClaims(product, shop.shop), 'another-secret-0123456789')],
    ['a token signed by another algorithm’s name', () => signHs256(shopClaims(product, shop.shop), product.config.shopify.apiSecret, { alg: 'none' })],
    ...[
      ['that has expired', { exp: nowSeconds() - 60 }],
      ['that is not good yet', { nbf: nowSeconds() + 120 }],
      ['for another app', { aud: 'another-app' }],
      ['whose issuer is another shop', { iss: 'https://another.myshopify.com/admin' }],
      ['for what is no shop', { dest: 'https://evil.example', iss: 'https://evil.example/admin' }],
      ['for a shop’s look-alike', { dest: 'https://a.myshopify.com.evil.example', iss: 'https://a.myshopify.com.evil.example/admin' }],
    ].map(([what, changes]): [string, () => string] => [`a token ${what}`, () => shopToken(product, shop.shop, changes as Claims)]),
  ])('is shown to nobody with %s', async (_what, token) => {
    const answer = await ask(token());
    expect([answer.status, answer.body.code]).toEqual([401, 'unauthenticated']);
  });

  it.each(['support', 'admin'] as const)('is not shown to %s', async (role) => {
    const staff = await signUp(product, { staff: { [role]: true } });
    expect((await ask(staff.token)).status).toBe(401);
  });

  it.each(['', 'abc', '1 OR 1=1', '9'.repeat(30), '../receiver', '%00'])('is not asked for by what is no order’s number: %j', async (id) => {
    expect((await ask(shopToken(product, shop.shop), encodeURIComponent(id))).status).toBe(400);
  });

  it('is shown no more from the moment that the shop uninstalls the app', async () => {
    await tellOfShop(product, 'app/uninstalled', shop.shop, uninstallation(shop.shop));
    expect((await ask(shopToken(product, shop.shop))).status).toBe(401);
  });
});
