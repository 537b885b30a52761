import type { Page } from '@playwright/test';
import type { ReceiverAnswer } from '../../server/contract/receiver.ts';
import { eventually } from '../support/eventually.ts';
import { expect, test } from './fixtures.ts';
import { finishOnboarding, press } from './merchants.ts';
import { appFrame, askShop, installApp, merchantOfShop, ourFrame, type TestShop } from './store.ts';

const dayMs = 86_400_000;
const scopes = 'read_orders,read_all_orders,read_shopify_payments_accounts,read_shopify_payments_payouts,read_shopify_payments_disputes';

/** Keeps every text that the app's frame shows, so that none is missed between two looks. */
async function keepTexts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    if (window.self === window.top) return;
    const texts = new Set<string>();
    Object.assign(window, { textsOfTest: texts });
    new MutationObserver(() => texts.add(document.querySelector('main')?.textContent ?? '')).observe(document, {
      childList: true,
      characterData: true,
      subtree: true,
    });
  });
}

const textsOf = async (page: Page) => (await ourFrame(page)).evaluate(() => [...(window as unknown as { textsOfTest: Set<string> }).textsOfTest]);

interface Movement {
  kind: string;
  cents: number;
  at: number;
}

const centsOf = (amount: string) => Math.round(Number(amount) * 100);

/** Returns the money that moved in a shop as the platform tells it: the orders of its own export, and the disputes. Counts orders and payments. */
async function movementsOf(shop: TestShop): Promise<{ orders: number; payments: number; movements: Movement[] }> {
  const { ask, file } = await askShop(shop);
  const { currentBulkOperation } = await ask<{ currentBulkOperation: { url: string } }>('{ currentBulkOperation { url } }');
  const lines = (await file(currentBulkOperation.url)).split('\n').filter(Boolean);
  const payments = lines.flatMap(
    (line) =>
      (JSON.parse(line) as { transactions: { kind: string; status: string; amountSet: { shopMoney: { amount: string } }; createdAt: string }[] }).transactions,
  );
  const disputed = await ask<{
    shopifyPaymentsAccount: { disputes: { nodes: { type: string; status: string; amount: { amount: string }; initiatedAt: string }[] } };
  }>('{ shopifyPaymentsAccount { disputes(first: 250) { nodes { type status amount { amount } initiatedAt } } } }');
  return {
    orders: lines.length,
    payments: payments.length,
    movements: [
      ...payments
        .filter(({ status }) => status === 'SUCCESS')
        .map(({ kind, amountSet, createdAt }) => ({ kind, cents: centsOf(amountSet.shopMoney.amount), at: Date.parse(createdAt) })),
      ...disputed.shopifyPaymentsAccount.disputes.nodes
        .filter(({ type, status }) => type === 'CHARGEBACK' && status !== 'WON')
        .map(({ amount, initiatedAt }) => ({ kind: 'CHARGEBACK', cents: centsOf(amount.amount), at: Date.parse(initiatedAt) })),
    ],
  };
}

/** Works out the limit in whole dollars: a month's average of what was sold and not returned in 90 days, of which 80 % are advanced. */
function limitOf(movements: readonly Movement[], now: number): number {
  const recent = movements.filter(({ at }) => at <= now && at > now - 90 * dayMs);
  const sumOf = (...kinds: string[]) => recent.filter(({ kind }) => kinds.includes(kind)).reduce((sum, { cents }) => sum + cents, 0);
  const sold = sumOf('SALE', 'CAPTURE');
  const returned = sumOf('REFUND', 'CHARGEBACK');
  // Each point of returns above 5 % of sales lowers the rate by one; a hundredth of a point that has begun counts.
  const rate = Math.min(8_000, 8_000 - (Math.ceil((returned / sold) * 10_000) - 500));
  return Math.floor((((sold - returned) / 3) * rate) / 10_000 / 100);
}

test('a throttled first read of 20,000 orders ends right, in the browser', async ({ page }) => {
  test.slow();
  await keepTexts(page);
  const shop = await installApp('steady', { orders_per_day: '56' });
  await press('shopify', 'change_scopes', { shop: shop.domain, scopes });
  // Enough points for the export and one page of payouts, and none that come back until they are given. The export takes its time.
  await press('shopify', 'rate_limit', { shop: shop.domain, bucket_points: '400', points_per_second: '0', bulk_ms: '600000' });
  await page.goto(shop.adminUrl);
  const main = appFrame(page).getByRole('main');
  await expect(appFrame(page).getByRole('heading', { level: 1 })).toBeVisible();
  const merchant = await merchantOfShop(shop);
  await eventually('the store is connected', async () => (await merchant.receiver()).isStoreConnected);
  const { token } = await merchant.receiver();
  const call = async <Body>(path: string, options = {}) => (await merchant.call(path, options)).body as Body;
  await finishOnboarding({ call, token, name: 'Juniper & Oak LLC', physical: false, untilRead: false, store: null });

  await page.goto(shop.adminUrl);
  await expect(main).toContainText('Reading your store');
  await expect(main).toContainText('Total Limit: $1,000.00');
  // A job asks for the export, and there is none to end before.
  await expect(() => press('shopify', 'end_bulk_operation', { shop: shop.domain, ending: 'COMPLETED' })).toPass();
  // All orders are stored, and the payouts wait for points.
  await expect(main).toContainText('Reading your store: 12 of 12 months', { timeout: 150_000 });
  await expect(main).toContainText('Total Limit: $1,000.00');
  // A store that only asks us to wait has no problem.
  expect((await merchant.receiver()).store_problem?.error).not.toBe('throttled');

  await press('shopify', 'rate_limit', { shop: shop.domain, points_per_second: '10000' });
  await expect(main).not.toContainText('Reading your store', { timeout: 150_000 });
  const { orders, payments, movements } = await movementsOf(shop);
  expect(orders).toBeGreaterThan(20_000);
  // Every payment is there, and the payouts of a year of days with its few disputes.
  const { synced_count } = await call<{ synced_count: number }>(`/api/users/${token}/commerce`);
  expect(synced_count - payments).toBeGreaterThan(360);
  expect(synced_count - payments).toBeLessThan(450);
  // It may be worked out once more meanwhile, when an order is older than 90 days by then.
  await expect(async () => {
    const { taken_at } = await call<{ taken_at: string }>(`/api/users/${token}/spending_power`);
    const dollars = limitOf(movements, Date.parse(taken_at));
    expect(dollars).toBeGreaterThan(10_000);
    await expect(main).toContainText(`Total Limit: $${dollars.toLocaleString('en-US')}.00`, { timeout: 20_000 });
  }).toPass({ timeout: 60_000 });
  expect(await call<ReceiverAnswer>('/api/receiver')).toMatchObject({ store_reading: null, store_problem: null });

  const texts = await textsOf(page);
  expect(texts.filter((text) => /null|undefined|\bNaN\b|no sales|please refresh|could not/i.test(text))).toEqual([]);
  const months = texts.flatMap((text) => [...text.matchAll(/Reading your store(?:: (\d+) of 12 months)?/g)].map(([, read = '0']) => Number(read)));
  expect(months).toEqual(months.toSorted((one, other) => one - other));
  expect(months).toContain(0);
  expect(months.at(-1)).toBe(12);
});
