import { randomUUID } from 'node:crypto';
import { sandboxUrl, siteUrl } from './addresses.ts';
import { expect, test } from './fixtures.ts';
import { blockFramedStorage } from './store.ts';

test('a BigCommerce store installs the app and opens its dashboard in the control panel; the panel and the frame may be reloaded', async ({
  page,
  context,
}) => {
  await blockFramedStorage(page);
  const hash = randomUUID().replaceAll('-', '').slice(0, 10);
  const email = `owner@${hash}.example`;
  await page.goto(`${sandboxUrl()}/bigcommerce/store-${hash}`);
  await page.getByRole('button', { name: 'Install' }).click();
  const app = page.frameLocator('iframe[title="App"]');
  await expect(app.getByText('Headway is installed.')).toBeVisible();

  await page.goto(`${sandboxUrl()}/bigcommerce/store-${hash}`);
  const signedIn = app.getByText(email).first();
  await expect(signedIn).toBeAttached();
  expect(await context.cookies()).toEqual([]);
  const frame = page.frames().find((one) => one.url().startsWith(siteUrl()));
  expect(frame?.url()).not.toContain('session_jwt');

  await frame?.evaluate(() => location.reload());
  await expect(signedIn).toBeAttached();
  await page.reload();
  await expect(signedIn).toBeAttached();

  await page.getByRole('button', { name: 'Uninstall app' }).click();
  await expect(page.getByRole('button', { name: 'Install' })).toBeVisible();
});
