import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { receiverScope } from '../../server/db/scope.ts';
import { recomputeSpendingPower } from '../../server/services/spendingPower/recomputeSpendingPower.ts';
import { eventually } from '../support/eventually.ts';
import { shopToken } from '../support/handIn.ts';
import { type TestProduct, testProduct } from '../support/product.ts';
import { onboardByHand, openShop, salesOf, synced, type TestShop } from '../support/shops.ts';

let product: TestProduct;
let shop: TestShop;
beforeAll(async () => {
  product = await testProduct();
  shop = await openShop(product);
  await synced(product, shop);
});
afterAll(() => product.stop());

const ask = ({ shop: name }: Pick<TestShop, 'shop'>, id: string) => product.call(`/shopify/ext/order?id=${id}`, { token: shopToken(product, name) });

/** An order with one captured payment of a few days ago, by the platform's own card processing, and nothing else. */
async function paidOrder(): Promise<{ order_id: string; amount_cents: number }> {
  const sales = await salesOf(product, shop);
  const movements = Map.groupBy(sales, ({ order_id }) => order_id ?? '');
  const found = sales.find(
    ({ type, status, gateway, order_id }) =>
      type === 'sale' && status === 'success' && gateway === 'shopify_payments' && movements.get(order_id ?? '')?.length === 1,
  );
  if (!found?.order_id) throw new Error('no order was paid');
  return { order_id: found.order_id, amount_cents: Number(found.amount_cents) };
}

describe('an order in the store’s admin', () => {
  it('leads to the app while the merchant has not finished onboarding, and in a shop that never opened it', async () => {
    const { order_id } = await paidOrder();
    expect((await ask(shop, order_id)).body).toEqual({ state: 'not_onboarded' });
    const { shop: unopened } = await product.press<{ shop: string }>('shopify', 'install', { handle: 'never-opened', profile: 'new' });
    expect((await ask({ shop: unopened }, order_id)).body).toEqual({ state: 'not_onboarded' });
  });

  it('shows what it adds to spending power, as the newest run counts, and what is available as home does', async () => {
    await onboardByHand(product, shop);
    await recomputeSpendingPower(product.deps, receiverScope(shop.receiverId), 'test');
    const { order_id, amount_cents } = await paidOrder();
    const { status, body } = await ask(shop, order_id);
    expect(status).toBe(200);
    const { inputs } = await product.deps.database.spendingPowerSnapshot.findFirstOrThrow({
      where: { receiver_id: shop.receiverId },
      orderBy: { taken_at: 'desc' },
    });
    const { advance_rate_basis_points, concentration_basis_points, freshness_basis_points, history_days } = inputs as Record<string, number>;
    const factors = ((advance_rate_basis_points ?? 0) * (concentration_basis_points ?? 0) * (freshness_basis_points ?? 0)) / 1e12;
    const months = Math.min(90, Math.max(30, history_days ?? 0)) / 30;
    expect(body).toMatchObject({
      state: 'counts',
      adds_cents: Math.floor((amount_cents * factors) / months + 1e-9),
      payout_on: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    });
    const { body: receiver } = await product.call('/api/receiver', { token: shop.token });
    expect(body.available_cents).toBe(receiver.availableSpendPowerCents);
  });

  it('fails while the newest run is of a newer version, and has no run of this version put on top of it', async () => {
    const { order_id } = await paidOrder();
    const { database } = product.deps;
    await database.$executeRaw`UPDATE spending_power_snapshot SET inputs = inputs || '{"version": 99}' WHERE receiver_id = ${shop.receiverId}::uuid`;
    const { status, body } = await ask(shop, order_id);
    expect([status, body.code]).toEqual([503, 'not_ready']);
    const queued = await database.$queryRaw`SELECT id FROM pgboss.job WHERE data ->> 'cause' = 'the run before cannot be read'`;
    expect(queued).toEqual([]);
    await database.$executeRaw`UPDATE spending_power_snapshot SET inputs = inputs || '{"version": 1}' WHERE receiver_id = ${shop.receiverId}::uuid`;
    expect((await ask(shop, order_id)).body.state).toBe('counts');
  });

  it('is worked out anew when the newest run is damaged', async () => {
    const { order_id } = await paidOrder();
    await product.deps.database.$executeRaw`
      UPDATE spending_power_snapshot SET inputs = inputs - 'blocks' WHERE receiver_id = ${shop.receiverId}::uuid`;
    const { status, body } = await ask(shop, order_id);
    expect([status, body.code]).toEqual([503, 'not_ready']);
    await eventually('another run', async () => (await ask(shop, order_id)).body.state === 'counts');
  });

  it('says why it does not count', async () => {
    const { order_id } = await paidOrder();
    const where = { receiver_id: shop.receiverId, order_id };
    await product.deps.database.storeTransaction.updateMany({ where, data: { status: 'failure' } });
    const { body } = await ask(shop, order_id);
    expect(body).toMatchObject({ state: 'does_not_count', reason: 'payment_failed', text: 'The payment of this order did not go through.' });
    await product.deps.database.storeTransaction.updateMany({ where, data: { status: 'success' } });
  });

  it('is no sale again of what a gift card paid, nor is its way back a refund', async () => {
    const place = async (amount: number, gift_card: number) => {
      const { order_id } = await product.press<{ order_id: string }>('shopify', 'place_order', { shop: shop.shop, amount, gift_card });
      return order_id;
    };
    const rowsOf = async (order: string, count: number) => {
      const rows = await eventually(`${count} payments`, async () => {
        const found = (await salesOf(product, shop)).filter(({ order_id }) => order_id === order);
        return found.length === count && found;
      });
      return rows.map(({ type, status, amount_cents }) => [type, status, Number(amount_cents)]).toSorted();
    };
    const [whole, part] = [await place(4_000, 4_000), await place(9_000, 3_000)];
    expect(await rowsOf(whole, 1)).toEqual([['gift_card', 'success', 4_000]]);
    expect((await ask(shop, whole)).body).toMatchObject({
      state: 'does_not_count',
      reason: 'credit',
      text: 'This order was paid with a gift card or store credit: money that counted when it came in.',
    });
    expect(await rowsOf(part, 2)).toEqual([
      ['gift_card', 'success', 3_000],
      ['sale', 'success', 6_000],
    ]);
    await product.press('shopify', 'refund_order', { shop: shop.shop, order_id: part });
    expect(await rowsOf(part, 4)).toEqual([
      ['gift_card', 'success', 3_000],
      ['gift_card', 'success', 3_000],
      ['refund', 'success', 6_000],
      ['sale', 'success', 6_000],
    ]);
    expect((await ask(shop, part)).body.reason).toBe('returned');
  });

  it('may be asked for by the admin’s extensions, wherever they run', async () => {
    const headers = { origin: 'https://extensions.shopifycdn.com', 'access-control-request-method': 'GET', 'access-control-request-headers': 'authorization' };
    const asked = await product.call('/shopify/ext/order?id=1', { method: 'OPTIONS', headers });
    expect([asked.status, asked.headers.get('access-control-allow-origin'), asked.headers.get('access-control-allow-headers')]).toEqual([
      204,
      '*',
      'Authorization, Content-Type',
    ]);
    const answer = await ask(shop, '1');
    expect([answer.headers.get('access-control-allow-origin'), answer.headers.get('access-control-allow-credentials')]).toEqual(['*', null]);
  });
});
