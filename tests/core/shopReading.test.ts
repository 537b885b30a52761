import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { receiverScope } from '../../server/db/scope.ts';
import { finishReading } from '../../server/services/store/appStore.ts';
import { syncShop } from '../../server/services/store/shopify/syncShop.ts';
import { provesChange } from '../command/tiers.ts';
import { eventually } from '../support/eventually.ts';
import { fewOrders } from '../support/fewOrders.ts';
import { type TestProduct, testProduct } from '../support/product.ts';
import { openShop as openShopOf, salesOf as salesOfShop, synced as shopSynced, type TestShop } from '../support/shops.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await testProduct();
});
afterAll(() => product.stop());
// The limit of the platform is one for all shops: a test that fails must not leave none to the next.
afterEach(() => press('rate_limit'));

const dayMs = 86_400_000;
/** How long before the end of the last reading each one begins. */
const overlapMs = 600_000;
const ofAccount = 'read_shopify_payments_accounts,read_shopify_payments_payouts,read_shopify_payments_disputes';
const openShop = (scopes?: string, install: Record<string, unknown> = {}) => openShopOf(product, undefined, scopes, install);
const press = (button: string, fields: Record<string, unknown> = {}) => product.press('shopify', button, fields);
const read = ({ receiverId, shop }: TestShop) => syncShop(product.deps, receiverScope(receiverId), shop);
/** Reads without ordering the next reading, which a worker would do in the midst of a test. */
const readOnce = ({ receiverId, shop }: TestShop) =>
  syncShop({ ...product.deps, queue: { ...product.deps.queue, send: async () => {} } }, receiverScope(receiverId), shop);
const synced = (shop: TestShop) => shopSynced(product, shop);
const salesOf = (shop: TestShop) => salesOfShop(product, shop);
const linkOf = ({ receiverId }: TestShop) => product.deps.database.commerceLink.findFirstOrThrow({ where: { receiver_id: receiverId, source: 'shopify' } });
const countOf = async (shop: TestShop, type: string) => (await salesOf(shop)).filter((sale) => sale.type === type).length;
const connectionOf = async (shop: TestShop) => {
  const { token } = (await product.call('/api/receiver', { token: shop.token })).body;
  return (await product.call(`/api/users/${token}/shop`, { token: shop.token })).body;
};
const problemOf = async (shop: TestShop) => (await product.call('/api/receiver', { token: shop.token })).body.store_problem;

/** Forgets that a shop was ever read. */
async function unread({ receiverId }: TestShop): Promise<void> {
  await product.deps.database.storeTransaction.deleteMany({ where: { receiver_id: receiverId } });
  const nothing = { synced_until: null, sync_cursor: null, last_synced_at: null, payouts_until: null, disputes_until: null };
  await product.deps.database.commerceLink.updateMany({ where: { receiver_id: receiverId }, data: nothing });
}

