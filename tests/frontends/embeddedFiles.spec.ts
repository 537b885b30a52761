import { readFile } from 'node:fs/promises';
import { expectNoFindings } from './axe.ts';
import { fileOf } from './downloads.ts';
import { expect, test } from './fixtures.ts';
import { press } from './merchants.ts';
import { appFrame, inApp, installApp, onboardedShop, ourFrame, pageOf } from './store.ts';

const file = { name: /^Card transactions - .*, CSV$/ };

test('a file is downloaded from an address of its own, in the phone’s admin too', async ({ page, context }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  const shop = await installApp();
  const files: string[] = [];
  context.on('page', (opened) => opened.on('download', (download) => void files.push(download.suggestedFilename())));
  page.on('download', (download) => void files.push(download.suggestedFilename()));
  await page.goto(pageOf(shop, 'reports'));
  await appFrame(page).getByRole('button', file).first().click();
  // A process for files is started for the first one.
  await expect.poll(() => files, { timeout: 180_000 }).toEqual([expect.stringMatching(/^Headway.*\.csv$/)]);
  // The app is where it was.
  await expect(appFrame(page).getByRole('heading', { level: 1, name: 'Reports' })).toBeVisible();
  expect((await ourFrame(page)).url()).toContain('/shopify/reports?');
});

test('a file that could not be made says so until it is tried again', { tag: '@all' }, async ({ page, expectConsoleError }) => {
  expectConsoleError(/503/);
  const shop = await installApp();
  await page.goto(pageOf(shop, 'reports'));
  const app = appFrame(page);
  await page.route('**/shopify/files?*', (route) => route.fulfill({ status: 503, body: '' }), { times: 1 });
  await app.getByRole('button', file).first().click();
  const problem = app.getByRole('alert').filter({ hasText: 'The file could not be made.' });
  await expect(problem).toBeVisible();
  await expect(problem).toBeFocused();
  await fileOf(page, () => app.getByRole('button', file).first().click());
  await expect(problem).toHaveCount(0);
});

test('a month is summed up by card and by person, with its file', { tag: '@all' }, async ({ page }) => {
  test.slow();
  const shop = await onboardedShop();
  const app = appFrame(page);
  const fresh = { color: 'teal', purpose: null, holder_id: null, kind: 'standard', is_physical: false, shipping_address: null, controls: null };
  const own = `/api/users/${shop.receiver.token}`;
  const { card } = await shop.call<{ card: { token: string; last_four: string } }>(`${own}/cards`, { method: 'POST', body: { ...fresh, name: 'Ads' } });
  await page.goto(pageOf(shop, 'reports'));
  await expect(app.getByText('Nothing was bought or returned in this month.')).toBeVisible();
  await expect(app.getByRole('button', { name: /by-card/ })).toHaveCount(0);

  await press('lithic', 'force_post', { card_token: card.token, amount: 12_345, descriptor: 'BRIGHTPIXEL ADS' });
  await press('lithic', 'force_post', { card_token: shop.cardToken, amount: 4_000, descriptor: 'FJORD TEXTILES IMPORT' });
  const month = new Date(await page.evaluate(() => Date.now())).toISOString().slice(0, 7);
  await expect.poll(async () => (await shop.call<{ total: { count: number } }>(`${own}/card_months?month=${month}`)).total.count).toBe(2);
  await page.reload();
  const byCard = app.getByRole('table', { name: 'By card' });
  await expect(byCard.getByRole('row', { name: `Ads (${card.last_four})` })).toContainText('$123.45$0.001');
  await expect(byCard.getByRole('row', { name: 'Total' })).toContainText('$163.45$0.002');
  expect(await byCard.locator('thead th').allTextContents()).toEqual(['Card', 'Purchases', 'Refunds', 'Transactions']);
  await expectNoFindings(page, 'a month by card', inApp);
  await app.getByLabel('Cards or people').selectOption('By person');
  const byPerson = app.getByRole('table', { name: 'By person' });
  await expect(byPerson.getByRole('row')).toHaveCount(3);
  await expect(byPerson.getByRole('row').nth(1)).toContainText('$163.45$0.002');
  const download = await fileOf(page, () => app.getByRole('button', { name: `Download CSV: Headway-by-person-${month}.csv` }).click());
  expect(download.suggestedFilename()).toBe(`Headway-by-person-${month}.csv`);
  const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n');
  expect(lines).toEqual(['Person,Purchases,Refunds,Transactions', expect.stringMatching(/,163\.45,0\.00,2$/)]);
  await app.getByLabel('Month', { exact: true }).selectOption({ index: 1 });
  await expect(app.getByText('Nothing was bought or returned in this month.')).toBeVisible();
});
