import { expectNoFindings } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { appFrame, inApp, installApp, merchantOfShop, pageOf } from './store.ts';

const ownersWords = 'Only the owner of the store can do this. Ask Sam Turner to open the app.';

test('two members of the staff see what the owner of the store decides, and the owner alone acts', async ({ page, anotherBrowser }) => {
  const shop = await installApp();
  const app = appFrame(page);
  await page.goto(shop.adminUrl);
  await expect(app.getByRole('heading', { name: 'Get your card' })).toBeVisible();
  await expect(app.getByText(/This is for the owner/)).toHaveCount(0);

  // A colleague in a browser of their own sees the same home without its effects, and reads whom to ask in their place.
  const colleague = await anotherBrowser();
  const theirs = appFrame(colleague);
  await colleague.goto(`${shop.adminUrl}?staff=43`);
  await expect(theirs.getByRole('heading', { name: 'Get your card' })).toBeVisible();
  await expect(theirs.getByRole('button', { name: /full site|Get started/ })).toHaveCount(0);
  await expect(theirs.getByRole('link', { name: 'Get started' })).toHaveCount(0);
  await colleague.goto(pageOf(shop, 'onboarding'));
  await expect(theirs.getByText(ownersWords)).toBeVisible();
  await colleague.goto(pageOf(shop, 'settings'));
  await expect(theirs.getByText(ownersWords)).toBeVisible();
  await expectNoFindings(colleague, 'what the staff read in place of a page', inApp);

  const owner = await merchantOfShop(shop);
  const { token } = await owner.receiver();
  await owner.call(`/api/users/${token}/staff_access`, { method: 'PUT', body: { staff_access: 'nothing' } });
  await colleague.goto(shop.adminUrl);
  await expect(theirs.getByText('has not opened this to its staff. Ask Sam Turner')).toBeVisible();
  await expect(theirs.getByRole('heading', { name: 'Get your card' })).toHaveCount(0);

  const another = await anotherBrowser();
  await owner.call(`/api/users/${token}/staff_access`, { method: 'PUT', body: { staff_access: 'setup' } });
  await another.goto(`${shop.adminUrl}?staff=44`);
  await expect(appFrame(another).getByText(ownersWords)).toBeVisible();
  await expect(appFrame(another).getByRole('heading', { name: 'Get your card' })).toBeVisible();
  await page.reload();
  await expect(app.getByRole('heading', { name: 'Get your card' })).toBeVisible();
  expect((await owner.receiver()).staff_access).toBe('setup');
});