describe('the first reading of a shop', () => {
  it('of a year of orders ends right when the platform throttles it, with every order and payout once', async () => {
    // Enough points for the export and for two pages of payouts (40 for 83 points, 100 for 203), and none that come back until they are given.
    await press('rate_limit', { bucket_points: 400, points_per_second: 0 });
    const perDay = provesChange ? 2 : 12;
    const shop = await openShop(`read_orders,read_all_orders,${ofAccount}`, { profile: 'steady', orders_per_day: String(perDay) });
    const payouts = () => product.deps.database.storeTransaction.count({ where: { receiver_id: shop.receiverId, type: 'payout' } });
    await eventually('the first page of payouts', async () => (await payouts()) > 0);
    const waiting = await eventually('the wait for the platform', async () => {
      const found = await linkOf(shop);
      if (found.last_error === null) return found.sync_state === 'running' && found;
      // One that failed for another reason, as on a machine that does ten other things, is tried again, and needs the points that it has spent.
      await product.deps.database.commerceLink.updateMany({ where: { receiver_id: shop.receiverId }, data: { last_error: null } });
      await press('rate_limit', { bucket_points: 400, points_per_second: 0 });
      return false;
    });
    expect(waiting.last_synced_at).toBeNull();
    expect(await payouts()).toBeLessThanOrEqual(140);
    expect(await problemOf(shop)).toBeNull();
    await press('rate_limit', { points_per_second: 10_000 });
    const link = await eventually('the end', async () => {
      const found = await linkOf(shop);
      return found.sync_state === 'done' && found;
    });
    await press('rate_limit');
    expect(link).toMatchObject({ last_error: null, sync_cursor: null, shown_since: null, months_wanted: 12, months_read: 12 });
    const sales = await salesOf(shop);
    const orders = new Set(sales.flatMap(({ order_id }) => order_id ?? []));
    expect(orders.size).toBeGreaterThan(perDay * 330);
    expect(link.synced_count).toBe(sales.length);
    // All payouts, not the newest hundred: one for each day of the year with sales, of which there are fewer where little is sold.
    expect(await payouts()).toBeGreaterThan(provesChange ? 250 : 360);
  });

  it('goes on where it was interrupted: with the export that was started, after the lines that are stored', async () => {
    const shop = await openShop();
    await synced(shop);
    const orders = async () => new Set((await salesOf(shop)).flatMap(({ order_id }) => order_id ?? [])).size;
    const whole = await orders();
    await unread(shop);
    await press('rate_limit', { bulk_ms: 60_000 });
    await readOnce(shop);
    await press('rate_limit');
    const { sync_cursor } = await linkOf(shop);
    expect(sync_cursor).toMatch(/^export 0 gid:\/\/shopify\/BulkOperation\/\d+$/);
    expect(await salesOf(shop)).toEqual([]);
    await press('end_bulk_operation', { shop: shop.shop, ending: 'COMPLETED' });
    // As if twenty of its lines, each an order, had been stored when the process died.
    const interrupted = { sync_cursor: (sync_cursor ?? '').replace('export 0', 'export 20') };
    await product.deps.database.commerceLink.updateMany({ where: { receiver_id: shop.receiverId }, data: interrupted });
    await read(shop);
    expect(await linkOf(shop)).toMatchObject({ sync_state: 'done', sync_cursor: null });
    // An order without a payment has no rows.
    expect(whole - (await orders())).toBeLessThanOrEqual(20);
    expect(whole - (await orders())).toBeGreaterThan(15);
  });

  it.each(['FAILED', 'EXPIRED', 'CANCELED'])('starts a new export when one has %s', async (ending) => {
    const shop = await openShop();
    await synced(shop);
    const before = (await salesOf(shop)).length;
    await unread(shop);
    await press('rate_limit', { bulk_ms: 60_000 });
    await readOnce(shop);
    await press('end_bulk_operation', { shop: shop.shop, ending });
    await press('rate_limit');
    await expect(read(shop)).rejects.toThrow('ended without a file');
    expect(await linkOf(shop)).toMatchObject({ sync_cursor: null, last_error: 'export_failed', sync_state: 'failed' });
    await read(shop);
    expect(await linkOf(shop)).toMatchObject({ sync_state: 'done', last_error: null });
    expect((await salesOf(shop)).length).toBe(before);
  });
});

/** Returns how many orders each page asked for, of the reading that began at an instant; in order. */
async function pagesAsked(since: Date): Promise<number[]> {
  const answer = await fetch(`${product.sandboxUrl}/control/journal?stand_in=shopify&limit=500`);
  const { entries } = (await answer.json()) as { entries: { body: string }[] };
  const asked = entries.filter(({ body }) => body.includes(since.toISOString())).reverse();
  return asked.map(({ body }) => JSON.parse(body).variables.first);
}

