import { shopHandIn } from '../support/handIns.ts';
import { siteUrl } from './addresses.ts';
import { expectNoFindings } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { appFrame, inApp, onboardedShop, pageOf } from './store.ts';

const said = 'Sales in Canadian dollars (CAD) do not count toward your limit: it follows from sales in US dollars alone.';

test('the settings of app and site say that sales in Canadian dollars do not count, accessibly, and the receivables stand in their own currency', async ({
  page,
}) => {
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
