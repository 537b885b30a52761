import { charge, openHome } from './dashboard.ts';
import { expect, test } from './fixtures.ts';
import { forward } from './forward.ts';
import { onboardedMerchant } from './merchants.ts';
import { appFrame, onboardedShop, pageOf } from './store.ts';

// What cannot be read is given to the page in place of the server's answer: no provider can break what the product's database has.

const failure = { status: 503, contentType: 'application/problem+json', body: JSON.stringify({ title: 'Not now', detail: 'Try again in a minute.' }) };

test('home says which of its messages could not be read, and asks again', async ({ page, expectConsoleError }) => {
  test.slow();
  expectConsoleError(/503/);
  const merchant = await onboardedMerchant();
  const calls = /\/(debit_authorization|draw_plan|declines|plaid_account|credit|cards)(\?|$)/;
  await page.route(calls, (route) => route.fulfill(failure));
  await openHome(page, merchant);
  await expect(page.getByRole('status', { name: 'A part of this page is missing' })).toContainText(
    'We could not read whether your bank wants you to sign in again, whether your bank account may be debited, what is drawn next from your bank account, and your declined purchases.',
  );
  for (const name of ['Credit', 'Cards']) await expect(page.getByRole('region', { name, exact: true })).toContainText('Try again in a minute.');

  await page.unrouteAll({ behavior: 'wait' });
  const again = page.locator('#content').getByRole('button', { name: 'Try again' });
  await expect(async () => {
    if ((await again.count()) > 0) await again.first().click({ timeout: 1_000 });
    await expect(again).toHaveCount(0, { timeout: 1_000 });
  }).toPass();
});

test('a purchase whose payment cannot be worked out says so', async ({ page, expectConsoleError }) => {
  test.slow();
  expectConsoleError(/503/);
  const merchant = await onboardedMerchant();
  await charge(merchant, 8_410);
  await page.route(/\/pay_now\?/, (route) => route.fulfill(failure));
  await openHome(page, merchant, '/transactions');
  await page
    .getByRole('button', { name: 'FJORD TEXTILES IMPORT' })
    .or(page.getByRole('cell', { name: 'FJORD TEXTILES IMPORT' }))
    .first()
    .click();
  const details = page.getByRole('dialog');
  await expect(details).toContainText('Try again in a minute.', { timeout: 30_000 });
  await page.unrouteAll({ behavior: 'wait' });
  await details.getByRole('button', { name: 'Try again' }).click();
  await expect(details.getByRole('button', { name: 'Try again' })).toHaveCount(0);
});

test('home in the store’s admin names the part that could not be read, and insights there show that they read again', async ({ page }) => {
  test.slow();
  const shop = await onboardedShop(page);
  const app = appFrame(page);
  // The router's own form of an answer: a list of values, whose objects name the places of their keys and values in it.
  await page.route(/\/shopify\.data/, async (route) => {
    const answer = await forward(route);
    const [first = '', ...rest] = (await answer.text()).split('\n');
    const values: unknown[] = JSON.parse(first);
    const key = `_${values.indexOf('unread')}`;
    const home = values.find((value): value is Record<string, number> => typeof value === 'object' && value !== null && key in value);
    if (home) values[home[key] ?? 0] = [values.push('cash') - 1];
    await route.fulfill({ response: answer, body: [JSON.stringify(values), ...rest].join('\n') });
  });
  await page.goto(shop.adminUrl);
  const missing = app.getByText('We could not read your cash in the next 90 days. Nothing has changed by that.');
  await expect(missing).toBeVisible({ timeout: 60_000 });
  await page.unrouteAll({ behavior: 'wait' });
  await app.getByRole('button', { name: 'Try again' }).click();
  await expect(missing).toHaveCount(0);

  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let isBroken = true;
  await page.route('**/shopify/calls', async (route) => {
    if (!route.request().postData()?.includes('insights/spending')) return route.continue();
    if (isBroken) return route.fulfill({ json: { ok: false, problem: { code: 'unavailable', title: 'Not now', detail: 'Try again in a minute.' } } });
    await released;
    await route.continue();
  });
  await page.goto(pageOf(shop, 'insights'));
  await expect(app.getByText('Try again in a minute.')).toBeVisible();
  isBroken = false;
  await app.getByRole('button', { name: 'Try again' }).click();
  await expect(app.getByText('Try again in a minute.')).toHaveCount(0);
  release();
});