describe('a later reading of a shop', () => {
  it('asks for a small page, which needs no full bucket, and for larger ones only where there is more', async () => {
    // The sixty days that the platform shows are enough for it: a whole year is read above.
    const shop = await openShop(`read_orders,${ofAccount}`, { profile: 'steady', orders_per_day: '54' });
    await synced(shop);
    const ofOrders = async () => (await salesOf(shop)).filter(({ order_id }) => order_id !== null).length;
    const before = await ofOrders();
    const isRead = async () => {
      const { synced_until } = await linkOf(shop);
      await read(shop);
      expect(await linkOf(shop)).toMatchObject({ sync_state: 'done', last_error: null });
      return pagesAsked(new Date((synced_until?.getTime() ?? 0) - overlapMs));
    };
    // The second reading finds the points that the first left, and none that come back: enough for the shop and its scopes and the
    // first pages of orders, payouts and disputes, at 3 + 402 + 83 + 123 points.
    await press('rate_limit', { shop: shop.shop, bucket_points: 750, points_per_second: 1_000_000 });
    expect(await isRead()).toEqual([25]);
    await press('rate_limit', { shop: shop.shop, bucket_points: 750, points_per_second: 0 });
    expect(await isRead()).toEqual([25]);

    // Five days at 54 orders a day are a page of 25 and several of 50.
    await press('rate_limit', { shop: shop.shop, points_per_second: 1_000_000 });
    const fiveDaysAgo = new Date(product.deps.clock().getTime() - 5 * dayMs);
    await product.deps.database.commerceLink.updateMany({ where: { receiver_id: shop.receiverId }, data: { synced_until: fiveDaysAgo } });
    const recent = { receiver_id: shop.receiverId, order_id: { not: null }, created_at: { gte: fiveDaysAgo } };
    const { count } = await product.deps.database.storeTransaction.deleteMany({ where: recent });
    expect(count).toBeGreaterThan(200);
    const [first, ...later] = await isRead();
    expect(first).toBe(25);
    expect(new Set(later)).toEqual(new Set([50]));
    expect(later.length).toBeGreaterThanOrEqual(4);
    expect(await ofOrders()).toBeGreaterThanOrEqual(before);
  });

  it('starts at the newest change that was read, by the platform’s clock, where that is ahead of ours', async () => {
    const shop = await openShop();
    await synced(shop);
    const ahead = new Date(product.deps.clock().getTime() + 3 * 3_600_000);
    // As if the platform, three hours ahead, had told of a change just now.
    const newest = await product.deps.database.storeTransaction.findFirstOrThrow({
      where: { receiver_id: shop.receiverId, order_id: { not: null } },
      orderBy: { updated_at: 'desc' },
    });
    const ofNewest = { receiver_id: shop.receiverId, external_id: newest.external_id };
    await product.deps.database.storeTransaction.updateMany({ where: ofNewest, data: { updated_at: ahead } });
    const startedAt = product.deps.clock();
    await finishReading(product.deps, receiverScope(shop.receiverId), { ...(await linkOf(shop)), sync_cursor: null }, startedAt);
    expect(await linkOf(shop)).toMatchObject({ sync_state: 'done', synced_until: ahead, fresh_at: startedAt });

    // A clock of ours that is ahead reads from its beginning: changes made while the reading lasted are read again.
    await product.deps.database.storeTransaction.updateMany({ where: ofNewest, data: { updated_at: newest.updated_at } });
    await finishReading(product.deps, receiverScope(shop.receiverId), { ...(await linkOf(shop)), sync_cursor: null }, startedAt);
    expect(await linkOf(shop)).toMatchObject({ synced_until: startedAt, fresh_at: startedAt });

    // One that only went on with an interrupted reading: where that one began.
    const began = new Date(startedAt.getTime() - dayMs);
    await finishReading(product.deps, receiverScope(shop.receiverId), { ...(await linkOf(shop)), sync_cursor: 'exported', synced_until: began }, startedAt);
    expect(await linkOf(shop)).toMatchObject({ sync_cursor: null, synced_until: began });
  });
});

