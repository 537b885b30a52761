import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readStoreCash } from '../../server/db/queries/cashFlow.ts';
import { readSales } from '../../server/db/queries/sales.ts';
import { readSalesMovements } from '../../server/db/queries/salesMovements.ts';
import { readSalesByMonth } from '../../server/db/queries/salesYear.ts';
import { receiverScope } from '../../server/db/scope.ts';
import { isoDate } from '../../server/domain/basics/dates.ts';
import { cents } from '../../server/domain/basics/money.ts';
import { salesHistory } from '../../server/domain/store/sales.ts';
import { recomputeSpendingPower } from '../../server/services/spendingPower/recomputeSpendingPower.ts';
import { syncStore } from '../../server/services/store/syncStore.ts';
import { receivable } from '../support/activity.ts';
import { addReceivableRows } from '../support/activityRows.ts';
import { newHash } from '../support/controlPanelCalls.ts';
import { eventually } from '../support/eventually.ts';
import { shopToken } from '../support/handIn.ts';
import { merchantAt, newMerchant } from '../support/merchant.ts';
import { openAtPlatform, openPanelStore, panelSales, panelSynced } from '../support/panelStores.ts';
import { productWithMerchants, type TestProduct } from '../support/product.ts';
import { onboardByHand, openShop, salesOf, synced } from '../support/shops.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await productWithMerchants('ACCOUNTING_CONNECTION');
});
afterAll(() => product.stop());
beforeEach(() => product.press('rutter', 'reading_delay', { milliseconds: 0 }));

/** The value of each sum over a receiver's sales. */
async function sumsOf(receiverId: string) {
  const { database, clock } = product.deps;
  const [scope, now] = [receiverScope(receiverId), clock()];
  const { gross_sales_cents, returned_cents, history_days } = salesHistory(await readSales(database, scope, now), now);
  const { stores: _stores, ...cash } = await readStoreCash(database, scope, isoDate('2020-01-01'));
  const ahead = salesHistory(await readSalesMovements(database, scope, now), now);
  const months = await readSalesByMonth(database, scope, new Date('2020-01-01T00:00:00Z'));
  return { limit: { gross_sales_cents, returned_cents, history_days }, ahead: ahead.gross_sales_cents, months: [...months], cash };
}
const nothing = {
  limit: { gross_sales_cents: 0, returned_cents: 0, history_days: 0 },
  ahead: 0,
  months: [],
  cash: { sold: [], first: null, returned: 0, made: [], underway: [] },
};

