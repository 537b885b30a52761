import type { Page } from '@playwright/test';
import { charge, openHome, pressTryAgain } from './dashboard.ts';
import { expect, test } from './fixtures.ts';
import { forward } from './forward.ts';
import { onboardedMerchant } from './merchants.ts';
import { appFrame, onboardedShop, openCardForm, pageOf, untilAlive } from './store.ts';

// What cannot be read is given to the page in place of the server's answer: no provider can break what the product's database has.

const failure = { status: 503, contentType: 'application/problem+json', body: JSON.stringify({ title: 'Not now', detail: 'Try again in a minute.' }) };

/**
 * Changes what the app's router answers: a list of values, whose objects name the places of their keys and values in it.
 * @param key a key of the one object that is changed.
 * @param changed returns its new values: places in the list, to which it may add, or the router's own marks.
 */
async function changeAnswer(page: Page, address: RegExp, key: string, changed: (values: unknown[]) => Record<string, unknown>): Promise<void> {
  await page.route(address, async (route) => {
    const answer = await forward(route);
    const [first = '', ...rest] = (await answer.text()).split('\n');
    const values: unknown[] = JSON.parse(first);
    const place = (name: string) => `_${values.indexOf(name)}`;
    const found = values.find((value): value is Record<string, number> => typeof value === 'object' && value !== null && place(key) in value);
    if (found)
      for (const [name, value] of Object.entries(changed(values))) {
        // A list is a value of its own, and found by its place.
        if (Array.isArray(value)) values[found[place(name)] ?? 0] = value;
        else found[place(name)] = Number(value);
      }
    await route.fulfill({ response: answer, body: [JSON.stringify(values), ...rest].join('\n') });
  });
}

/** The mark of the app's router for null. */
const nullMark = -5;

test('home says which of its messages could not be read, and asks again', async ({ page, expectConsoleError, sharedMerchant }) => {
  test.slow();
  expectConsoleError(/503/);
  const calls = /\/(debit_authorization|draw_plan|declines|plaid_account|credit|cards)(\?|$)/;
  await page.route(calls, (route) => route.fulfill(failure));
  await openHome(page, sharedMerchant);
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
  await expect(details).toContainText('Try again in a minute.');
  await page.unrouteAll({ behavior: 'wait' });
  await pressTryAgain(details.getByRole('button', { name: 'Try again' }), details.getByRole('link', { name: 'Pay $84.10 now' }));
});

test('home in the store’s admin names the part that could not be read, and insights there show that they read again', async ({ page }) => {
  test.slow();
  const shop = await onboardedShop();
  const app = appFrame(page);
  await changeAnswer(page, /\/shopify\.data/, 'unread', (values) => ({ unread: [values.push('cash') - 1] }));
  await page.goto(pageOf(shop, 'insights'));
  await untilAlive(page);
  await page.getByRole('button', { name: 'Home', exact: true }).click();
  const missing = app.getByText('We could not read your cash in the next 90 days. Nothing has changed by that.');
  await expect(missing).toBeVisible();
  await page.unrouteAll({ behavior: 'wait' });
  await pressTryAgain(app.getByRole('button', { name: 'Try again' }), app.getByRole('heading', { name: 'Your cash in the next 90 days' }));
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

test('the form of a new card in the admin says when the people cannot be read, of whom one is to hold it, and is sent only once they are', async ({ page }) => {
  test.slow();
  const shop = await openCardForm(page, () =>
    changeAnswer(page, /\/shopify\/cards\/new\.data/, 'members', (values) => ({ members: nullMark, problem: values.push('Try again in a minute.') - 1 })),
  );
  const app = appFrame(page);
  const unread = app.getByText('Try again in a minute. Until the list is read, no card can be added.');
  await expect(unread).toBeVisible();
  const add = app.getByRole('button', { name: 'Add card' });
  await expect(add).toBeDisabled();
  await app.getByLabel('Name', { exact: true }).fill('Meta ads');
  // The admin's own bar has a button that the page does not disable.
  await page.getByRole('region', { name: 'Unsaved changes' }).getByRole('button', { name: 'Add card' }).click();
  await expect(app.locator(':focus').filter({ has: unread })).toBeVisible();

  await page.unrouteAll({ behavior: 'wait' });
  await app.getByRole('button', { name: 'Try again' }).click();
  // The owner is alone, so nobody is asked who holds it.
  await expect(unread).toHaveCount(0);
  await expect(app.getByLabel('Holder')).toHaveCount(0);
  await expect(app.getByLabel('Name', { exact: true })).toHaveValue('Meta ads');
  await add.click();
  await expect(app.getByRole('heading', { level: 1, name: 'Meta ads' })).toBeVisible();
  const { cards } = await shop.call<{ cards: unknown[] }>(`/api/users/${shop.receiver.token}/cards`);
  expect(cards).toHaveLength(2);
});
