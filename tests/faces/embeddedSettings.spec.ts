import { expect, test } from './fixtures.ts';
import { appFrame, installApp, onboardShop, pageOf } from './store.ts';

test('a merchant disconnects the store, told before what it means, and connects it again', async ({ page }) => {
  test.slow();
  const shop = await installApp();
  await page.goto(shop.adminUrl);
  const app = appFrame(page);
  await expect(app.getByRole('heading', { name: 'Get your card' })).toBeVisible();
  const merchant = await onboardShop(shop);
  const total = async () => (await merchant.receiver()).totalSpendPowerCents ?? 0;
  const limit = (await merchant.receiver()).initial_spend_limit ?? 0;

  await page.goto(pageOf(shop, 'settings'));
  await app.getByRole('button', { name: 'Disconnect store' }).click();
  const dialog = app.getByRole('dialog');
  await expect(dialog).toContainText('Your spending power is worked out anew');
  await dialog.getByRole('button', { name: 'Keep it connected' }).click();
  await expect(dialog).toBeHidden();
  await app.getByRole('button', { name: 'Disconnect store' }).click();
  await dialog.getByRole('button', { name: 'Disconnect store' }).click();
  await expect(app.getByText(/^Your store is disconnected since /)).toBeVisible();
  await expect(page.getByText('Store disconnected', { exact: true })).toBeVisible();
  await expect.poll(total).toBe(limit);

  // Looking at the app connects nothing.
  await page.reload();
  await expect(app.getByText(/^Your store is disconnected since /)).toBeVisible();

  await app.getByRole('button', { name: 'Connect store' }).click();
  await expect(app.getByText(/is connected: we read its orders and payouts/)).toBeVisible();
  const { token } = await merchant.receiver();
  const sales = async () => (await merchant.call(`/api/users/${token}/transactions?tab=receivables`)).body.total;
  await expect.poll(sales).toBeGreaterThan(0);
});
