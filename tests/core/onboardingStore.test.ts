import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { receiverScope } from '../../server/db/scope.ts';
import { syncStaleStores } from '../../server/services/store/syncStaleStores.ts';
import { syncStore } from '../../server/services/store/syncStore.ts';
import { eventually } from '../support/eventually.ts';
import { newRun } from '../support/jobRun.ts';
import { type Merchant, merchantAt } from '../support/merchant.ts';
import { productWithMerchants, type TestProduct } from '../support/product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await productWithMerchants('BANK_LINK');
});
afterAll(() => product.stop());
beforeEach(() => product.press('rutter', 'reading_delay', { milliseconds: 0 }));

/** At the store's screen without a bank, which these tests ask nothing of. */
async function atStore(): Promise<Merchant> {
  const merchant = await merchantAt(product, 'BANK_LINK');
  await product.deps.database.receiver.update({ where: { id: merchant.id }, data: { plaid_access_token: 'BLANK', plaid_item_id: 'BLANK' } });
  return merchant;
}

const links = ({ id }: Merchant) => product.deps.database.commerceLink.findMany({ where: { receiver_id: id }, orderBy: { id: 'asc' } });
const sales = ({ id }: Merchant) =>
  product.deps.database.storeTransaction.findMany({ where: { receiver_id: id }, orderBy: [{ created_at: 'asc' }, { external_id: 'asc' }] });
const store = (merchant: Merchant) => merchant.done(merchant.send('commerce'));
const synced = (merchant: Merchant) =>
  eventually('the sync', async () => {
    const answer = await store(merchant);
    return answer.sync_state === 'done' && answer;
  });

/** Waits until no sync is under way or about to be: a store’s webhook leads to more than one. */
const quiet = () =>
  eventually('rest', async () => {
    const [row] = await product.deps.database.$queryRaw<{ open: bigint }[]>`
      SELECT (SELECT count(*) FROM pgboss.job WHERE name IN ('sync-store', 'handle-webhook') AND state < 'completed')
        + (SELECT count(*) FROM sandbox.webhook WHERE finished_at IS NULL) AS open`;
    return row?.open === 0n;
  });

/** A merchant whose store is read, with nothing of it under way; its link, and where that is stored. */
async function atReadStore() {
  const merchant = await atStore();
  await merchant.connectStore();
  const first = await synced(merchant);
  await quiet();
  const [link] = await links(merchant);
  if (!link) throw new Error('no link');
  return { merchant, first, link, where: { receiver_id_id: { receiver_id: merchant.id, id: link.id } } };
}

describe('connecting', () => {
  it('keeps the token encrypted behind a handle', async () => {
    const merchant = await atStore();
    const answer = await merchant.done(merchant.postStore(await merchant.pickStore()));
    const [link] = await links(merchant);
    expect(answer.rutter_access_token).toMatch(/^h_[\w-]{20,}$/);
    expect(link).toMatchObject({ handle: answer.rutter_access_token, source: 'rutter', platform: 'SHOPIFY', unlinked_at: null });
    expect(link?.access_token).toMatch(/^\w+:[\w+/=]+$/);
    await synced(merchant);
  });

  it('with one public token makes one connection, however often and at once it is sent', async () => {
    const merchant = await atStore();
    const token = await merchant.pickStore();
    const answers = await Promise.all([1, 2, 3].map(() => merchant.postStore(token)));
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
    await merchant.done(merchant.postStore(token));
    expect(await links(merchant)).toHaveLength(1);
    await synced(merchant);
  });

  it.each([
    ['a token that is none', { public_token: 'public-none' }, 422, 'provider_refused'],
    ['more than is asked', { public_token: 'x', access_token: 'mine' }, 400, 'invalid_request'],
  ])('with %s keeps nothing', async (_, body, status, code) => {
    const merchant = await atStore();
    const answer = await merchant.post('commerce', body);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(await links(merchant)).toEqual([]);
    expect((await merchant.stored()).rutter_access_token).toBeNull();
  });

  it('another store takes the place of the first: its sales go, and its access is given up', async () => {
    const merchant = await atStore();
    await merchant.connectStore('steady');
    await synced(merchant);
    const first = await sales(merchant);
    const { public_token } = await product.press<{ public_token: string }>('rutter', 'connect', { platform: 'SHOPIFY', profile: 'new', seed: 'another' });
    await merchant.done(merchant.postStore(public_token));
    await eventually('the removal of the first', async () => (await links(merchant))[0]?.removed_at);
    await synced(merchant);
    const second = await sales(merchant);
    const known = new Set(first.map(({ external_id }) => external_id));
    expect(second.length).toBeGreaterThan(0);
    expect(second.filter(({ external_id }) => known.has(external_id))).toEqual([]);
    const [old, current] = await links(merchant);
    expect(old?.access_token).toBeNull();
    expect((await merchant.stored()).rutter_access_token).toBe(current?.handle);
  });

  it('an accounting system is taken as well', async () => {
    const merchant = await atStore();
    await merchant.done(merchant.postStore(await merchant.pickStore('steady', 'QUICKBOOKS')));
    expect(await synced(merchant)).toMatchObject({ platform: 'QUICKBOOKS', connected: true });
  });
});

