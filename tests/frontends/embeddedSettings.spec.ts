import { cents, formatUsd } from '../../server/domain/basics/money.ts';
import { expectNoFindings } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { madeOnce } from './madeOnce.ts';
import { appFrame, cardFrameInApp, inApp, installApp, merchantOfShop, onboardedShop, ourFrame, pageOf, untilAlive } from './store.ts';

test('a merchant reads what a disconnection means, disconnects the store, and connects it again', async ({ page }) => {
  test.slow();
  const shop = await installApp();
  const app = appFrame(page);
  await page.goto(pageOf(shop, 'settings'));
  await expect(app.getByText(/Connected\. We read its orders as they come/)).toBeVisible();
  const merchant = await merchantOfShop(shop);
  const { token, initial_spend_limit } = await merchant.receiver();
  const limit = initial_spend_limit ?? 0;
  const total = async () => (await merchant.receiver()).totalSpendPowerCents ?? 0;
  await expect.poll(total).toBeGreaterThan(limit);

  await app.getByRole('main').getByRole('button', { name: 'Disconnect store' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.frameLocator('iframe').getByText(`With no other store it falls to your starting limit of ${formatUsd(cents(limit))}`)).toBeVisible();
  await dialog.getByRole('button', { name: 'Keep it connected' }).click();
  await expect(dialog).toHaveCount(0);
  // Why it was not done is read, and not covered by the question.
  await page.route('**/shopify/settings.data*', (route) => route.continue({ postData: 'intent=pay_out&amount_cents=1' }), { times: 1 });
  await app.getByRole('main').getByRole('button', { name: 'Disconnect store' }).click();
  await dialog.getByRole('button', { name: 'Disconnect store' }).click();
  await expect(app.getByRole('alert')).toBeFocused();
  await expect(dialog).toHaveCount(0);
  await app.getByRole('main').getByRole('button', { name: 'Disconnect store' }).click();
  await dialog.getByRole('button', { name: 'Disconnect store' }).click();
  await expect(page.getByText('Store disconnected', { exact: true })).toBeVisible();
  await expect(app.getByText(/^Your store has been disconnected since /)).toBeVisible();
  await expect.poll(total).toBe(limit);

  await page.goto(shop.adminUrl);
  await expect(app.getByRole('heading', { name: 'What you get and what it costs' })).toBeVisible();
  await page.goto(pageOf(shop, 'settings'));
  // Opening the app does not reconnect the store.
  await page.reload();
  await expect(app.getByText(/^Your store has been disconnected since /)).toBeVisible();

  await app.getByRole('button', { name: 'Connect store' }).click();
  await expect(app.getByText(/Connected\. We read its orders as they come/)).toBeVisible();
  const sales = async () => (await merchant.call(`/api/users/${token}/transactions?tab=receivables`)).body.total;
  await expect.poll(sales).toBeGreaterThan(0);
});

/** A merchant whose pages these tests only read. */
const shopToRead = madeOnce(() => onboardedShop());

test('why the full site could not be opened, or a text not copied, stays on the page until the next try', { tag: '@all' }, async ({
  page,
  expectConsoleError,
}) => {
  test.slow();
  const shop = await shopToRead();
  const app = appFrame(page);
  await page.goto(pageOf(shop, 'settings'));
  expectConsoleError(/500/);
  await page.route('**/shopify/calls', (route) => route.fulfill({ status: 500, body: '' }), { times: 1 });
  await app.getByRole('button', { name: 'Open the full site' }).click();
  const notice = app.getByRole('alert');
  await expect(notice).toContainText('The call did not get through');
  const opened = page.waitForEvent('popup');
  await app.getByRole('button', { name: 'Open the full site' }).click();
  await (await opened).close();
  await expect(notice).toHaveCount(0);

  await page.goto(pageOf(shop, 'cards'));
  const copy = app.getByRole('button', { name: 'Copy the ZIP code' });
  await expect(copy).toBeVisible();
  await (await ourFrame(page)).evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('Write permission denied.', 'NotAllowedError'));
  });
  await copy.click();
  await expect(notice).toContainText('Select the text and copy it yourself');
});

test('home says when the store is disconnected, and leads to where it is connected again', { tag: '@all' }, async ({ page }) => {
  test.slow();
  const shop = await onboardedShop();
  await shop.call(`/api/users/${shop.receiver.token}/shop/disconnect`, { method: 'POST', body: {} });
  await page.goto(shop.adminUrl);
  const app = appFrame(page);
  const notice = app.getByText('Your store is disconnected', { exact: true });
  await expect(notice).toBeVisible();
  await expectNoFindings(page, 'home of a disconnected store', inApp, cardFrameInApp);
  await app.getByRole('link', { name: 'Connect it in Settings' }).click();
  await app.getByRole('button', { name: 'Connect store' }).click();
  await expect(app.getByText(/Connected\. We read its orders as they come/)).toBeVisible();
  await page.goto(shop.adminUrl);
  await expect(app.getByRole('heading', { name: 'Available to Spend' })).toBeVisible();
  await expect(notice).toHaveCount(0);
});

test('a double-click shows the card’s details as a click does', { tag: '@all' }, async ({ page }) => {
  test.slow();
  const shop = await shopToRead();
  await page.goto(pageOf(shop, 'cards'));
  const app = appFrame(page);
  await untilAlive(page);
  // The browser says which clicks are one double-click, however slow.
  await app.getByRole('button', { name: 'Show card details' }).dblclick({ delay: 400 });
  const hide = app.getByRole('button', { name: 'Hide card details' });
  await expect(hide).toBeVisible();
  await expect(app.getByText(/Hides in [1-5]?\d s/)).toBeVisible();
  await expect(hide).toBeVisible();
});
