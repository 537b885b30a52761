import { siteUrl } from './addresses.ts';
import { expectNoFindingsInAnyLight } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { onboardedMerchant } from './merchants.ts';
import { chooseAction, openTab, signInAsStaff } from './staff.ts';

test('axe finds nothing on the staff pages, light or dark', { tag: '@phone' }, async ({ page }) => {
  test.slow();
  const merchant = await onboardedMerchant();
  await signInAsStaff(page, 'admin', `/staff?q=${merchant.email}`);
  await expect(page.getByRole('list', { name: 'Customers found' })).toBeVisible();
  await expectNoFindingsInAnyLight(page, 'the search');
  await page.goto(`${siteUrl()}/staff/customers/${merchant.receiver.token}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Corner Bakery LLC' })).toBeVisible();
  for (const tab of ['Timeline', 'Spending power', 'Ledger', 'Webhook events', 'Notes', 'Audit log', 'Account terms', 'Closing']) {
    await openTab(page, tab);
    await expectNoFindingsInAnyLight(page, `the customer's page, ${tab}`);
  }
  await page.goto(`${siteUrl()}/settings?masqueradeAs=${merchant.email}#access`);
  await expect(page.getByText('An administrator looked at your account')).toBeVisible();
  await page.getByRole('button', { name: 'Debug' }).click();
  await expectNoFindingsInAnyLight(page, 'the visits, the banner and what is behind the page');
  await page.getByRole('button', { name: 'Debug' }).click();
  await page.goto(`${siteUrl()}/?admin&masqueradeAs=${merchant.email}`);
  await expect(page.getByText('Current override (in cents): NONE')).toBeVisible();
  await expectNoFindingsInAnyLight(page, 'the admin view');
  await page.getByRole('button', { name: 'Admin Actions' }).click();
  await expect(page.getByRole('listbox', { name: 'Admin Actions' })).toBeVisible();
  await expectNoFindingsInAnyLight(page, 'the menu', '[role="listbox"]');
  await page.keyboard.press('Escape');
  const dialog = await chooseAction(page, 'Reset Onboarding');
  await dialog.getByRole('button', { name: 'Reset Onboarding' }).click();
  await expectNoFindingsInAnyLight(page, 'the dialog of an action');
});
