import { siteUrl } from './addresses.ts';
import { expectNoFindings } from './axe.ts';
import { fileOf } from './downloads.ts';
import { expect, test } from './fixtures.ts';
import { expectResult } from './furtherCards.ts';
import { press } from './merchants.ts';
import { acceptAll, heading, linkBank, next, ownsAll, submitForm, tick, typeAddress, typeBusiness, typePerson } from './onboardingPages.ts';
import { expectSignedInAs } from './people.ts';
import { expectItFits } from './screen.ts';
import { appFrame, blockFramedStorage, expectNoFramedCookies, inApp, installApp, merchantOfShop, openMenu, ourFrame, pageOf, untilAlive } from './store.ts';

test('a merchant gets, uses and pauses a card inside the store’s admin, loses access with an uninstall and regains it with the next install', async ({
  page,
  expectConsoleError,
}) => {
  test.slow();
  await blockFramedStorage(page);
  const shop = await installApp();
  await page.goto(shop.adminUrl);
  const app = appFrame(page);
  const choose = async (name: string) => (await openMenu(page)).getByRole('link', { name }).click();
  await app.getByRole('link', { name: 'Get started' }).click();

  await acceptAll(app);
  await expectNoFramedCookies(page);
  await typeBusiness(app);
  await next(app);
  await typePerson(app);
  await typeAddress(app, { street: '12 Elm Street' });
  await tick(app, ownsAll);
  await submitForm(app);
  await app.getByRole('button', { name: 'Choose your bank' }).click();
  await linkBank(app);
  await app.getByRole('button', { name: 'Issue my card' }).click();
  await expect(heading(app, 'You are all set')).toBeVisible();
  // All of it happened in the frame: no other page was opened, and no sign-in was shown.
  expect(page.context().pages()).toHaveLength(1);
  expect(await page.context().cookies(siteUrl())).toEqual([]);
  await app.getByRole('link', { name: 'Go to home' }).click();
  await expect(app.getByText('Card Active')).toBeVisible();

  const merchant = await merchantOfShop(shop);
  const { lithic_card_token: card, token } = await merchant.receiver();
  await press('lithic', 'spend', { card_token: card, amount: 1234, descriptor: 'FLOUR AND SONS', currency: 'GBP' });
  await expectResult({ token: card ?? '' }, 4000, 'QUICKCASH ATM 0441', 'UNAUTHORIZED_MERCHANT');
  await expect
    .poll(async () => (await merchant.call(`/api/users/${token}/transactions`)).body.rows.map(({ descriptor }: { descriptor: string }) => descriptor))
    .toContain('FLOUR AND SONS');

  await page.reload();
  await expect(app.getByRole('heading', { name: 'Available to Spend' })).toBeVisible();
  await expect(app.getByText('Card Active')).toBeVisible();
  await expect(app.getByText('Declined: $40.00 at QUICKCASH ATM 0441')).toBeVisible();
  await expect(app.getByText(/The card is not for cash/)).toBeVisible();
  await app.getByRole('button', { name: 'Pause card' }).click();
  await expect(app.getByText('Card Paused')).toBeVisible();
  expect((await merchant.call(`/api/lithic_card?token=${card}`)).body.state).toBe('PAUSED');

  await choose('Settings');
  await app.getByRole('button', { name: 'End the authorization' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End the authorization' }).click();
  await expect(app.getByRole('button', { name: 'Authorize debits' })).toBeVisible();
  await page.getByRole('link', { name: 'Our app' }).click();
  await expect(app.getByText('You ended the authorization to debit your bank account.')).toBeVisible();
  // A merchant who has finished onboarding stays so, whatever stops the card.
  await expect(app.getByRole('heading', { name: 'Available to Spend' })).toBeVisible();
  await app.getByRole('link', { name: 'Bank settings' }).click();
  await app.getByRole('button', { name: 'Authorize debits' }).click();
  await expect(app.getByRole('button', { name: 'End the authorization' })).toBeVisible();

  // The table is not read again by itself.
  await expect.poll(async () => (await merchant.call(`/api/users/${token}/transactions?tab=receivables`)).body.total).toBeGreaterThanOrEqual(25);
  await choose('Transactions');
  // $12.34 at 1.2675 dollars a pound.
  await expect(app.getByRole('cell', { name: 'FLOUR AND SONS' })).toContainText('£9.74 at 1.266');
  await app.getByRole('tab', { name: 'My receivables' }).click();
  await expect(app.getByText(/^Showing 1 to 25 of \d+ results$/)).toBeVisible();

  await choose('Reports');
  const file = await fileOf(page, () => app.getByRole('button', { name: 'Download Card transactions as CSV' }).click());
  expect(file.suggestedFilename()).toMatch(/^Headway.*\.csv$/);

  await choose('Settings');
  await app.getByRole('checkbox', { name: 'Mail: A summary every Monday' }).click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  expect((await merchant.receiver()).gets_monday_email).toBe(false);

  const opened = page.waitForEvent('popup');
  await app.getByRole('button', { name: 'Open the full site' }).click();
  const site = await opened;
  await expectSignedInAs(site, `owner@${shop.domain}`);
  await expect(site.getByText('Card Paused').first()).toBeVisible();
  await expect(site.getByText('FLOUR AND SONS').first()).toBeVisible();
  await site.close();

  // The app names no other platform.
  await expect(app.getByText(/bigcommerce/i).filter({ visible: true })).toHaveCount(0);

  expectConsoleError(/401/);
  await openMenu(page);
  await page.getByRole('button', { name: 'Uninstall app' }).click();
  await expect(page.getByRole('button', { name: 'Install', exact: true })).toBeVisible();
  await expect.poll(async () => (await merchant.call('/api/receiver')).status).toBe(401);

  await page.getByRole('button', { name: 'Install', exact: true }).click();
  await expect(app.getByText('Card Paused')).toBeVisible();
});

test('axe finds nothing on any page of the app before there is a card, each page fits, and says its name', { tag: '@all' }, async ({ page }) => {
  test.slow();
  const shop = await installApp();
  await page.goto(pageOf(shop, 'onboarding'));
  await untilAlive(page);
  const judge = async (name: string) => {
    await expect(appFrame(page).getByRole('heading', { level: 1, name })).toBeVisible();
    await expectNoFindings(page, name, inApp);
    const app = await ourFrame(page);
    expect(app.url()).toContain(`${siteUrl()}/shopify`);
    await expectItFits(appFrame(page));
    // The admin's title bar says the page's name, and its document too.
    await expect.poll(() => app.evaluate(() => document.title)).toBe(name === 'Spending power' ? name : `${name} · Spending power`);
    await expect(page.getByText(name, { exact: true }).filter({ visible: true }).first()).toBeVisible();
  };
  await judge((await appFrame(page).getByRole('heading', { level: 1 }).textContent()) ?? '');
  await page.getByRole('link', { name: 'Our app' }).click();
  await judge('Spending power');
  for (const name of ['Transactions', 'Payments', 'Cards', 'Insights', 'Reports', 'Settings']) {
    await (await openMenu(page)).getByRole('link', { name }).click();
    await judge(name);
  }
});
