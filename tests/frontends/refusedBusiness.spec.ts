import type { FrameLocator, Page } from '@playwright/test';
import { siteUrl } from './addresses.ts';
import { expectNoFindings } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { type OnboardedMerchant, onboardedMerchant, press, signInAsMerchant, spendApproved, untilPayable } from './merchants.ts';
import { heading } from './onboardingPages.ts';
import { expectItFitsAt } from './screen.ts';
import { callAsAdmin } from './staff.ts';
import { appFrame, inApp, onboardedShop, pageOf } from './store.ts';

const owed = (page: Page | FrameLocator) => page.getByRole('region', { name: 'You owe' });

/** Lets the issuer take back that it accepted the business, once the merchant owes $84.10. */
async function refuse(merchant: OnboardedMerchant, status = 'REJECTED'): Promise<void> {
  await spendApproved(merchant, 8_410, { settle: true });
  await untilPayable(merchant, 8_410);
  await press('lithic', 'decide_kyb', { account_holder_token: merchant.receiver.lithic_account_holder_token, status });
  await expect.poll(async () => (await merchant.call<{ kybStatus: string }>('/api/receiver')).kybStatus).toBe(status);
}

for (const program of ['headway', 'harbor-new'] as const) {
  test(`a merchant of ${program} whose business is refused months later reads why, what is owed and when it is taken, and pays it now`, async ({ page }) => {
    const merchant = await onboardedMerchant({ program });
    await refuse(merchant);
    await signInAsMerchant(page, merchant);
    await expect(heading(page, 'Your business is no longer accepted')).toBeVisible();
    await expect(page.getByRole('list', { name: 'What the card issuer says' })).toBeVisible();
    await expect(page.getByText('Your cards are paused until the card issuer accepts your business again.')).toBeVisible();
    await expect(owed(page)).toContainText('$84.10');
    await expect(owed(page).getByText(/^Next: \$84\.10, drawn on .* from First Harbor/)).toBeVisible();
    await expectNoFindings(page, 'a business that is no longer accepted');
    await page.setViewportSize({ width: 360, height: 740 });
    await expectItFitsAt(page, 360);

    await owed(page).getByRole('button', { name: 'Pay now' }).click();
    const dialog = page.getByRole('dialog', { name: 'Pay now' });
    await dialog.getByRole('button', { name: 'Pay $84.10' }).click();
    await page.getByRole('button', { name: 'Done' }).click();
    await expect(owed(page).getByText('$84.10 is already on its way from your bank.')).toBeVisible();
    await expect(owed(page).getByRole('button', { name: 'Pay now' })).toHaveCount(0);
  });
}

test('a merchant whose business is looked at again reads what is owed beside that, and after a reset of the verification too', async ({ page }) => {
  const merchant = await onboardedMerchant();
  await refuse(merchant, 'PENDING_REVIEW');
  await signInAsMerchant(page, merchant);
  await expect(heading(page, 'The card issuer is looking at your business again')).toBeVisible();
  await expect(page.getByText('Opening your card')).toHaveCount(0);
  await expect(owed(page).getByRole('button', { name: 'Pay now' })).toBeVisible();

  const reset = { reason: 'wrong business', confirmation: merchant.receiver.business_name };
  const { status } = await callAsAdmin(`/api/staff/receivers/${merchant.receiver.token}/actions/reset_kyb`, { method: 'POST', body: reset });
  expect(status).toBe(200);
  await page.goto(siteUrl());
  await expect(heading(page, 'Your business')).toBeVisible();
  await expect(owed(page).getByRole('button', { name: 'Pay now' })).toBeVisible();
});

test('in the app a refused merchant reads that the account is held, why, what is owed and when it is taken, and pays it now', async ({ page }) => {
  const shop = await onboardedShop();
  await refuse(shop);
  const app = appFrame(page);
  await page.goto(pageOf(shop, ''));
  await expect(app.getByText('Account on hold')).toBeVisible();
  await expect(app.getByText('The card issuer no longer accepts your business', { exact: true })).toBeVisible();
  await expect(app.getByRole('heading', { name: 'Total Outstanding' }).locator('..')).toContainText('$84.10');
  await expect(app.getByText('What you get and what it costs')).toHaveCount(0);
  await page.goto(pageOf(shop, 'onboarding'));
  await expect(heading(app, 'Your business is no longer accepted')).toBeVisible();
  await expect(app.getByText('Your cards are paused until the card issuer accepts your business again.')).toBeVisible();
  await expect(app.getByRole('heading', { name: 'You owe' })).toBeVisible();
  await expect(app.getByText(/^Next: \$84\.10, drawn on .* from First Harbor/)).toBeVisible();
  await expectNoFindings(page, 'a business that is no longer accepted', inApp);
  await page.setViewportSize({ width: 360, height: 740 });
  await app.getByRole('button', { name: 'Pay now' }).click();
  await app.getByRole('button', { name: 'Pay $84.10' }).click();
  await expect(app.getByText('$84.10 is already on its way from your bank.')).toBeVisible();
});
