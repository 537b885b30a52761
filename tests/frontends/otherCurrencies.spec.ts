import { shopHandIn } from '../support/handIns.ts';
import { siteUrl } from './addresses.ts';
import { expectNoFindings } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { prepare } from './onboardingMerchant.ts';
import { heading } from './onboardingPages.ts';
import { appFrame, inApp, installApp, merchantOfShop, onboardedShop, pageOf } from './store.ts';

const said = 'Sales in Canadian dollars (CAD) do not count toward your limit: it follows from sales in US dollars alone.';

test('a merchant whose store sells in Canadian dollars reads in the onboarding of app and site that its sales do not count', async ({ page }) => {
  const shop = await installApp('new', { currency: 'CAD' });
  await prepare(await merchantOfShop(shop), 'store');
  await page.goto(pageOf(shop, 'onboarding'));
  const app = appFrame(page);
  await expect(heading(app, 'Get your card')).toBeVisible();
  await expect(app.getByRole('region', { name: 'Your sales' })).toContainText(said);
  await page.goto(`${siteUrl()}/?${await shopHandIn(shop.domain)}`);
  await expect(heading(page, 'Get your card')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Your sales' })).toContainText(said);
});

test('the settings of app and site say it of the store, accessibly, and its receivables stand in their own currency', async ({ page }) => {
  test.slow();
  const shop = await onboardedShop({ currency: 'CAD' });
  await page.goto(pageOf(shop, 'settings'));
  await expect(appFrame(page).getByText(said)).toBeVisible();
  await expectNoFindings(page, 'the settings', inApp);
  await page.goto(pageOf(shop, 'transactions?tab=receivables'));
  await expect(appFrame(page).getByRole('main')).toContainText(/CA\$\d/);
  await page.goto(`${siteUrl()}/settings?${await shopHandIn(shop.domain)}`);
  await expect(page.getByRole('region', { name: 'Stores and books' })).toContainText(said);
  await expectNoFindings(page, 'the settings of the site');
});
