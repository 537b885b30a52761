import { randomUUID } from 'node:crypto';
import { shopHandIn, storeHandIn } from '../support/handIns.ts';
import { siteUrl } from './addresses.ts';
import { expect, test } from './fixtures.ts';
import { expectSignedInAs, openAsNewPerson, waitForLogin } from './people.ts';
import { installApp } from './store.ts';

const refused = /401.*propel_auth_access_token/;

test('a Shopify shop hands its session in: the page works without a sign-in, and the session leaves the address bar', async ({ page }) => {
  const { domain: shop } = await installApp();
  await page.goto(`${siteUrl()}/?boss=true&${await shopHandIn(shop)}#top`);
  await expectSignedInAs(page, `owner@${shop}`);
  expect(page.url()).toBe(`${siteUrl()}/?boss=true#top`);
  await page.goBack();
  expect(page.url()).toBe('about:blank');
});

test('a BigCommerce store hands its session in, at the program whose page it opens', async ({ page }) => {
  const email = `${randomUUID()}@example.com`;
  await page.goto(`${siteUrl('boost')}/?boss=true&${await storeHandIn(email)}`);
  await expectSignedInAs(page, email);
  expect(page.url()).toBe(`${siteUrl('boost')}/?boss=true`);
});

test('a handed-in session is kept only in the memory of its page', async ({ page, context }) => {
  const email = `${randomUUID()}@example.com`;
  await page.goto(`${siteUrl()}/?boss=true&${await storeHandIn(email)}`);
  await expectSignedInAs(page, email);
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]));
  expect(kept).not.toMatch(/eyJ/);
  expect(await context.cookies(siteUrl())).toEqual([]);
  await page.reload();
  await waitForLogin(page);
});

test('a hand-in that has expired says so and offers the hosted sign-in, which leads back without it', async ({ page, expectConsoleError }) => {
  expectConsoleError(refused);
  await page.goto(`${siteUrl()}/?boss=true&${await storeHandIn(undefined, { lifeSeconds: -120 })}`);
  await expect(page.getByRole('heading', { name: 'Your session has expired' })).toBeVisible();
  await page.getByRole('button', { name: 'Login' }).click();
  await waitForLogin(page);
  const backTo = new URL(page.url()).searchParams.get('rt') ?? '';
  expect(Buffer.from(backTo, 'base64').toString()).toBe(`${siteUrl()}/?boss=true`);
});

test('a handed-in session is renewed before it ends, while the page is open', async ({ page }) => {
  const email = `${randomUUID()}@example.com`;
  await page.goto(`${siteUrl()}/?boss=true&${await storeHandIn(email)}`);
  await expectSignedInAs(page, email);
  const tokens: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (/access_token_renewal$/.test(request.url())) tokens.push(request.headers().authorization);
  });
  // Tokens live 30 minutes and are renewed in the last ten. The page's time also runs by itself.
  await page.clock.runFor('17:00');
  expect(tokens).toEqual([]);
  const renewal = page.waitForResponse(/access_token_renewal$/);
  await page.clock.runFor('04:00');
  expect((await renewal).status()).toBe(200);
  await page.clock.runFor('17:00');
  expect(tokens).toHaveLength(1);
  // The page's clock may have run on before the page had the answer, so that the second renewal is due some minutes later.
  await expect
    .poll(async () => {
      await page.clock.runFor('01:00');
      return tokens.length;
    })
    .toBe(2);
  expect(tokens[1]).not.toBe(tokens[0]);
});

test.describe('while somebody else is signed in', () => {
  test('a hand-in asks, and staying keeps the person signed in', async ({ page }) => {
    const email = await openAsNewPerson(page, '/?boss=true');
    await expectSignedInAs(page, email);
    const other = `${randomUUID()}@example.com`;
    await page.goto(`${siteUrl()}/?boss=true&${await storeHandIn(other)}`);
    const question = page.getByRole('dialog', { name: 'Switch accounts?' });
    await expect(question).toContainText(email);
    await expect(question).toContainText(other);
    await question.getByRole('button', { name: 'Stay signed in' }).click();
    await expect(question).toBeHidden();
    await expectSignedInAs(page, email);
    await expect(page.getByText(other)).toHaveCount(0);
  });

  test('switching shows the other account in this tab, until a reload', async ({ page }) => {
    const email = await openAsNewPerson(page, '/?boss=true');
    await expectSignedInAs(page, email);
    const other = `${randomUUID()}@example.com`;
    await page.goto(`${siteUrl()}/?boss=true&${await storeHandIn(other)}`);
    await page.getByRole('button', { name: 'Switch account' }).click();
    await expectSignedInAs(page, other);
    await expect(page.getByText(email)).toHaveCount(0);
    await page.reload();
    await expectSignedInAs(page, email);
  });

  test('connecting the store opens the account of the person signed in, now and at the next visit', { tag: '@all' }, async ({ page }) => {
    const email = await openAsNewPerson(page, '/?boss=true');
    await expectSignedInAs(page, email);
    const [other, shop] = [`${randomUUID()}@example.com`, randomUUID().replaceAll('-', '').slice(0, 10)];
    await page.goto(`${siteUrl()}/?boss=true&${await storeHandIn(other, {}, shop)}`);
    await page.getByRole('button', { name: 'Connect this store' }).click();
    await expect(page.getByRole('dialog')).toBeHidden();
    await expectSignedInAs(page, email);
    await page.goto(`${siteUrl()}/?boss=true&${await storeHandIn(other, {}, shop)}`);
    await expectSignedInAs(page, email);
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
});

test('a handed-in session works in the frame of a store’s control panel, which alone signs out; one that is over leads to a sign-in beside it', {
  tag: '@all',
}, async ({ page, expectConsoleError }) => {
  // The control panel of the test has https, and the product of the run has not.
  expectConsoleError(/^Mixed Content/);
  expectConsoleError(refused);
  const open = async (query: string) => {
    await page.unrouteAll();
    const framed = `${siteUrl()}/bigcommerce/?boss=true&${query}`;
    await page.route('https://store-abc.mybigcommerce.com/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: `<link rel="icon" href="data:,"><iframe src="${framed}" width="1000" height="600"></iframe>` }),
    );
    await page.goto('https://store-abc.mybigcommerce.com/manage');
    return page.frameLocator('iframe');
  };
  const app = await open(await storeHandIn());
  await expect(app.getByRole('link', { name: 'Home', exact: true })).toBeVisible();
  await expect(app.getByText('Log out')).toHaveCount(0);

  await open(await storeHandIn(undefined, { lifeSeconds: -120 }));
  await expect(app.getByRole('heading', { name: 'Your session has expired' })).toBeVisible();
  const hosted = page.waitForEvent('popup');
  await app.getByRole('button', { name: 'Login' }).click();
  await waitForLogin(await hosted);
});
