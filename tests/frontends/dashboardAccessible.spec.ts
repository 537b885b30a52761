import { siteUrl } from './addresses.ts';
import { expectNoFindingsInAnyLight } from './axe.ts';
import { charge, openHome } from './dashboard.ts';
import { expect, test } from './fixtures.ts';
import { onboardedMerchant, press } from './merchants.ts';

test('axe finds nothing on the dashboard, light and dark, and no page is wider than the screen', async ({ page, expectConsoleError }) => {
  test.slow();
  // Axe tries to read the style sheet of the issuer's frame, whose policy forbids that.
  expectConsoleError(/headway-card\.css' violates/);
  const merchant = await onboardedMerchant({ name: 'Corner Bakery and Coffee Roasters of Upper Lake County LLC' });
  await charge(merchant, 8_410);
  await press('lithic', 'decline', { card_token: merchant.cardToken, amount: 4_200, descriptor: 'FJORD TEXTILES IMPORT', reason: 'INSUFFICIENT_FUNDS' });
  await openHome(page, merchant);
  await expect(page.getByRole('status', { name: 'Declined purchase' })).toContainText('$42.00 at FJORD TEXTILES IMPORT');
  await expect(page.getByText('Corner Bakery and', { exact: true })).toBeVisible();

  const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);
  await page.goto(`${siteUrl()}/`);
  await expect(page.getByRole('tabpanel').locator('tbody tr')).toHaveCount(1, { timeout: 30_000 });
  await expect(page.getByRole('region', { name: 'Why this limit' })).toContainText('Total limit');
  await expect(page.getByRole('region', { name: 'Repayment calendar' })).toContainText('$84.10');
  await expectNoFindingsInAnyLight(page, 'home');
  expect(await fits()).toBe(true);
  await page.getByRole('tabpanel').locator('tbody tr').click();
  await expect(page.getByRole('dialog').getByRole('heading', { name: 'History' })).toBeVisible();
  await expectNoFindingsInAnyLight(page, 'details of a row');
  await page.goto(`${siteUrl()}/reports`);
  await expect(page.getByRole('button', { name: /, PDF$/ })).toHaveCount(12, { timeout: 30_000 });
  await expectNoFindingsInAnyLight(page, 'reports');
  expect(await fits()).toBe(true);
});