describe('payouts and chargebacks', () => {
  it.each([
    ['payouts', 'read_orders,read_shopify_payments_accounts,read_shopify_payments_disputes', 'payouts_denied', 'payout'],
    ['chargebacks', 'read_orders,read_shopify_payments_accounts,read_shopify_payments_payouts', 'disputes_denied', 'chargeback'],
    ['both', 'read_orders', 'account_denied', 'payout'],
  ])('that may not be seen cost only themselves: %s', async (_what, scopes, error, type) => {
    const shop = await openShop(scopes, { profile: 'chargeback-heavy', orders_per_day: '3' });
    await synced(shop);
    expect(await linkOf(shop)).toMatchObject({ sync_state: 'done', last_error: error });
    expect(await countOf(shop, 'sale')).toBeGreaterThan(100);
    expect(await countOf(shop, type)).toBe(0);
    expect(await problemOf(shop)).toEqual({ error, platform: 'SHOPIFY' });
    expect(await connectionOf(shop)).toMatchObject({ is_connected: true, error });
  });

  it('are read once they may be seen, also those of long ago', async () => {
    const shop = await openShop('read_orders,read_all_orders', { profile: 'chargeback-heavy', orders_per_day: '12' });
    await synced(shop);
    await press('change_scopes', { shop: shop.shop, scopes: `read_orders,read_all_orders,${ofAccount}` });
    await eventually('the payouts', async () => (await linkOf(shop)).last_error === null);
    expect(await countOf(shop, 'payout')).toBeGreaterThan(300);
    expect(await countOf(shop, 'chargeback')).toBeGreaterThan(20);
    expect(await problemOf(shop)).toBeNull();
  });

  it('counts a dispute once, while it is open and when it is lost, and no more when it is won', async () => {
    await press('rate_limit', { points_per_second: 100_000 });
    const shop = await openShop(`read_orders,${ofAccount}`, { profile: 'chargeback-heavy' });
    await synced(shop);
    const disputes = async () => (await salesOf(shop)).filter(({ type }) => type === 'chargeback');
    const newestFirst = (rows: Awaited<ReturnType<typeof disputes>>) => rows.toSorted((one, other) => other.created_at.getTime() - one.created_at.getTime());
    const before = newestFirst(await disputes());
    expect(new Set(before.map(({ status }) => status))).toEqual(new Set(['success', 'cancelled']));
    await read(shop);
    expect(newestFirst(await disputes())).toEqual(before);
    // A dispute that was stored while it was open is the same row when it has been won.
    const won = before.find(({ status }) => status === 'cancelled');
    const where = { receiver_id: shop.receiverId, external_id: won?.external_id ?? '' };
    await product.deps.database.storeTransaction.updateMany({ where, data: { status: 'success' } });
    await read(shop);
    expect(newestFirst(await disputes())).toEqual(before);
    await press('rate_limit');
  });
});

describe('a shop that cannot be read', () => {
  it.each([
    ['frozen', 'store_frozen'],
    ['forbidden', 'access_denied'],
    ['locked', 'store_locked'],
  ])('because it is %s says so, keeps its sales, and is read again once it can be', async (state, error) => {
    const shop = await openShop();
    await synced(shop);
    const before = (await salesOf(shop)).length;
    await press('close_store', { shop: shop.shop, state });
    await read(shop);
    expect(await linkOf(shop)).toMatchObject({ sync_state: 'failed', last_error: error });
    expect(await problemOf(shop)).toEqual({ error, platform: 'SHOPIFY' });
    expect((await salesOf(shop)).length).toBe(before);
    await press('close_store', { shop: shop.shop, state: 'open' });
    await read(shop);
    expect(await linkOf(shop)).toMatchObject({ sync_state: 'done', last_error: null });
    expect(await problemOf(shop)).toBeNull();
  });

  it('because the platform has not approved us says so, at the first reading and at a later one', async () => {
    const shop = await openShop();
    await synced(shop);
    await press('protected_data', { is_approved: 'no' });
    const fresh = await openShop();
    await eventually('the refusal', async () => (await problemOf(fresh)) !== null);
    await read(shop);
    await press('protected_data', { is_approved: 'yes' });
    expect(await linkOf(shop)).toMatchObject({ last_error: 'customer_data_not_approved' });
    expect(await linkOf(fresh)).toMatchObject({ last_error: 'access_denied', last_synced_at: null });
  });

  it('because its access has ended says so', async () => {
    const shop = await openShop();
    await synced(shop);
    await product.deps.database.shopifySession.deleteMany({ where: { shop: shop.shop } });
    await read(shop);
    expect(await linkOf(shop)).toMatchObject({ sync_state: 'failed', last_error: 'access_ended' });
  });
});

