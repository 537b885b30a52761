import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { receiverScope } from '../../server/db/scope.ts';
import { syncPanelStore } from '../../server/services/store/bigcommerce/syncPanelStore.ts';
import { controlPanelCalls, helperOf, newHash } from '../support/controlPanelCalls.ts';
import { eventually } from '../support/eventually.ts';
import { askStore, linkOf, openAtPlatform, openPanelStore, type PanelStore, panelSales, panelSynced } from '../support/panelStores.ts';
import { type TestProduct, testProduct } from '../support/product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await testProduct();
});
afterAll(() => product.stop());

const readAgain = ({ receiverId, hash }: PanelStore) => syncPanelStore(product.deps, receiverScope(receiverId), hash);
const press = (button: string, { hash }: { hash: string }, fields: Record<string, string>) => product.press('bigcommerce', button, { store: hash, ...fields });
const sell = async (store: PanelStore, amount_cents: number, count = 1): Promise<number> =>
  ((await press('sell', store, { amount_cents: String(amount_cents), count: String(count) })) as { order: number }).order;

/** Begins the store's next window at once. */
async function endWindow(store: PanelStore): Promise<void> {
  await press('quota', store, { requests: '150', window_ms: '30000' });
  await product.deps.database.providerBudget.delete({ where: { name: `bigcommerce store ${store.hash}` } });
}

interface WireOrder {
  id: number;
  status_id: number;
  total_inc_tax: string;
}
interface WireRefund {
  order_id: number;
  total_amount: number;
}

/** Reads every order of the store straight from its API, page by page in the order of their numbers. */
async function allOrders(store: PanelStore): Promise<WireOrder[]> {
  const orders: WireOrder[] = [];
  for (let page = 1; ; page += 1) {
    const more = await askStore<WireOrder[]>(product, store, `/v2/orders?limit=250&page=${page}`);
    orders.push(...more);
    if (more.length < 250) return orders;
  }
}
const centsOf = (text: string) => Number(text.replace('.', '').replace(/00$/, ''));

