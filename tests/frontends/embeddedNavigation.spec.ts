import type { Page } from '@playwright/test';
import { siteUrl } from './addresses.ts';
import { expect, test } from './fixtures.ts';
import { prepare } from './onboardingMerchant.ts';
import { heading } from './onboardingPages.ts';
import { appFrame, blockFramedStorage, installApp, merchantOfShop, openMenu, ourFrame, pageOf, reloadFrame, untilAlive } from './store.ts';

const pages = ['Transactions', 'Payments', 'Cards', 'Insights', 'Reports', 'Settings'];

const title = (page: Page, name: string) => appFrame(page).getByRole('heading', { level: 1, name, exact: true });

/** Opens the app in the admin of a new shop, where the browser keeps no storage for it. */
async function openApp(page: Page): Promise<void> {
  await blockFramedStorage(page);
  await page.goto((await installApp()).adminUrl);
  await expect(title(page, 'Spending power')).toBeVisible();
  await untilAlive(page);
}

test('a page chosen in the admin’s menu is opened by the app itself, without loading the frame again', async ({ page }) => {
  await openApp(page);
  const frame = await ourFrame(page);
  await frame.evaluate(() => document.body.setAttribute('data-document', 'first'));
  for (const name of pages) {
    await (await openMenu(page)).getByRole('link', { name }).click();
    await expect(title(page, name)).toBeVisible();
  }
  expect(await frame.locator('body').getAttribute('data-document')).toBe('first');
});

test('a page chosen before the app is alive is opened all the same', { tag: '@all' }, async ({ page }) => {
  await page.route(/\/_assets\/shopify\/.*\.js$/, () => undefined, { times: 1 });
  await page.goto((await installApp()).adminUrl, { waitUntil: 'commit' });
  await expect(appFrame(page).getByRole('heading', { level: 2 }).first()).toBeVisible();
  await (await openMenu(page)).getByRole('link', { name: 'Settings' }).click();
  await expect(title(page, 'Settings')).toBeVisible();
});

test('a button of the title bar pressed before the app is alive counts', { tag: '@all' }, async ({ page }) => {
  const shop = await installApp();
  await page.route(/\/_assets\/shopify\/.*\.js$/, () => undefined, { times: 1 });
  await page.goto(pageOf(shop, 'transactions'), { waitUntil: 'commit' });
  await expect(title(page, 'Transactions')).toBeVisible();
  await page.getByRole('button', { name: 'Reports', exact: true }).click();
  await expect(title(page, 'Reports')).toBeVisible();
  await untilAlive(page);
  // Alive, the app opens it itself.
  const frame = await ourFrame(page);
  await frame.evaluate(() => document.body.setAttribute('data-document', 'first'));
  await page.getByRole('button', { name: 'Home', exact: true }).click();
  await expect(title(page, 'Spending power')).toBeVisible();
  expect(await frame.locator('body').getAttribute('data-document')).toBe('first');
});

test('the frame can be loaded again on every page, and the admin’s menu stays as it is meanwhile, so that no press on it is lost', { tag: '@all' }, async ({
  page,
}) => {
  await openApp(page);
  const menu = await openMenu(page);
  await menu.getByRole('link', { name: 'Cards' }).evaluate((link) => link.setAttribute('data-drawn', 'first'));
  await reloadFrame(page);
  await expect(title(page, 'Spending power')).toBeVisible();
  await (await ourFrame(page)).evaluate(() => document.querySelector('ui-nav-menu')?.setAttribute('data-told', 'again'));
  await expect(menu.getByRole('link', { name: 'Cards' })).toHaveAttribute('data-drawn', 'first');
  for (const name of pages) {
    await (await openMenu(page)).getByRole('link', { name }).click();
    await expect(title(page, name)).toBeVisible();
    await reloadFrame(page);
    await expect(title(page, name)).toBeVisible();
  }
  await (await ourFrame(page)).evaluate(() => history.back());
  await expect(title(page, 'Reports')).toBeVisible();
  await reloadFrame(page);
  await expect(title(page, 'Reports')).toBeVisible();
});

test('the frame can be loaded again in the middle of a step, which goes on where it was', { tag: '@all' }, async ({ page }) => {
  const shop = await installApp();
  await prepare(await merchantOfShop(shop), 'kyb');
  await page.goto(shop.adminUrl);
  const app = appFrame(page);
  await app.getByRole('main').getByRole('link', { name: 'Continue' }).click();
  await app.getByLabel('Legal business name').fill('Corner Bakery LLC');
  await expect(app.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible();
  await reloadFrame(page);
  await expect(app.getByLabel('Legal business name')).toHaveValue('Corner Bakery LLC');
});

test('a frame whose address has lost the shop finds it again', async ({ page }) => {
  await openApp(page);
  await (await ourFrame(page)).evaluate(() => location.assign('/shopify/transactions?tab=receivables'));
  await expect(title(page, 'Transactions')).toBeVisible();
  await expect(appFrame(page).getByRole('tab', { name: 'My receivables' })).toHaveAttribute('aria-selected', 'true');
});

test('a page that could not be loaded is tried again in its place', { tag: '@all' }, async ({ page, expectConsoleError }) => {
  expectConsoleError(/./);
  const shop = await installApp();
  await page.goto(shop.adminUrl);
  await expect(heading(appFrame(page), 'Get your card')).toBeVisible();
  await untilAlive(page);
  await page.route(/\/shopify\/transactions\.data/, (route) => route.fulfill({ status: 500, body: '' }), { times: 1 });
  await (await openMenu(page)).getByRole('link', { name: 'Transactions' }).click();
  await appFrame(page).getByRole('button', { name: 'Try again' }).click();
  await expect(title(page, 'Transactions')).toBeVisible();
  await expect.poll(async () => (await ourFrame(page)).url()).toContain(`shop=${shop.domain}`);
});

test('a move that takes its time shows the admin’s loading bar, and is not made twice for who comes back to the tab meanwhile', { tag: '@all' }, async ({
  page,
}) => {
  await openApp(page);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  let asked = 0;
  await page.route(/\/shopify\/reports\.data/, async (route) => {
    asked += 1;
    await released;
    await route.continue();
  });
  const bar = page.getByText('Loading…');
  await expect(bar).toBeHidden();
  await (await openMenu(page)).getByRole('link', { name: 'Reports' }).click();
  await expect(bar).toBeVisible();
  await expect.poll(() => asked).toBe(1);
  await (await ourFrame(page)).evaluate(() => window.dispatchEvent(new Event('focus')));
  release();
  await expect(title(page, 'Reports')).toBeVisible();
  await expect(bar).toBeHidden();
  expect(asked).toBe(1);
});

test('the address of a page in the admin opens that page, in both of its spellings; one that the app does not have says so, with its menu and a way home', {
  tag: '@all',
}, async ({ page, expectConsoleError }) => {
  expectConsoleError(/status of 404/);
  const shop = await installApp();
  for (const path of ['shopify/settings', 'settings']) {
    await page.goto(pageOf(shop, path));
    await expect(title(page, 'Settings')).toBeVisible();
    await expect(page).toHaveURL(pageOf(shop, 'shopify/settings'));
    expect((await ourFrame(page)).url()).toContain(`${siteUrl()}/shopify/settings?`);
  }
  await page.goto(pageOf(shop, 'nowhere/at/all'));
  await expect(title(page, 'There is no page here')).toBeVisible();
  await expect((await openMenu(page)).getByRole('link', { name: 'Payments' })).toBeVisible();
  await appFrame(page).getByRole('link', { name: 'Go to home' }).click();
  await expect(title(page, 'Spending power')).toBeVisible();
});
