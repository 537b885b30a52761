import type { Page } from '@playwright/test';
import { authUrl, siteUrl } from './addresses.ts';
import { content, openHome } from './dashboard.ts';
import { allPaths, goTo } from './dashboardWalk.ts';
import { expect, test } from './fixtures.ts';
import { madeOnce } from './madeOnce.ts';
import { onboardedMerchant } from './merchants.ts';
import { newMerchant, prepare } from './onboardingMerchant.ts';
import { goWithinSite, heading, screens } from './onboardingPages.ts';
import { expectSignedInAs, waitForLogin } from './people.ts';
import { openTab, signInAsStaff } from './staff.ts';

/** Lets everything run on the pages that runs for a person, also what leaves automated browsers out. */
const asPerson = (page: Page) => page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'webdriver', { get: () => false }));

/** Stays on a page until everything that comes later than its heading has come. */
async function stay(page: Page): Promise<void> {
  await page.clock.runFor(15_000);
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
}

/** Loads a page, waits for its heading, not for that of what stands in for it meanwhile, and stays. */
async function visit(page: Page, address: string, title = content(page).getByRole('heading')): Promise<void> {
  await page.goto(address);
  await expect(title.first()).toBeVisible();
  await stay(page);
}

test.beforeEach(({ page }) => asPerson(page));

/** A merchant with a card, whose pages are only looked at. */
const merchantWithCard = madeOnce(() => onboardedMerchant());

test('a visitor’s way from the door to the hosted pages leaves the console empty', async ({ page, anotherBrowser, consoleErrors }) => {
  for (const path of ['/', '/payments', '/login', '/nowhere']) {
    const visitor = await anotherBrowser();
    await visitor.goto(siteUrl() + path);
    await waitForLogin(visitor);
  }
  for (const path of ['/login', '/signup', '/forgot-password']) await visit(page, authUrl() + path, page.getByRole('heading'));
  expect(consoleErrors).toEqual([]);
});

test('a new merchant’s way through every step leaves the console empty', async ({ page, consoleErrors }) => {
  test.slow();
  const merchant = await newMerchant(page);
  // The first page of a browser that the site does not know goes to the sign-in and comes back.
  await page.goto(siteUrl());
  await expectSignedInAs(page, merchant.email);
  await visit(page, siteUrl());
  await prepare(merchant, 'store');
  await visit(page, `${siteUrl()}/onboarding?onboardingStep=4`);
  for (const [step, title] of screens) {
    await goWithinSite(page, `/onboarding?onboardingStep=${step}`);
    await expect(heading(page, title)).toBeVisible();
    await stay(page);
  }
  expect(consoleErrors).toEqual([]);
});

test('a merchant’s way through every page leaves the console empty', async ({ page, consoleErrors }) => {
  test.slow();
  await openHome(page, await merchantWithCard());
  await stay(page);
  for (const path of allPaths) {
    await goTo(page, path);
    await stay(page);
  }
  await visit(page, `${siteUrl()}/nowhere`);
  await visit(page, `${siteUrl()}/card?showPan=true`);
  await visit(page, siteUrl());
  await page.getByRole('button', { name: 'Help' }).first().click();
  await expect(page.getByRole('dialog', { name: 'Help' })).toBeVisible();
  expect(consoleErrors).toEqual([]);
});

test('the way of staff through their pages leaves the console empty', async ({ page, consoleErrors }) => {
  test.slow();
  const { email, receiver } = await merchantWithCard();
  await signInAsStaff(page, 'admin', `/staff?q=${email}`);
  await expect(page.getByRole('list', { name: 'Customers found' })).toBeVisible();
  await stay(page);
  await visit(page, `${siteUrl()}/staff/customers/${receiver.token}`, heading(page, 'Corner Bakery LLC'));
  for (const tab of ['Spending power', 'Ledger', 'Webhook events', 'Notes', 'Audit log', 'Account terms', 'Closing']) {
    await openTab(page, tab);
    await stay(page);
  }
  for (const path of ['/', '/card', '/?admin']) await visit(page, `${siteUrl()}${path}${path.includes('?') ? '&' : '?'}masqueradeAs=${email}`);
  expect(consoleErrors).toEqual([]);
});
