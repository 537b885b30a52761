import { expectNoFindings } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { appFrame, installApp, onboardedShop } from './store.ts';

const money = /^\$[\d,]+\.\d{2}$/;

test('an order’s page in the admin draws the app’s block with its figures, which lead to the app', async ({ page }) => {
  test.slow();
  const shop = await onboardedShop();
  await page.goto(`${shop.adminUrl}/orders`);
  // One of these weeks: the end of the page is months ago in a store of few orders.
  await page.getByRole('listitem').nth(4).getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: /^#\d+$/ })).toBeVisible();
  const block = page.frameLocator('iframe[title="App block"]');
  await expect(block.getByRole('heading', { name: 'Spending power' })).toBeVisible();
  // The store is read by itself after the app was opened in it.
  await expect(async () => {
    const again = block.getByRole('button', { name: 'Look again' });
    if (await again.isVisible()) await again.click({ timeout: 1_000 });
    await expect(block.getByText('This order adds')).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expect(block.getByText('Available to spend now')).toBeVisible();
  await expect(block.getByText(money).first()).toBeVisible();
  await expectNoFindings(page, 'the block', ['iframe[title="App block"]', 'body']);
  await block.getByRole('link', { name: 'Open your spending power' }).click();
  await expect(appFrame(page).getByRole('heading', { level: 1, name: 'Spending power' })).toBeVisible();
});

test('the block leads who has no card yet to the app', { tag: '@all' }, async ({ page }) => {
  const shop = await installApp();
  await page.goto(`${shop.adminUrl}/orders`);
  await page.getByRole('listitem').first().getByRole('link').click();
  const block = page.frameLocator('iframe[title="App block"]');
  await block.getByRole('link', { name: 'Set up your card' }).click();
  await expect(appFrame(page).getByRole('heading', { name: 'Get your card' })).toBeVisible();
});