describe('a store that sells in Canadian dollars', () => {
  it('on Shopify counts nothing in any sum, is told so, and its orders add nothing', async () => {
    const shop = await openShop(product, undefined, undefined, { currency: 'CAD' });
    await synced(product, shop);
    const sales = await salesOf(product, shop);
    expect(new Set(sales.map(({ currency }) => currency))).toEqual(new Set(['CAD']));
    expect(sales.map(({ type }) => type)).toEqual(expect.arrayContaining(['sale', 'payout']));
    expect(await sumsOf(shop.receiverId)).toEqual(nothing);
    const { body: receiver } = await product.call('/api/receiver', { token: shop.token });
    expect((await product.call(`/api/users/${receiver.token}/shop`, { token: shop.token })).body.other_currencies).toEqual(['CAD']);
    expect((await product.call(`/api/users/${receiver.token}/commerce`, { token: shop.token })).body.other_currencies).toEqual(['CAD']);

    await onboardByHand(product, shop);
    await recomputeSpendingPower(product.deps, receiverScope(shop.receiverId), 'test');
    const order = sales.find(({ type, status }) => type === 'sale' && status === 'success')?.order_id;
    const { body } = await product.call(`/shopify/ext/order?id=${order}`, { token: shopToken(product, shop.shop) });
    expect(body).toMatchObject({
      state: 'does_not_count',
      reason: 'other_currency',
      text: 'This order is in Canadian dollars (CAD). Only sales in US dollars count toward your limit.',
    });
  });

  it('on BigCommerce counts nothing in any sum, and is told so', async () => {
    const hash = newHash();
    await openAtPlatform(product, hash, 'new', 'CAD');
    const store = await openPanelStore(product, { hash });
    await panelSynced(product, store);
    const sales = await panelSales(product, store);
    expect(sales.length).toBeGreaterThan(0);
    expect(await sumsOf(store.receiverId)).toEqual(nothing);
    expect((await product.call(`/api/users/${store.userId}/shop`, { token: store.token })).body.other_currencies).toEqual(['CAD']);
  });

  it('by the link window counts nothing in any sum, and is told so', async () => {
    const merchant = await merchantAt(product, 'ACCOUNTING_CONNECTION');
    const { public_token } = await product.press<{ public_token: string }>('rutter', 'connect', { platform: 'WOO_COMMERCE', profile: 'new', currency: 'CAD' });
    await merchant.done(merchant.postStore(public_token));
    const store = await eventually('the sync', async () => {
      const answer = await merchant.done(merchant.send('commerce'));
      return answer.sync_state === 'done' && answer;
    });
    expect(store.synced_count).toBeGreaterThan(0);
    expect(store.other_currencies).toEqual(['CAD']);
    expect(await sumsOf(merchant.id)).toEqual(nothing);
  });

  it('and does not name the currency of each transaction counts nothing either', async () => {
    const merchant = await merchantAt(product, 'ACCOUNTING_CONNECTION');
    const { public_token } = await product.press<{ public_token: string }>('rutter', 'connect', { platform: 'WOO_COMMERCE', profile: 'new', currency: 'CAD' });
    await merchant.done(merchant.postStore(public_token));
    await eventually('the sync', async () => (await merchant.done(merchant.send('commerce'))).sync_state === 'done');
    const { database, providers } = product.deps;
    await database.storeTransaction.deleteMany({ where: { receiver_id: merchant.id } });
    await database.commerceLink.updateMany({ where: { receiver_id: merchant.id }, data: { synced_until: null } });
    const [link] = await database.commerceLink.findMany({ where: { receiver_id: merchant.id } });
    const listTransactions: typeof providers.storeData.listTransactions = async (...asked) => {
      const page = await providers.storeData.listTransactions(...asked);
      return page.isReady ? { ...page, items: page.items.map((item) => ({ ...item, currency: null })) } : page;
    };
    const deps = { ...product.deps, providers: { ...providers, storeData: { ...providers.storeData, listTransactions } } };
    await syncStore(deps, receiverScope(merchant.id), link?.id ?? '');
    expect(await database.storeTransaction.count({ where: { receiver_id: merchant.id, currency: 'CAD' } })).toBeGreaterThan(0);
    expect(await sumsOf(merchant.id)).toEqual(nothing);
  });
});

describe('a sale in another currency', () => {
  it('stands among the receivables in its own currency, apart from the sales of which a month is made', async () => {
    const merchant = await newMerchant(product);
    const made = product.deps.clock();
    const rows = [
      receivable({ id: 'rutter:us', created_at: made, amount_cents: cents(1_250) }),
      receivable({ id: 'rutter:canada', created_at: made, amount_cents: cents(9_900), currency: 'CAD' }),
      receivable({ id: 'rutter:japan', created_at: made, amount_cents: cents(50_000), currency: 'JPY' }),
    ];
    await addReceivableRows(product.deps.database, merchant.id, rows);
    const list = async (query: string) => {
      const { body } = await merchant.send(`transactions?tab=receivables&sort=amount&dir=asc${query}`);
      return [body.total, body.rows.map(({ amount_cents, currency }: { amount_cents: number; currency?: string }) => [amount_cents, currency])];
    };
    expect(await list('')).toEqual([
      3,
      [
        [1_250, undefined],
        [9_900, 'CAD'],
        [50_000, 'JPY'],
      ],
    ]);
    expect(await list('&q=ca%2499.00')).toEqual([1, [[9_900, 'CAD']]]);
    expect(await list('&type=sale&status=captured')).toEqual([1, [[1_250, undefined]]]);
    const { body } = await merchant.send('transactions/receivables/rutter:canada');
    expect(body).toMatchObject({ currency: 'CAD', row: { amount_cents: 9_900, currency: 'CAD' } });
  });
});
