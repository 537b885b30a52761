import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { receiverScope } from '../../server/db/scope.ts';
import { shopify, upsertAppStore } from '../../server/services/store/appStore.ts';
import { syncShop } from '../../server/services/store/shopify/syncShop.ts';
import { inboxOf } from '../support/correspondent.ts';
import { eventually } from '../support/eventually.ts';
import { handInShop, shopToken } from '../support/handIn.ts';
import { merchantOf } from '../support/merchant.ts';
import { type TestProduct, testProduct } from '../support/product.ts';
import { grant, openShop as openShopOf, salesOf as salesOfShop, synced as shopSynced, type TestShop, tellOfShop, uninstallation } from '../support/shops.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await testProduct();
});
afterAll(() => product.stop());

const openShop = (handle?: string, scopes?: string) => openShopOf(product, handle, scopes);
const syncAgain = ({ receiverId, shop }: TestShop) => syncShop(product.deps, receiverScope(receiverId), shop);
const synced = (shop: TestShop) => shopSynced(product, shop);
const salesOf = (shop: TestShop) => salesOfShop(product, shop);
const tell = (topic: string, shop: string, content: object, options?: Parameters<typeof tellOfShop>[4]) => tellOfShop(product, topic, shop, content, options);

/** Waits until so many statements wait for what another transaction holds. */
const untilWaiting = (count: number) =>
  eventually(`${count} waiting`, async () => {
    const rows = await product.deps.database.$queryRaw<unknown[]>`
      SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    return rows.length >= count;
  });

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

describe('the sales of a shop that has the app', () => {
  it('are read with the access that it gave, count as receivables, and stand for the store connection', async () => {
    const shop = await openShop();
    await synced(shop);
    const sales = await salesOf(shop);
    expect(new Set(sales.map(({ type }) => type))).toContain('sale');
    expect(new Set(sales.map(({ type }) => type))).toContain('payout');
    const receiver = await product.deps.database.receiver.findUniqueOrThrow({ where: { id: shop.receiverId } });
    expect(receiver.rutter_access_token).toBe('BLANK');
    const { body } = await product.call('/api/receiver', { token: shop.token });
    expect(body.completion.find(({ key }: { key: string }) => key === 'accounting_connected').isComplete).toBe(true);

    await syncAgain(shop);
    expect(await salesOf(shop)).toHaveLength(sales.length);
    const isPositive = await eventually('spending power', async () => {
      const { body: after } = await product.call('/api/receiver', { token: shop.token });
      return after.totalSpendPowerCents > 0;
    });
    expect(isPositive).toBe(true);
  });

  it('name the shop as the connected store, which is all read then', async () => {
    const shop = await openShop();
    await synced(shop);
    const { token } = (await product.call('/api/receiver', { token: shop.token })).body;
    const { body } = await product.call(`/api/users/${token}/commerce`, { token: shop.token });
    const [link] = await product.deps.database.commerceLink.findMany({ where: { receiver_id: shop.receiverId } });
    expect(body).toMatchObject({ connected: true, store_name: link?.store_name, platform: 'SHOPIFY', sync_state: 'done', needs_update: false });
    expect(body.store_name).not.toBeNull();
    expect(body.synced_count).toBe((await salesOf(shop)).length);
  });

  it('are read with renewed access when the old one has ended', async () => {
    const shop = await openShop();
    await synced(shop);
    await product.deps.database.shopifySession.update({ where: { id: `offline_${shop.shop}` }, data: { expires: new Date(Date.now() - 60_000) } });
    await product.deps.database.storeTransaction.deleteMany({ where: { receiver_id: shop.receiverId } });
    await product.deps.database.commerceLink.updateMany({ where: { receiver_id: shop.receiverId }, data: { synced_until: null } });
    await syncAgain(shop);
    expect((await salesOf(shop)).length).toBeGreaterThan(0);
    const session = await product.deps.database.shopifySession.findUniqueOrThrow({ where: { id: `offline_${shop.shop}` } });
    expect(session.expires?.getTime()).toBeGreaterThan(Date.now());
  });

  it('are read with access that is renewed again after an hour, also where the platform does not say when it ends', async () => {
    const shop = await openShop();
    await synced(shop);
    await product.press('shopify', 'hide_expiry', { shop: shop.shop });
    const where = { id: `offline_${shop.shop}` };
    const renewed = async () => {
      await product.deps.database.shopifySession.update({ where, data: { expires: new Date(Date.now() - 60_000) } });
      await syncShop(product.deps, receiverScope(shop.receiverId), shop.shop);
      return product.deps.database.shopifySession.findUniqueOrThrow({ where });
    };
    const [first, second] = [await renewed(), await renewed()];
    const hourMs = 3_600_000;
    for (const { expires } of [first, second]) expect(Math.abs((expires?.getTime() ?? 0) - Date.now() - hourMs)).toBeLessThan(60_000);
    expect(second.refreshToken).not.toBe(first.refreshToken);
    // So has access that opening the app gives.
    await grant(product, shop.shop);
    expect((await product.deps.database.shopifySession.findUniqueOrThrow({ where })).expires).not.toBeNull();
  });

  it('are read again after the shop has refused our token, which is forgotten and renewed', async () => {
    const shop = await openShop();
    await synced(shop);
    await product.press('shopify', 'end_tokens', { shop: shop.shop });
    const read = () => syncShop(product.deps, receiverScope(shop.receiverId), shop.shop);
    const where = { receiver_id: shop.receiverId, source: 'shopify' };
    await read();
    expect(await product.deps.database.commerceLink.findFirst({ where })).toMatchObject({ sync_state: 'failed', last_error: 'access_ended' });
    expect((await product.deps.database.shopifySession.findUniqueOrThrow({ where: { id: `offline_${shop.shop}` } })).accessToken).toBe('');
    await read();
    expect(await product.deps.database.commerceLink.findFirst({ where })).toMatchObject({ sync_state: 'done', last_error: null });
  });

  it('are not read without the scope for orders, and payouts not without theirs', async () => {
    const blind = await openShop(undefined, 'read_products');
    await eventually('the scopes are known', () =>
      product.deps.database.commerceLink.findFirst({ where: { receiver_id: blind.receiverId, is_disabled: true } }),
    );
    expect(await salesOf(blind)).toEqual([]);
    const { body } = await product.call('/api/receiver', { token: blind.token });
    expect(body.completion.find(({ key }: { key: string }) => key === 'accounting_connected').isComplete).toBe(false);
    const ordersOnly = await openShop(undefined, 'read_orders');
    await synced(ordersOnly);
    expect((await salesOf(ordersOnly)).some(({ type }) => type === 'payout')).toBe(false);
  });

  describe('beside what is connected by the link window', () => {
    const limitOf = async ({ token }: TestShop): Promise<number> => (await product.call('/api/receiver', { token })).body.totalSpendPowerCents;

    /** Connects by the window as the settings do. */
    async function connect(shop: TestShop, fields: { platform: string; address?: string }): Promise<void> {
      const { public_token, connection_id } = await product.press<{ public_token: string; connection_id: string }>('rutter', 'connect', {
        profile: 'steady',
        seed: 'fixed',
        ...fields,
      });
      const receiver = await product.deps.database.receiver.findUniqueOrThrow({ where: { id: shop.receiverId } });
      const merchant = merchantOf(product, { token: shop.token, host: 'headway.localhost', receiver });
      await merchant.walkTo('ACCOUNTING_CONNECTION');
      await merchant.done(merchant.postStore(public_token));
      await product.press('rutter', 'finish_reading', { connection: connection_id });
    }

    it('give way to the same shop, so that no sale counts twice', async () => {
      const shop = await openShop();
      await synced(shop);
      await connect(shop, { platform: 'SHOPIFY', address: shop.shop.replace('.myshopify.com', '') });
      await eventually('no sales of the app', async () => (await salesOf(shop)).length === 0);
      await eventually('its sales', () => product.deps.database.storeTransaction.findFirst({ where: { receiver_id: shop.receiverId, source: 'rutter' } }));
      await syncAgain(shop);
      expect(await salesOf(shop)).toEqual([]);
    });

    it('stay beside books, which bring no sales', async () => {
      const shop = await openShop();
      await synced(shop);
      const { length } = await salesOf(shop);
      await connect(shop, { platform: 'QUICKBOOKS' });
      await syncAgain(shop);
      expect(await salesOf(shop)).toHaveLength(length);
    });

    it('count together with those of another shop, which raises the limit', async () => {
      const shop = await openShop();
      await synced(shop);
      const before = await eventually('the limit', async () => (await limitOf(shop)) || null);
      await connect(shop, { platform: 'SHOPIFY', address: randomUUID() });
      await syncAgain(shop);
      expect((await salesOf(shop)).length).toBeGreaterThan(0);
      await eventually('a higher limit', async () => (await limitOf(shop)) > before);
    });
  });
});

describe('what the platform tells about a shop', () => {
  it('is refused and not stored when it is signed with another secret, or not at all', async () => {
    const shop = await openShop();
    const eventId = randomUUID();
    const forged = { eventId, secret: 'another-secret-0123456789' };
    expect((await tell('app/uninstalled', shop.shop, uninstallation(shop.shop), forged)).status).toBe(401);
    const unsigned = { eventId, withoutHeaders: ['x-shopify-hmac-sha256'] };
    expect((await tell('app/uninstalled', shop.shop, uninstallation(shop.shop), unsigned)).status).toBe(401);
    expect(await product.deps.database.webhookInbox.count({ where: { event_id: eventId } })).toBe(0);
    expect((await product.call('/api/receiver', { token: shop.token })).status).toBe(200);
  });

  it.each([
    ['of another topic than its header says', 'shop/redact', uninstallation('a.myshopify.com')],
    ['of a topic that nobody asked for', 'fulfillment_holds/released', { fulfillment_order: { id: 1 } }],
    ['a list instead of an object', 'orders/updated', []],
    ['about a customer, under the topic of a whole shop', 'shop/redact', { shop_id: 1, shop_domain: 'a.myshopify.com', customer: null, orders_to_redact: [] }],
  ])('is stored, has no effect and is answered with success when it is signed but not understood: %s', async (_what, topic, content) => {
    const shop = await openShop();
    const eventId = randomUUID();
    expect((await tell(topic, shop.shop, content, { eventId })).status).toBe(200);
    const stored = await product.deps.database.webhookInbox.findMany({ where: { event_id: eventId } });
    expect(stored).toMatchObject([{ provider: 'shopify', type: topic, body: { about: 'other', version: 1 }, handled_at: expect.any(Date) }]);
    expect((await product.call('/api/receiver', { token: shop.token })).status).toBe(200);
  });

  it('is known again by either of the platform’s ids, and by its body when it has neither', async () => {
    const shop = await openShop();
    const stored = () => product.deps.database.webhookInbox.findMany({ where: { type: 'orders/updated', body: { path: ['shop'], equals: shop.shop } } });
    const order = { id: 7, admin_graphql_api_id: 'gid://shopify/Order/7' };
    const webhookId = randomUUID();
    const byWebhookId = { headers: { 'x-shopify-webhook-id': webhookId }, withoutHeaders: ['x-shopify-event-id'] };
    for (let time = 0; time < 2; time += 1) expect((await tell('orders/updated', shop.shop, order, byWebhookId)).status).toBe(200);
    expect((await stored()).map(({ event_id }) => event_id)).toEqual([webhookId]);
    const byBody = { withoutHeaders: ['x-shopify-event-id'] };
    for (let time = 0; time < 2; time += 1) expect((await tell('orders/updated', shop.shop, { ...order, note: shop.shop }, byBody)).status).toBe(200);
    expect(await stored()).toHaveLength(2);
  });

  it('is understood with fields that the platform has added, with nulls in it, and without the headers that are optional', async () => {
    const shop = await openShop();
    await synced(shop);
    for (const oddity of ['added_fields', 'nulls', 'no_event_id', 'no_ids']) {
      await product.deps.database.webhookInbox.deleteMany({ where: { type: 'orders/updated' } });
      await product.press('shopify', 'odd_event', { shop: shop.shop, oddity });
      const stored = await eventually(`the event with ${oddity}`, () => product.deps.database.webhookInbox.findFirst({ where: { type: 'orders/updated' } }));
      expect(stored.body).toEqual({ about: 'shop', shop: shop.shop, version: 1 });
    }
  });

  it('forgets the orders of a customer that the platform no longer names', async () => {
    const shop = await openShop();
    const eventId = randomUUID();
    const content = { shop_id: 1, shop_domain: shop.shop, customer: null, orders_to_redact: null, added: { later: true } };
    expect((await tell('customers/redact', shop.shop, content, { eventId })).status).toBe(200);
    const request = await eventually('its answer', () =>
      product.deps.database.privacyRequest.findFirst({ where: { event_id: eventId, done_at: { not: null } } }),
    );
    expect(request.topic).toBe('customers/redact');
  });

  it('ends access at once when the app is uninstalled, whatever shop the header names, and installing it again resumes', async () => {
    const shop = await openShop();
    const other = await openShop();
    expect((await tell('app/uninstalled', other.shop, uninstallation(shop.shop))).status).toBe(200);
    expect((await product.call('/api/receiver', { token: shop.token })).status).toBe(401);
    expect((await handInShop(product, shop.shop, shopToken(product, shop.shop))).status).toBe(401);
    expect(await product.deps.database.shopifySession.count({ where: { shop: shop.shop } })).toBe(0);
    expect((await product.call('/api/receiver', { token: other.token })).status).toBe(200);

    const again = await openShop(shop.shop.replace('.myshopify.com', ''));
    expect(again.userId).toBe(shop.userId);
    expect((await product.call('/api/receiver', { token: again.token })).status).toBe(200);
  });

  it('says that the app is gone from the uninstallation on, and no more from the moment it is installed again', async () => {
    const shop = await openShop();
    await synced(shop);
    await tell('app/uninstalled', shop.shop, uninstallation(shop.shop));
    const where = { receiver_id: shop.receiverId, source: 'shopify' };
    expect(await product.deps.database.commerceLink.findFirst({ where })).toMatchObject({ is_disabled: true, last_error: 'app_removed' });
    // Nothing is read, so that only the installation itself can have taken the words back.
    await product.press('shopify', 'rate_limit', { shop: shop.shop, bucket_points: '0', points_per_second: '0' });
    await grant(product, shop.shop);
    expect(await product.deps.database.commerceLink.findFirst({ where })).toMatchObject({ is_disabled: false, last_error: null });
  });

  it('counts once however often it is told: an uninstallation that is delivered again does not end a new installation', async () => {
    const shop = await openShop();
    const eventId = randomUUID();
    await tell('app/uninstalled', shop.shop, uninstallation(shop.shop), { eventId });
    const again = await openShop(shop.shop.replace('.myshopify.com', ''));
    expect((await tell('app/uninstalled', shop.shop, uninstallation(shop.shop), { eventId })).status).toBe(200);
    expect((await product.call('/api/receiver', { token: again.token })).status).toBe(200);
  });

  it('ends nothing and tells nobody when it was made before the app was installed again, however late it arrives', async () => {
    const shop = await openShop();
    await synced(shop);
    const told = (at: Date) => tell('app/uninstalled', shop.shop, uninstallation(shop.shop), { headers: { 'x-shopify-triggered-at': at.toISOString() } });
    const letters = async () => {
      const [row] = await product.deps.database.$queryRaw<[{ letters: bigint }]>`
        SELECT count(*) AS letters FROM pgboss.job WHERE name = 'send-letter' AND data ->> 'receiver_id' = ${shop.receiverId} AND data ->> 'kind' = 'app_uninstalled'`;
      return Number(row.letters);
    };
    const state = async () => [
      await product.deps.database.shopifySession.count({ where: { shop: shop.shop } }),
      await product.deps.database.platformAccount.count({ where: { receiver_id: shop.receiverId, uninstalled_at: null } }),
      await product.deps.database.commerceLink.count({ where: { receiver_id: shop.receiverId, is_disabled: false } }),
      (await product.call('/api/receiver', { token: shop.token })).status,
      await letters(),
    ];
    expect((await told(new Date(Date.now() - 120_000))).status).toBe(200);
    expect(await state()).toEqual([1, 1, 1, 200, 0]);
    expect((await told(new Date(Date.now() + 1_000))).status).toBe(200);
    expect(await state()).toEqual([0, 0, 0, 401, 1]);
  });

  it.each(['before', 'while'])('that comes %s a reading stores what it read is not undone by it', async (when) => {
    const shop = await openShop();
    await synced(shop);
    const { database } = product.deps;
    const store = { of: shopify, id: shop.shop, domain: shop.shop, name: 'Corner Bakery', isDisabled: false };
    const stored = () => upsertAppStore(product.deps, receiverScope(shop.receiverId), store);
    const uninstalled = () => tell('app/uninstalled', shop.shop, uninstallation(shop.shop));
    if (when === 'before') {
      expect((await uninstalled()).status).toBe(200);
      expect(await stored()).toBeNull();
    } else {
      const both = await database.$transaction(async (holder) => {
        await holder.$executeRaw`SELECT 1 FROM commerce_link WHERE receiver_id = ${shop.receiverId}::uuid FOR UPDATE`;
        const told = uninstalled();
        await untilWaiting(1);
        const read = stored();
        await untilWaiting(2);
        return { told, read };
      });
      expect((await both.told).status).toBe(200);
      expect(await both.read).toBeNull();
    }
    expect(await database.commerceLink.count({ where: { receiver_id: shop.receiverId, is_disabled: false } })).toBe(0);
  });

  it('is not believed about the time: one that is said to be late has the shop read, which finds the access ended', async () => {
    const shop = await openShop();
    await synced(shop);
    await product.press('shopify', 'end_tokens', { shop: shop.shop });
    await tell('app/uninstalled', shop.shop, uninstallation(shop.shop), { headers: { 'x-shopify-triggered-at': '2020-01-01T00:00:00Z' } });
    await eventually('the refusal', () =>
      product.deps.database.commerceLink.findFirst({ where: { receiver_id: shop.receiverId, source: 'shopify', last_error: 'access_ended' } }),
    );
  });

  it('takes scopes from what the shop allows now, and stops reading sales that it does not', async () => {
    const shop = await openShop();
    await synced(shop);
    await product.press('shopify', 'change_scopes', { shop: shop.shop, scopes: 'read_products' });
    await eventually('the narrower scopes', () =>
      product.deps.database.commerceLink.findFirst({ where: { receiver_id: shop.receiverId, source: 'shopify', is_disabled: true } }),
    );
    const session = await product.deps.database.shopifySession.findUniqueOrThrow({ where: { id: `offline_${shop.shop}` } });
    expect(session.scope).toBe('read_products');
  });
});

describe('a privacy request', () => {
  const requestOf = (eventId: string) =>
    eventually('its answer', () => product.deps.database.privacyRequest.findFirst({ where: { event_id: eventId, done_at: { not: null } } }));
  const customer = { id: 191_167, email: 'ada@example.com', phone: '+12025550117' };

  /** Asks for what is held of a customer, and waits for the answer to be delivered. */
  async function askForData({ shop }: TestShop, orders: readonly number[]) {
    const eventId = randomUUID();
    const content = { shop_id: 1, shop_domain: shop, orders_requested: orders, customer, data_request: { id: 9 } };
    expect((await tell('customers/data_request', shop, content, { eventId })).status).toBe(200);
    return requestOf(eventId);
  }

  it('for a customer’s data mails the payments of their orders to the shop’s owner, and keeps neither name nor address of theirs', async () => {
    const shop = await openShop();
    await synced(shop);
    const owner = `${randomUUID()}@example.com`;
    await product.deps.database.receiver.update({ where: { id: shop.receiverId }, data: { contact_email: owner } });
    const order = (await salesOf(shop)).find(({ type }) => type === 'sale')?.order_id ?? '';
    const request = await askForData(shop, [Number(order)]);
    const payments = (await salesOf(shop)).filter(({ order_id }) => order_id === order);
    expect(request.body).toEqual({ version: 1, customer_id: '191167', order_ids: [order], payments: payments.length, delivered_to: owner });
    expect(JSON.stringify(request)).not.toMatch(/ada@example|2025550117/);
    const [mail, ...others] = await inboxOf(product, owner);
    expect(others).toEqual([]);
    expect(mail?.subject).toBe(`What we hold of a customer of ${shop.shop}`);
    for (const { type, amount_cents } of payments) {
      const amount = dollars.format(Number(amount_cents) / 100);
      expect(mail?.text).toContain(`Order ${order}: ${type} of ${amount}, `);
    }
    expect(mail?.text).not.toMatch(/ada@example|2025550117/);
  });

  it.each<[string, (shop: TestShop) => Promise<unknown>]>([
    [
      'has no address that is read',
      ({ receiverId, shop }) =>
        product.deps.database.receiver.update({ where: { id: receiverId }, data: { email: `${shop}@shopify.headway.localhost`, contact_email: null } }),
    ],
    [
      'has an address that the mail server refuses',
      async ({ receiverId }) => {
        await product.deps.database.receiver.update({ where: { id: receiverId }, data: { contact_email: `${randomUUID()}@example.com` } });
        await product.press('mail', 'refuse', { code: '550', times: 1 });
      },
    ],
  ])('for a customer’s data goes by way of our privacy mailbox when the shop’s owner %s', async (_what, prepare) => {
    const shop = await openShop();
    await synced(shop);
    await prepare(shop);
    const { body } = await askForData(shop, [299_938]);
    expect(body).toMatchObject({ payments: 0, delivered_to: product.config.mail.privacyMailbox });
    const mail = (await inboxOf(product, product.config.mail.privacyMailbox)).find(({ subject }) => subject.includes(shop.shop));
    expect(mail?.text).toContain('We hold nothing of this customer.');
  });

  it('to forget a customer cuts their orders from what was sold, and the sums stay', async () => {
    const shop = await openShop();
    await synced(shop);
    const before = await salesOf(shop);
    const order = before.find(({ type }) => type === 'sale')?.order_id ?? '';
    const eventId = randomUUID();
    await tell('customers/redact', shop.shop, { shop_id: 1, shop_domain: shop.shop, customer, orders_to_redact: [Number(order)] }, { eventId });
    await requestOf(eventId);
    const after = await salesOf(shop);
    expect(after.filter(({ order_id }) => order_id === order)).toEqual([]);
    expect(after).toHaveLength(before.length);
  });

  it('to forget a shop erases its sales and its access once it has gone, and nothing of one that has come back', async () => {
    const [gone, back] = [await openShop(), await openShop()];
    await synced(gone);
    await synced(back);
    await tell('app/uninstalled', gone.shop, uninstallation(gone.shop));
    const events = [randomUUID(), randomUUID()] as const;
    await tell('shop/redact', gone.shop, { shop_id: 1, shop_domain: gone.shop }, { eventId: events[0] });
    await tell('shop/redact', back.shop, { shop_id: 1, shop_domain: back.shop }, { eventId: events[1] });
    await requestOf(events[0]);
    await requestOf(events[1]);
    expect(await salesOf(gone)).toEqual([]);
    expect((await salesOf(back)).length).toBeGreaterThan(0);
  });
});
