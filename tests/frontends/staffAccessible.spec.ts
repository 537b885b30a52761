import { siteUrl } from './addresses.ts';
import { expectNoFindings } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { onboardedMerchant } from './merchants.ts';
import { chooseAction, signInAsStaff } from './staff.ts';

for (const scheme of ['light', 'dark'] as const) {
  test(`axe finds nothing on the staff pages, ${scheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    const merchant = await onboardedMerchant();
    await signInAsStaff(page, 'admin', `/staff?q=${merchant.email}`);
    await expect(page.getByRole('list', { name: 'Customers found' })).toBeVisible();
    await expectNoFindings(page, 'the search');
    for (const tab of ['', '/spending-power', '/ledger', '/webhooks', '/notes', '/audit']) {
      await page.goto(`${siteUrl()}/staff/customers/${merchant.receiver.token}${tab}`);
      await expect(page.getByRole('heading', { level: 1, name: 'Corner Bakery LLC' })).toBeVisible();
      await expectNoFindings(page, `the customer's page${tab}`);
    }
    await page.goto(`${siteUrl()}/access?masqueradeAs=${merchant.email}`);
    await expect(page.getByText('An administrator looked at your account')).toBeVisible();
    await page.getByRole('button', { name: 'Debug' }).click();
    await expectNoFindings(page, 'the visits, the banner and what is behind the page');
    await page.getByRole('button', { name: 'Debug' }).click();
    await page.goto(`${siteUrl()}/?admin&masqueradeAs=${merchant.email}`);
    await expect(page.getByText('Current override (in cents): NONE')).toBeVisible();
    await expectNoFindings(page, 'the admin view');
    await page.getByRole('button', { name: 'Admin Actions' }).click();
    await expect(page.getByRole('listbox', { name: 'Admin Actions' })).toBeVisible();
    await expectNoFindings(page, 'the menu', '[role="listbox"]');
    await page.keyboard.press('Escape');
    const dialog = await chooseAction(page, 'Reset Onboarding');
    await dialog.getByRole('button', { name: 'Reset Onboarding' }).click();
    await expectNoFindings(page, 'the dialog of an action');
  });
}
