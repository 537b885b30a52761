import { expect, test } from './fixtures.ts';
import { appFrame, installApp, ourFrame, pageOf } from './store.ts';

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
  await expect.poll(() => files, { timeout: 60_000 }).toEqual([expect.stringMatching(/^Headway.*\.csv$/)]);
  // The app is where it was.
  await expect(appFrame(page).getByRole('heading', { level: 1, name: 'Reports' })).toBeVisible();
  expect((await ourFrame(page)).url()).toContain('/shopify/reports?');
});

test('a file that could not be made says so until it is tried again', async ({ page, expectConsoleError }) => {
  expectConsoleError(/503/);
  const shop = await installApp();
  await page.goto(pageOf(shop, 'reports'));
  const app = appFrame(page);
  await page.route('**/shopify/files?*', (route) => route.fulfill({ status: 503, body: '' }), { times: 1 });
  await app.getByRole('button', file).first().click();
  const problem = app.getByRole('alert').filter({ hasText: 'The file could not be made.' });
  await expect(problem).toBeVisible();
  await expect(problem).toBeFocused();
  const downloaded = page.waitForEvent('download');
  await app.getByRole('button', file).first().click();
  await downloaded;
  await expect(problem).toHaveCount(0);
});
