import type { Page } from '@playwright/test';
import { meaningOfBankStatus } from '../../server/domain/bank/bankStatus.ts';
import { siteUrl } from './addresses.ts';
import { expect, test } from './fixtures.ts';
import { press } from './merchants.ts';
import { linkAccount, newMerchant, prepare } from './onboardingMerchant.ts';
import {
  allowAtBank,
  closeBankWindow,
  connectSmallStore,
  enterDeposits,
  heading,
  linkBank,
  linkByDeposits,
  noMessageService,
  openOwnSignIn,
  pressToClose,
  signInAgain,
} from './onboardingPages.ts';

/** Leaves the page's own questions about the bank unanswered: once it is well, before the last press in its window, they end the step and the window. */
const askNoBank = (page: Page) => page.route(/\/plaid_account$/, () => undefined);

test('a closed window is explained and opens again; an account that is refused says why, and another can be picked', async ({ page, expectConsoleError }) => {
  expectConsoleError(/422/);
  await prepare(await newMerchant(page), 'bank');
  await page.goto(siteUrl());
  await page.getByRole('button', { name: 'Choose your bank' }).click();
  await closeBankWindow(page);
  const again = page.getByRole('button', { name: 'Open the window again' });
  await expect(again).toBeFocused();
  await again.click();
  // Its first account, which the window offers, is a personal one.
  await linkBank(page, /Hearth Household/);
  await expect(page.getByRole('alert').getByText('This is a personal account.')).toBeVisible();
  // The access was given up with the refusal, so sending the same choice once more cannot succeed.
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
  await again.click();
  await linkBank(page);
  await expect(heading(page, 'Connect your store or accounting')).toBeVisible();
});

test('a bank with its own sign-in page returns to the merchant’s step, even though the first tab was closed', { tag: '@all' }, async ({ page, context }) => {
  await prepare(await newMerchant(page, 'boost'), 'bank');
  await page.goto(siteUrl('boost'));
  await page.getByRole('button', { name: 'Choose your bank' }).click();
  const bankPage = await openOwnSignIn(page);

  const tab = await context.newPage();
  await page.close();
  await tab.goto(bankPage);
  await allowAtBank(tab);
  await expect(heading(tab, 'Connect your store or accounting')).toBeVisible();
  await expect(tab).toHaveURL(`${siteUrl('boost')}/titanium-onboarding`);
});

test('a page that waits for a bank goes on when another one was linked elsewhere meanwhile', { tag: '@all' }, async ({ page }) => {
  const merchant = await newMerchant(page);
  await prepare(merchant, 'store');
  await press('plaid', 'break_link', { item_id: (await merchant.receiver()).plaid_item_id });
  await expect.poll(async () => (await merchant.receiver()).plaid_account_verification_status).toBe('relink');
  await page.goto(siteUrl());
  await expect(heading(page, 'Reconnect your bank')).toBeVisible();
  const before = await merchant.receiver();
  await linkAccount(merchant);
  expect((await merchant.receiver()).plaid_access_token).not.toBe(before.plaid_access_token);
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
  await expect(heading(page, 'Connect your store or accounting')).toBeVisible();
});

test('an expired link is repaired, and the steps done since stay done', { tag: '@all' }, async ({ page }) => {
  const merchant = await newMerchant(page);
  await prepare(merchant, 'card');
  const { plaid_item_id } = await merchant.receiver();
  await press('plaid', 'break_link', { item_id: plaid_item_id });
  await expect.poll(async () => (await merchant.receiver()).plaid_account_verification_status).toBe('relink');

  await askNoBank(page);
  await page.goto(siteUrl());
  await expect(heading(page, 'Reconnect your bank')).toBeVisible();
  await expect(page.getByText(meaningOfBankStatus('relink').message)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Link another account' })).toBeVisible();
  await page.getByRole('button', { name: 'Sign in to your bank' }).click();
  await signInAgain(page);
  await expect(heading(page, 'Get your card')).toBeVisible();
  expect((await merchant.receiver()).plaid_item_id).toBe(plaid_item_id);
});

test('an account verified by micro-deposits waits for their amounts', async ({ page }) => {
  const merchant = await newMerchant(page);
  await prepare(merchant, 'bank');
  await askNoBank(page);
  await page.goto(siteUrl());
  await page.getByRole('button', { name: 'Choose your bank' }).click();
  await linkByDeposits(page);
  await expect(heading(page, 'Verify your bank account')).toBeVisible();
  await expect(page.getByText(meaningOfBankStatus('pending_manual_verification').message)).toBeVisible();

  await page.getByRole('button', { name: 'Enter the amounts' }).click();
  await enterDeposits(page);
  await expect(heading(page, 'Connect your store or accounting')).toBeVisible();
  expect((await merchant.receiver()).plaid_account_verification_status).toBe('manually_verified');
});

test('the popup of the store may be closed and opened again, and its sales are read while the merchant goes on', { tag: '@all' }, async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(noMessageService);
  await prepare(await newMerchant(page), 'store');
  // Answer as for a store whose sales take long to read.
  const reading = { sync_state: 'running', synced_count: 1_200, expected_count: 4_800 };
  await page.route(/\/api\/users\/[^/]+\/commerce$/, async (route) => {
    if (route.request().method() !== 'GET') return route.fallback();
    const connected = {
      connected: true,
      store_name: 'Juniper & Oak',
      platform: 'SHOPIFY',
      needs_update: false,
      last_synced_at: null,
      error: null,
      shown_days: null,
    };
    return route.fulfill({ json: { ...connected, ...reading } });
  });
  await page.goto(siteUrl());
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await pressToClose(await opened, 'Cancel');
  await expect(page.getByText('Nothing is connected yet.')).toBeVisible();
  const again = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Open the window again' }).click();
  await connectSmallStore(await again);
  await expect(heading(page, 'Get your card')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Your sales' })).toContainText('the sales of Juniper & Oak: 1,200 of 4,800 so far');
  await expect(page.getByRole('progressbar', { name: 'Sales read' })).toHaveAttribute('aria-valuenow', '25');
});