describe('the sales of a BigCommerce store that has the app', () => {
  describe('for a year', () => {
    // Both tests only look.
    let store: PanelStore;
    beforeAll(async () => {
      store = await openPanelStore(product, { profile: 'steady' });
      await panelSynced(product, store);
    });

    it('are read with the installation’s own token, order by order, and stand for the store step: nothing else is connected', async () => {
      const orders = await allOrders(store);
      const sales = (await panelSales(product, store)).filter(({ type }) => type === 'sale');
      const paid = orders.filter(({ status_id }) => status_id !== 0);
      expect(new Map(sales.map(({ order_id, amount_cents }) => [Number(order_id), Number(amount_cents)]))).toEqual(
        new Map(paid.map(({ id, total_inc_tax }) => [id, centsOf(total_inc_tax)])),
      );
      const receiver = await product.deps.database.receiver.findUniqueOrThrow({ where: { id: store.receiverId } });
      expect(receiver.rutter_access_token).toBe('BLANK');
      const { body } = await product.call('/api/receiver', { token: store.token });
      expect(body.completion.find(({ key }: { key: string }) => key === 'accounting_connected').isComplete).toBe(true);
      expect(await product.deps.database.commerceLink.count({ where: { receiver_id: store.receiverId } })).toBe(1);
      const { body: shown } = await product.call(`/api/users/${store.userId}/commerce`, { token: store.token });
      expect(shown).toMatchObject({ connected: true, store_name: 'Juniper & Oak', platform: 'BIG_COMMERCE', sync_state: 'done', needs_update: false });
      await eventually('spending power', async () => (await product.call('/api/receiver', { token: store.token })).body.totalSpendPowerCents > 0);
    });

    it('have their refunds, and what is disputed at the shopper’s bank', async () => {
      const orders = await allOrders(store);
      const returned = orders.filter(({ status_id }) => status_id === 4 || status_id === 14).map(({ id }) => id);
      const { data } = await askStore<{ data: WireRefund[] }>(product, store, `/v3/orders/payment_actions/refunds?limit=250&order_id:in=${returned.join(',')}`);
      const rows = await panelSales(product, store);
      const refunds = rows.filter(({ type }) => type === 'refund');
      expect(data.length).toBeGreaterThan(0);
      expect(new Map(refunds.map(({ order_id, amount_cents }) => [Number(order_id), Number(amount_cents)]))).toEqual(
        new Map(data.map(({ order_id, total_amount }) => [order_id, Math.round(total_amount * 100)])),
      );
      const disputed = orders.filter(({ status_id }) => status_id === 13).map(({ id }) => id);
      expect(rows.filter(({ type }) => type === 'chargeback').map(({ order_id }) => Number(order_id))).toEqual(disputed);
    });
  });

  it('follow what changes: a new order, then its refund, each stored once however often it is read', async () => {
    const store = await openPanelStore(product);
    await panelSynced(product, store);
    const before = await panelSales(product, store);
    const order = await sell(store, 250_00);
    await readAgain(store);
    await press('refund', store, { order: String(order), amount_cents: '5000' });
    await readAgain(store);
    await readAgain(store);
    const after = await panelSales(product, store);
    const added = after.filter(({ order_id }) => order_id === String(order));
    expect(added.map(({ type, status, amount_cents }) => [type, status, Number(amount_cents)]).sort()).toEqual([
      ['refund', 'success', 5_000],
      ['sale', 'success', 25_000],
    ]);
    expect(after).toHaveLength(before.length + 2);
  });

  it('are read to the end though the quota is used up again and again, and more orders than a page holds changed in one second', async () => {
    const hash = newHash();
    await openAtPlatform(product, hash, 'steady');
    await press('sell', { hash }, { amount_cents: '1000', count: '600' });
    await press('quota', { hash }, { requests: '8', window_ms: '300' });
    const store = await openPanelStore(product, { hash });
    await panelSynced(product, store);
    await press('quota', store, { requests: '450', window_ms: '30000' });
    const paid = (await allOrders(store)).filter(({ status_id }) => status_id !== 0);
    expect(paid.length).toBeGreaterThan(600);
    const rows = await panelSales(product, store);
    expect(new Set(rows.filter(({ type }) => type === 'sale').map(({ order_id }) => Number(order_id)))).toEqual(new Set(paid.map(({ id }) => id)));
  });

  it('wait for the next quota where other apps have used it, say why, and lose nothing that was read', async () => {
    const store = await openPanelStore(product);
    await panelSynced(product, store);
    const count = (await panelSales(product, store)).length;
    await press('quota', store, { requests: '150', window_ms: '600000' });
    await press('other_apps', store, { requests: '150' });
    await readAgain(store);
    expect(await linkOf(product, store)).toMatchObject({ last_error: 'throttled', is_disabled: false });
    expect(await panelSales(product, store)).toHaveLength(count);
    await endWindow(store);
    await readAgain(store);
    expect(await linkOf(product, store)).toMatchObject({ last_error: null, sync_state: 'done' });
  });

  it('leave requests to the store’s other apps', async () => {
    const store = await openPanelStore(product);
    await panelSynced(product, store);
    await sell(store, 12_345_67, 600);
    await press('quota', store, { requests: '10', window_ms: '600000' });
    await press('other_apps', store, { requests: '6' });
    await readAgain(store);
    // One request for the store, two for the first page: that leaves one of ten, and the next page waits.
    const link = await linkOf(product, store);
    expect([link?.sync_state, link?.last_error, typeof link?.sync_cursor]).toEqual(['running', null, 'string']);
    await endWindow(store);
    await readAgain(store);
    expect((await panelSales(product, store)).filter(({ amount_cents }) => amount_cents === 1_234_567n)).toHaveLength(600);
  });

  it('are not read without the scope for orders, and the step is not done', async () => {
    const store = await openPanelStore(product, { query: '&scope=store_v2_information_read_only' });
    await eventually('the scopes are known', async () => (await linkOf(product, store))?.is_disabled === true);
    expect(await panelSales(product, store)).toEqual([]);
    const { body } = await product.call('/api/receiver', { token: store.token });
    expect(body.completion.find(({ key }: { key: string }) => key === 'accounting_connected').isComplete).toBe(false);
    // With the scopes, by another installation, they are.
    await controlPanelCalls(product).install(store.hash);
    await panelSynced(product, store);
    expect((await panelSales(product, store)).length).toBeGreaterThan(0);
  });

  it('end where the store has ended the access, which is said, and go on with a new installation', async () => {
    const store = await openPanelStore(product);
    await panelSynced(product, store);
    const count = (await panelSales(product, store)).length;
    // The store’s own side forgets our token: an authorized user has uninstalled the app.
    await press('add_user', store, { email: helperOf(store.hash).email });
    expect(await press('uninstall', store, { email: helperOf(store.hash).email })).toEqual({ status: 403 });
    await eventually('the store’s answer', async () => (await linkOf(product, store))?.last_error === 'access_ended');
    expect(await linkOf(product, store)).toMatchObject({ is_disabled: true, sync_state: 'failed' });
    const { body } = await product.call(`/api/users/${store.userId}/commerce`, { token: store.token });
    expect(body).toMatchObject({ needs_update: true, error: 'access_ended' });
    expect(await panelSales(product, store)).toHaveLength(count);
    await controlPanelCalls(product).install(store.hash);
    await eventually('the store is read again', async () => (await linkOf(product, store))?.last_error === null);
    expect(await linkOf(product, store)).toMatchObject({ is_disabled: false, sync_state: 'done' });
    // The owner uninstalls it: the same is said at once, and the sales stay as they were.
    expect(await press('uninstall', store, {})).toEqual({ status: 204 });
    await eventually('the end of the access', async () => (await linkOf(product, store))?.last_error === 'access_ended');
    expect(await panelSales(product, store)).toHaveLength(count);
  });

  it('stay stored while the platform does not answer, and the failure is named', async () => {
    const store = await openPanelStore(product);
    await panelSynced(product, store);
    await fetch(`${product.sandboxUrl}/control/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ stand_in: 'bigcommerce', kind: 'error_500', path: `/bigcommerce/api/stores/${store.hash}/v2/orders`, remaining: 2 }),
    });
    await expect(readAgain(store)).rejects.toMatchObject({ name: 'Unavailable' });
    expect(await linkOf(product, store)).toMatchObject({ last_error: 'unreachable', sync_state: 'failed' });
    await readAgain(store);
    expect(await linkOf(product, store)).toMatchObject({ last_error: null, sync_state: 'done' });
  });
});

describe('a merchant of a BigCommerce store', () => {
  const ask = ({ userId, token }: PanelStore, what: 'disconnect' | 'reconnect') =>
    product.call(`/api/users/${userId}/shop/${what}`, { method: 'POST', token, body: {}, headers: { 'idempotency-key': randomUUID() } });
  const connection = async ({ userId, token }: PanelStore) => (await product.call(`/api/users/${userId}/shop`, { token })).body;

  it('disconnects it in Settings, which deletes its sales, and connects it again, which reads them at once', async () => {
    const store = await openPanelStore(product);
    await panelSynced(product, store);
    const count = (await panelSales(product, store)).length;
    expect(await connection(store)).toMatchObject({ store: 'Little Kiln Studio', platform: 'BIG_COMMERCE', is_connected: true });
    expect((await ask(store, 'disconnect')).body).toMatchObject({ is_connected: false, disconnected_at: expect.any(String) });
    expect(await panelSales(product, store)).toEqual([]);
    await readAgain(store);
    expect(await panelSales(product, store)).toEqual([]);
    expect((await ask(store, 'reconnect')).body).toMatchObject({ is_connected: true });
    await panelSynced(product, store);
    expect(await panelSales(product, store)).toHaveLength(count);
  });

  it('who has a store by the link window keeps that one: the same sales are never counted twice', async () => {
    const store = await openPanelStore(product);
    await panelSynced(product, store);
    await product.deps.database.receiver.update({ where: { id: store.receiverId }, data: { rutter_access_token: 'h_0123456789abcdef0123456789' } });
    await readAgain(store);
    expect([await panelSales(product, store), await linkOf(product, store)]).toEqual([[], null]);
  });
});