describe('disconnecting', () => {
  const disconnect = (merchant: Merchant, key?: string) => merchant.post('commerce/disconnect', {}, key);

  it('gives the access up, deletes the sales, and lets spending power be worked out without them', async () => {
    const merchant = await atStore();
    await merchant.connectStore('steady');
    await synced(merchant);
    await quiet();
    await product.deps.database.receiver.update({ where: { id: merchant.id }, data: { card_request: 'virtual', initial_spend_limit: 12_300n } });
    const answer = await merchant.done(disconnect(merchant));
    expect(answer.rutter_access_token).toBe('BLANK');
    expect(await sales(merchant)).toEqual([]);
    await eventually('the removal', async () => (await links(merchant))[0]?.removed_at);
    expect((await links(merchant))[0]).toMatchObject({ access_token: null, unlinked_at: expect.any(Date) });
    await eventually('the limit without the store', async () => (await merchant.shown()).totalSpendPowerCents === 12_300);
    expect(await merchant.timeline()).toContain('store_disconnected');
  });

  it('may be repeated, and another store can be connected after it', async () => {
    const merchant = await atStore();
    await merchant.connectStore('steady');
    await product.deps.database.receiver.update({ where: { id: merchant.id }, data: { card_request: 'virtual' } });
    const answers = await Promise.all([1, 2, 3].map(() => disconnect(merchant)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await merchant.timeline()).filter((kind) => kind === 'store_disconnected')).toHaveLength(1);
    await merchant.connectStore('new');
    await synced(merchant);
    expect((await merchant.stored()).rutter_access_token).toMatch(/^h_/);
  });

  it('leads a merchant who has no card yet back to the step of the store', async () => {
    const merchant = await atStore();
    await merchant.connectStore('steady');
    expect((await merchant.done(disconnect(merchant))).rutter_access_token).toBeNull();
    expect(await merchant.step()).toBe('ACCOUNTING_CONNECTION');
  });

  it('keeps what staff left out', async () => {
    const merchant = await atStore();
    await product.deps.database.receiver.update({ where: { id: merchant.id }, data: { rutter_access_token: 'BLANK' } });
    expect((await merchant.done(disconnect(merchant))).rutter_access_token).toBe('BLANK');
    expect(await merchant.timeline()).not.toContain('store_disconnected');
  });
});

