import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { spend } from './merchants.ts';
import { appFrame, onboardedShop, pageOf } from './store.ts';

/** Opens the table of a merchant with one settled purchase of $123.45 and one of $20.00 that is only held. */
async function openTable(page: Page): Promise<void> {
  const shop = await onboardedShop(page);
  await spend(shop, 12_345, { settle: true });
  await spend(shop, 2_000);
  const rows = async () => (await shop.call<{ rows: unknown[] }>(`/api/users/${shop.receiver.token}/transactions`)).rows.length;
  await expect.poll(rows).toBe(2);
  await page.goto(pageOf(shop, 'transactions'));
  await expect(appFrame(page).getByRole('cell', { name: '$123.45' })).toBeVisible();
}

test('a row of the table opens its details, and the admin’s title bar leads back', async ({ page }) => {
  test.slow();
  await openTable(page);
  const app = appFrame(page);
  await expect(app.getByText('Pending').first()).toBeVisible();
  await app.getByRole('cell', { name: '$123.45' }).click();
  await expect(app.getByRole('heading', { level: 1, name: 'Card transaction' })).toBeVisible();
  await page.getByRole('button', { name: 'Transactions', exact: true }).click();
  await expect(app.getByRole('cell', { name: '$123.45' })).toBeVisible();
});

test('the headings of the table never cover its tabs', async ({ page }) => {
  test.slow();
  await openTable(page);
  const app = appFrame(page);
  await app.getByRole('tab', { name: 'My receivables' }).click({ timeout: 10_000 });
  await expect(app.getByRole('columnheader', { name: 'Status' })).toBeVisible();
  await app.getByRole('tab', { name: 'Card transactions' }).click({ timeout: 10_000 });
  await expect(app.getByRole('columnheader', { name: 'Merchant' })).toBeVisible();
});