describe('orders that the platform hides', () => {
  it('are said to be hidden: 60 days, two months of two, and the limit knows it', async () => {
    const shop = await openShop(undefined, fewOrders);
    await synced(shop);
    const link = await linkOf(shop);
    expect(Math.round((product.deps.clock().getTime() - (link.shown_since?.getTime() ?? 0)) / dayMs)).toBe(60);
    expect(link).toMatchObject({ months_wanted: 2, months_read: 2 });
    const oldest = Math.min(...(await salesOf(shop)).filter(({ type }) => type === 'sale').map(({ created_at }) => created_at.getTime()));
    expect(oldest).toBeGreaterThanOrEqual(link.shown_since?.getTime() ?? 0);
    const run = await eventually('a run of the limit', () =>
      product.deps.database.spendingPowerSnapshot.findFirst({ where: { receiver_id: shop.receiverId, cause: 'store synced' }, orderBy: { taken_at: 'desc' } }),
    );
    expect(run.inputs).toMatchObject({ history_days: 60, shown_days: 60 });
    expect((await connectionOf(shop)).shown_days).toBe(60);
    const { token } = (await product.call('/api/receiver', { token: shop.token })).body;
    const { body } = await product.call(`/api/users/${token}/spending_power`, { token: shop.token });
    expect(body.sales_shown_since).toBe(link.shown_since?.toISOString().slice(0, 10));
    expect(body.reasons.map(({ text }: { text: string }) => text).join(' ')).toMatch(
      /Shopify shows us the last 60 days of orders\. Your limit follows from those\./,
    );
  });

  it('are none in a shop that is itself younger, whose history is whole', async () => {
    const shop = await openShop(undefined, { profile: 'new' });
    await synced(shop);
    expect(await linkOf(shop)).toMatchObject({ shown_since: null, months_wanted: 12 });
    const { token } = (await product.call('/api/receiver', { token: shop.token })).body;
    expect((await product.call(`/api/users/${token}/spending_power`, { token: shop.token })).body.sales_shown_since).toBeNull();
    expect((await connectionOf(shop)).shown_days).toBeNull();
  });

  it('are read from the beginning once the platform shows them all', async () => {
    const shop = await openShop(undefined, fewOrders);
    await synced(shop);
    const before = await countOf(shop, 'sale');
    await press('change_scopes', { shop: shop.shop, scopes: `read_orders,read_all_orders,${ofAccount}` });
    await eventually('the older orders', async () => (await linkOf(shop)).shown_since === null && (await countOf(shop, 'sale')) > before * 3);
    await eventually('the end', async () => (await linkOf(shop)).sync_state === 'done');
    expect((await connectionOf(shop)).shown_days).toBeNull();
  });
});

describe('an order that has just been made or changed', () => {
  it('is there at once, and its refund too, without a reading of the whole shop', async () => {
    const shop = await openShop();
    const { last_synced_at } = await synced(shop);
    const { order_id } = await product.press<{ order_id: string }>('shopify', 'place_order', { shop: shop.shop, amount: '12345' });
    const sale = await eventually('the order', async () => (await salesOf(shop)).find((one) => one.order_id === order_id));
    expect(sale).toMatchObject({ type: 'sale', status: 'success', amount_cents: 12_345n });
    await press('refund_order', { shop: shop.shop, order_id });
    const refund = await eventually('its refund', async () => (await salesOf(shop)).find((one) => one.order_id === order_id && one.type === 'refund'));
    expect(refund.amount_cents).toBe(12_345n);
    expect((await linkOf(shop)).last_synced_at).toEqual(last_synced_at);
  });

  it('is not read for a shop that the merchant has disconnected', async () => {
    const shop = await openShop();
    await synced(shop);
    await product.deps.database.platformAccount.updateMany({ where: { external_id: shop.shop }, data: { disconnected_at: product.deps.clock() } });
    const { order_id } = await product.press<{ order_id: string }>('shopify', 'place_order', { shop: shop.shop, amount: '12345' });
    await eventually('the webhook', () =>
      product.deps.database.webhookInbox.findFirst({ where: { type: 'orders/updated', body: { path: ['shop'], equals: shop.shop } } }),
    );
    await eventually('the job', async () => {
      const jobs = await product.deps.database.$queryRaw<unknown[]>`
        SELECT id FROM pgboss.job WHERE name = 'read-shop-order' AND data ->> 'order_id' = ${order_id} AND state = 'completed'`;
      return jobs.length > 0;
    });
    expect((await salesOf(shop)).filter((one) => one.order_id === order_id)).toEqual([]);
  });
});