describe('the first sync', () => {
  it('waits for a store that the provider has not read yet, and goes on at the webhook', async () => {
    await product.press('rutter', 'reading_delay', { milliseconds: 600_000 });
    const merchant = await atStore();
    await merchant.connectStore();
    const [link] = await links(merchant);
    await eventually('the wait', async () => {
      const [row] = await product.deps.database.$queryRaw<{ waiting: bigint }[]>`
        SELECT count(*) AS waiting FROM pgboss.job WHERE name = 'sync-store' AND state = 'created' AND singleton_key = ${`${link?.id}:later`}`;
      return row?.waiting === 1n;
    });
    expect(await store(merchant)).toMatchObject({ connected: true, synced_count: 0, expected_count: null, last_synced_at: null });
    await product.press('rutter', 'finish_reading', { connection: link?.connection_id });
    expect((await synced(merchant)).synced_count).toBeGreaterThan(200);
  });

  it('comes to the same when it is cut off in the middle and when it runs twice', async () => {
    const { merchant, link, where } = await atReadStore();
    const readAt = product.deps.clock();
    const whole = await sales(merchant);
    // Also sales of the time that the test takes may come in.
    const olderSales = async () => (await sales(merchant)).filter(({ created_at }) => created_at <= readAt);
    const { database } = product.deps;

    // As if the first sync was stopped after its first page.
    await database.storeTransaction.deleteMany({ where: { receiver_id: merchant.id } });
    await database.commerceLink.update({
      where,
      data: { synced_until: null, sync_state: 'running', synced_count: 0, expected_count: null, last_synced_at: null },
    });
    await fetch(`${product.sandboxUrl}/control/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ stand_in: 'rutter', kind: 'error_500', path: 'cursor=', remaining: 2 }),
    });
    const scope = receiverScope(merchant.id);
    await expect(syncStore(product.deps, scope, link.id)).rejects.toMatchObject({ name: 'Unavailable' });
    const interrupted = await database.commerceLink.findUniqueOrThrow({ where });
    expect(interrupted).toMatchObject({ sync_state: 'failed', last_synced_at: null });
    expect(interrupted.sync_cursor).not.toBeNull();
    expect(interrupted.synced_count).toBeGreaterThan(0);

    await syncStore(product.deps, scope, link.id);
    expect(await olderSales()).toEqual(whole);
    await Promise.all([syncStore(product.deps, scope, link.id), syncStore(product.deps, scope, link.id)]);
    expect(await olderSales()).toEqual(whole);
    const count = (await sales(merchant)).length;
    expect(await store(merchant)).toMatchObject({ sync_state: 'done', synced_count: count, expected_count: count });
  });

  it('is on the timeline once, although two readings of the store end at the same time', async () => {
    const { merchant, link, where } = await atReadStore();
    const readings = () => product.deps.database.timelineEvent.count({ where: { receiver_id: merchant.id, kind: 'store_synced' } });
    expect(await readings()).toBe(1);

    await product.deps.database.commerceLink.update({ where, data: { last_synced_at: null, synced_until: null } });
    const scope = receiverScope(merchant.id);
    await Promise.all([syncStore(product.deps, scope, link.id), syncStore(product.deps, scope, link.id)]);
    expect(await readings()).toBe(2);
  });

  it('keeps what each sale is, in whole cents and as its table searches it', async () => {
    const merchant = await atStore();
    await merchant.connectStore('new');
    await synced(merchant);
    const all = await sales(merchant);
    expect(new Set(all.map(({ type }) => type))).toEqual(new Set(['sale', 'refund', 'other', 'void']));
    for (const row of all) expect(row.amount_cents).toBeGreaterThanOrEqual(0n);
    const sale = all.find(({ type, status }) => type === 'sale' && status === 'success');
    const dollars = (Number(sale?.amount_cents) / 100).toFixed(2);
    expect(sale?.search_text.replaceAll(',', '')).toContain(`$${dollars}`);
    expect(sale?.search_text).toContain('success');
  });
});

describe('later syncs', () => {
  it('read what came since, once the webhook arrives', async () => {
    const { merchant, first } = await atReadStore();
    const beforeAdvance = product.deps.clock();
    await product.advanceDays(3);
    const after = await eventually('new sales', async () => {
      const answer = await store(merchant);
      return answer.synced_count > first.synced_count && answer.sync_state === 'done' && answer;
    });
    expect(after.expected_count).toBe(after.synced_count);
    const [link] = await links(merchant);
    expect(link?.fresh_at?.getTime()).toBeGreaterThan(beforeAdvance.getTime());
    expect(link?.fresh_at?.getTime()).toBeLessThanOrEqual(product.deps.clock().getTime());
  });

  it('are read without a webhook for a store that sent none for hours', async () => {
    const { merchant, where } = await atReadStore();
    const longAgo = new Date(product.deps.clock().getTime() - 7 * 60 * 60_000);
    await product.deps.database.commerceLink.update({ where, data: { last_synced_at: longAgo } });
    await syncStaleStores(product.deps, newRun());
    await eventually('the sync', async () => (await links(merchant))[0]?.last_synced_at?.getTime() !== longAgo.getTime());
  });

  it('leave a store alone that wants its merchant to sign in again', async () => {
    const { merchant, link } = await atReadStore();
    await product.press('rutter', 'break', { connection: link.connection_id });
    await eventually('the webhook', async () => (await store(merchant)).needs_update);
    const before = (await links(merchant))[0]?.last_synced_at;
    await syncStore(product.deps, receiverScope(merchant.id), link.id);
    expect((await links(merchant))[0]?.last_synced_at).toEqual(before);
    expect(await sales(merchant)).not.toEqual([]);
  });
});
