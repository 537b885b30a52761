import { siteUrl } from './addresses.ts';
import { expect, test } from './fixtures.ts';
import { expectSignedInAs } from './people.ts';
import { appFrame, blockFramedStorage, installApp, untilAlive, withSessionToken } from './store.ts';

test('a shop opens the app in its admin: no sign-in, no cookie, no storage', { tag: '@phone' }, async ({ page, context }) => {
  await blockFramedStorage(page);
  const shop = await installApp();
  await page.goto(shop.adminUrl);
  const app = appFrame(page);
  await expect(app.getByRole('heading', { name: 'Spending power', exact: true })).toBeVisible();
  await expect(app.getByRole('heading', { name: 'Get your card' })).toBeVisible();
  await expect(app.getByText('0 of 7 done')).toBeVisible();
  expect(await context.cookies(siteUrl())).toEqual([]);
});

test('one click opens the full site for the same merchant: its window opens in the press itself, before its address is known, learns nothing of the app, and the session leaves its address', async ({
  page,
}) => {
  const shop = await installApp();
  await page.goto(shop.adminUrl);
  const button = appFrame(page).getByRole('button', { name: 'Do it on the full site' });
  await expect(button).toBeVisible();
  await untilAlive(page);
  const opened = page.waitForEvent('popup');
  // A browser blocks a window that opens after the answer.
  await page.route('**/shopify/calls', async (route) => {
    await opened;
    await route.continue();
  });
  await button.click();
  const site = await opened;
  await expectSignedInAs(site, `owner@${shop.domain}`);
  expect(site.url()).not.toMatch(/session/);
  expect(await site.evaluate(() => [window.opener, document.referrer])).toEqual([null, '']);
});

test('an expired session token is renewed silently, and the app opens', async ({ page }) => {
  await blockFramedStorage(page);
  const shop = await installApp();
  const expired = await withSessionToken(shop, { lifeSeconds: -120 });
  // The admin first gives the frame an expired token, as in a tab that was left open.
  await page.route(
    (url) => url.origin === siteUrl() && url.pathname === '/shopify' && !url.searchParams.has('bounced'),
    (route) => route.fulfill({ status: 302, headers: { location: expired } }),
    { times: 1 },
  );
  await page.goto(shop.adminUrl);
  await expect(appFrame(page).getByRole('heading', { name: 'Get your card' })).toBeVisible();
});

test('a click before hydration neither leaves the admin nor breaks the app', { tag: '@all' }, async ({ page }) => {
  const shop = await installApp();
  const app = appFrame(page);
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/_assets\/shopify\/.*\.js$/, async (route) => {
    await released;
    await route.continue();
  });
  // Keep clicking while the page hydrates, too.
  await page.addInitScript(() => {
    if (window.self !== window.top) setInterval(() => document.body?.click());
  });
  await page.goto(shop.adminUrl, { waitUntil: 'commit' });
  const link = app.getByText('Get started', { exact: true });
  await expect(link).toBeVisible();
  const place = await link.boundingBox();
  if (place === null) throw new Error('the link is not laid out');
  await page.mouse.click(place.x + place.width / 2, place.y + place.height / 2);
  release();
  await app.getByRole('link', { name: 'Get started' }).click();
  await expect(app.getByRole('heading', { name: 'Privacy Policy', exact: true })).toBeVisible();
});

test('a step of the set-up guide says what it is for when it is pressed', { tag: '@all' }, async ({ page }) => {
  const shop = await installApp();
  await page.goto(shop.adminUrl);
  const app = appFrame(page);
  await expect(app.getByText('What we know about you and what we do with it.')).toBeVisible();
  const bank = app.getByRole('button', { name: 'Bank account: To do' });
  await expect(bank).toHaveAttribute('aria-expanded', 'false');
  await bank.click();
  await expect(app.getByText('Repayments are drawn from it.')).toBeVisible();
  await expect(bank).toHaveAttribute('aria-expanded', 'true');
  await expect(app.getByRole('status', { name: 'Status of the app' })).toContainText('Setup unfinished');
});
