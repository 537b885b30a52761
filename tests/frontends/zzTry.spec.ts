import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { appFrame, blockFramedStorage, installApp, openMenu, ourFrame } from './store.ts';
const title = (page: Page, name: string) => appFrame(page).getByRole('heading', { level: 1, name, exact: true });

for (const mode of ['doc', 'chunk'])
test(`press while reload pending ${mode}`, async ({ page }) => {
  await blockFramedStorage(page);
  await page.goto((await installApp()).adminUrl);
  await expect(title(page, 'Spending power')).toBeVisible();
  await (await openMenu(page)).getByRole('link', { name: 'Payments' }).click();
  await expect(title(page, 'Payments')).toBeVisible();
  await page.waitForTimeout(1000);
  page.on('request', (r) => r.url().includes('/shopify') && console.log('req', r.method(), r.url().slice(0, 120)));
  page.on('requestfailed', (r) => console.log('failed', r.url().slice(0, 120), r.failure()?.errorText));
  page.on('framenavigated', (f) => console.log('nav', f.url().slice(0, 120)));
  if (mode === 'doc') await page.route(/\/shopify\/payments\?/, async (route) => { await new Promise((r) => setTimeout(r, 1500)); await route.continue(); }, { times: 1 });
  else await page.route(/_assets\/shopify\/assets\/app\.cards/, async (route) => { await new Promise((r) => setTimeout(r, 3000)); await route.continue().catch(() => {}); });
  await (await ourFrame(page)).evaluate(() => location.reload());
  await (await openMenu(page)).getByRole('link', { name: 'Cards' }).click();
  await page.waitForTimeout(8000);
  console.log('heading', await appFrame(page).getByRole('heading', { level: 1 }).allTextContents(), (await ourFrame(page)).url());
});
