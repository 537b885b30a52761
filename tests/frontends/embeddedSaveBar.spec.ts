import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { prepare } from './onboardingMerchant.ts';
import { heading, tick } from './onboardingPages.ts';
import { appFrame, blockFramedStorage, installApp, merchantOfShop, onboardedShop, openMenu, pageOf, stopTime, untilAlive } from './store.ts';

const bar = (page: Page) => page.getByRole('region', { name: 'Unsaved changes' });
const question = (page: Page) => page.getByRole('dialog', { name: 'Leave page with unsaved changes?' });
const setup = (page: Page) => appFrame(page).getByRole('radio', { name: 'The setup' });

test('unsaved settings are asked about by the admin’s menu, and are kept by who stays', async ({ page }) => {
  await blockFramedStorage(page);
  const shop = await installApp();
  await page.goto(pageOf(shop, 'settings'));
  await expect(bar(page)).toBeHidden();
  await tick(appFrame(page), 'The setup');
  await expect(bar(page)).toBeVisible();
  await (await openMenu(page)).getByRole('link', { name: 'Reports' }).click();
  await question(page).getByRole('button', { name: 'Stay' }).click();
  await expect(setup(page)).toBeChecked();

  await bar(page).getByRole('button', { name: 'Discard' }).click();
  await expect(setup(page)).not.toBeChecked();
  await expect(bar(page)).toBeHidden();

  await tick(appFrame(page), 'The setup');
  await bar(page).getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await expect(bar(page)).toBeHidden();
  // Nothing is unsaved any more, so that nothing is asked.
  await (await openMenu(page)).getByRole('link', { name: 'Reports' }).click();
  await expect(appFrame(page).getByRole('heading', { level: 1, name: 'Reports' })).toBeVisible();
  expect((await (await merchantOfShop(shop)).receiver()).staff_access).toBe('setup');
});

test('the phone number is changed in Settings, and refused at its field where it cannot exist', { tag: '@all' }, async ({ page }) => {
  const shop = await installApp();
  const merchant = await merchantOfShop(shop);
  await page.goto(pageOf(shop, 'settings'));
  const phone = appFrame(page).getByLabel('New phone number');
  await phone.fill('(212) 911-0142');
  await bar(page).getByRole('button', { name: 'Save' }).click();
  await expect(appFrame(page).getByText('This phone number cannot exist. Check the digits.')).toBeVisible();
  // The bar is far from the field.
  await expect(phone).toBeFocused();
  await phone.fill('(212) 555-0187');
  await phone.press('Enter');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await expect(phone).toHaveValue('');
  await expect(bar(page)).toBeHidden();
  await expect(appFrame(page).getByText('••• ••• 0187')).toBeVisible();
  expect((await merchant.receiver()).phone_number).toBe('+12125550187');
});

test('who leaves unsaved settings all the same gives them up, by the menu, by the way back and by the app’s own links', { tag: '@all' }, async ({ page }) => {
  const shop = await installApp();
  await page.goto(shop.adminUrl);
  await expect(heading(appFrame(page), 'Get your card')).toBeVisible();
  const leavings = [
    async () => (await openMenu(page)).getByRole('link', { name: 'Reports' }).click(),
    () => page.getByRole('button', { name: 'Home', exact: true }).click(),
    () => page.goBack(),
  ];
  for (const leave of leavings) {
    await (await openMenu(page)).getByRole('link', { name: 'Settings' }).click();
    await tick(appFrame(page), 'The setup');
    await expect(bar(page)).toBeVisible();
    await leave();
    await question(page).getByRole('button', { name: 'Leave page' }).click();
    await expect(setup(page)).toHaveCount(0);
    await expect(bar(page)).toBeHidden();
    await expect(question(page)).toHaveCount(0);
  }
  expect((await (await merchantOfShop(shop)).receiver()).staff_access).not.toBe('setup');
});

test('the browser’s Back asks before a new card or an invitation is lost that is typed, and two forms of a page have the bar in turn', { tag: '@all' }, async ({
  page,
}) => {
  test.slow();
  const shop = await onboardedShop();
  const app = appFrame(page);
  await page.goto(pageOf(shop, 'cards'));
  await page.getByRole('button', { name: 'Add a card' }).click();
  await app.getByLabel('Name', { exact: true }).fill('Postage');
  await expect(bar(page)).toBeVisible();
  await page.goBack();
  await question(page).getByRole('button', { name: 'Stay' }).click();
  await expect(app.getByLabel('Name', { exact: true })).toHaveValue('Postage');
  await (await openMenu(page)).getByRole('link', { name: 'Settings' }).click();
  await question(page).getByRole('button', { name: 'Leave page' }).click();

  const team = app.getByRole('region', { name: 'Team' });
  await team.getByRole('button', { name: 'Invite somebody' }).click();
  await team.getByLabel('Email').fill('ada@example.com');
  await expect(bar(page).getByRole('button', { name: 'Send the invitation' })).toBeVisible();
  await page.goBack();
  await question(page).getByRole('button', { name: 'Stay' }).click();
  await expect(team.getByLabel('Email')).toHaveValue('ada@example.com');
  await tick(app, 'The setup');
  await expect(bar(page).getByRole('button', { name: 'Save' })).toBeVisible();
  await bar(page).getByRole('button', { name: 'Discard' }).click();
  await expect(bar(page).getByRole('button', { name: 'Send the invitation' })).toBeVisible();
  await bar(page).getByRole('button', { name: 'Discard' }).click();
  await expect(team.getByLabel('Email')).toHaveCount(0);
  await expect(bar(page)).toBeHidden();
  await page.goBack();
  await expect(app.getByRole('heading', { level: 1, name: 'Settings' })).toHaveCount(0);
});

test('a verification that cannot be saved as it is typed is asked about, and saved by the admin’s bar', { tag: '@all' }, async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(/500/);
  const shop = await installApp();
  await prepare(await merchantOfShop(shop), 'kyb');
  await page.goto(pageOf(shop, 'onboarding'));
  const app = appFrame(page);
  await expect(app.getByLabel('Legal business name')).toBeVisible();
  await page.route('**/shopify/calls', (route) => route.fulfill({ status: 500, body: '' }));
  // A draft is saved after a pause in typing, and tried again every five seconds: the page's time stands still, so that only the bar saves it.
  await untilAlive(page);
  await stopTime(page);
  await app.getByLabel('Legal business name').fill('Corner Bakery LLC');
  await page.clock.runFor(1_000);
  await expect(bar(page)).toBeVisible();
  await (await openMenu(page)).getByRole('link', { name: 'Settings' }).click();
  await question(page).getByRole('button', { name: 'Stay' }).click();
  await page.unroute('**/shopify/calls');
  await bar(page).getByRole('button', { name: 'Save' }).click();
  await expect(app.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible();
  await expect(bar(page)).toBeHidden();
  await page.clock.resume();
  await page.reload();
  await expect(app.getByLabel('Legal business name')).toHaveValue('Corner Bakery LLC');
});
