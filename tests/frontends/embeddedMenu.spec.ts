import { expect, test } from './fixtures.ts';
import { appFrame, blockFramedStorage, installApp, onboardedShop, openMenu, ourFrame, untilAlive } from './store.ts';

test('the menu of the admin opens each page of the app, and says which one is open', { tag: '@phone' }, async ({ page }) => {
  await blockFramedStorage(page);
  const shop = await installApp();
  await page.goto(shop.adminUrl);
  const app = appFrame(page);
  await expect(app.getByRole('heading', { level: 1 })).toBeVisible();
  for (const name of ['Transactions', 'Payments', 'Cards', 'Insights', 'Reports', 'Settings']) {
    const menu = await openMenu(page);
    await menu.getByRole('link', { name }).click();
    await expect(app.getByRole('heading', { level: 1, name })).toBeVisible();
    await expect((await openMenu(page)).getByRole('link', { name })).toHaveAttribute('aria-current', 'page');
  }
});

test('a page that the menu opens is shown from its top', { tag: '@all' }, async ({ page }) => {
  const { adminUrl } = await onboardedShop();
  await page.goto(adminUrl);
  const app = appFrame(page);
  await untilAlive(page);
  const frame = await ourFrame(page);
  const scrolled = () => frame.evaluate(() => Math.round(window.scrollY));
  await frame.evaluate(() => window.scrollTo(0, 300));
  await expect.poll(scrolled).toBe(300);
  await (await openMenu(page)).getByRole('link', { name: 'Settings' }).click();
  await expect(app.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  await expect.poll(scrolled).toBe(0);
});
