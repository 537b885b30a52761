import type { FrameLocator, Page } from '@playwright/test';
import { noControls } from '../../server/domain/card/controls/controls.ts';
import { charge, content, openHome } from './dashboard.ts';
import { expect, test } from './fixtures.ts';
import { onboardedMerchant } from './merchants.ts';
import { linkBank } from './onboardingPages.ts';
import { appFrame, onboardedShop, pageOf, untilAlive } from './store.ts';

// A button that goes when it is pressed takes the focus with it, unless the page moves it to the answer.

const button = (part: Page | FrameLocator, name: string) => part.getByRole('button', { name, exact: true });

test('after a press whose button goes, a person by keys stands at the answer', async ({ page }) => {
  test.slow();
  const merchant = await onboardedMerchant();
  await openHome(page, merchant, '/payments');
  const calendar = page.getByRole('region', { name: 'Repayment calendar' });
  await button(page, 'Make a calendar address').press('Enter');
  await expect(calendar.getByText(/opens the calendar program of this device/)).toBeFocused();

  await page.goto('/settings');
  const bank = page.getByRole('region', { name: 'Bank account', exact: true });
  await button(page, 'Change bank account').press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Choose an account' }).press('Enter');
  await linkBank(page);
  await expect(bank).toContainText('Linked and working.');
  await expect(bank.locator(':focus')).toHaveCount(1);

  const second = page.getByRole('region', { name: 'Second bank account' });
  await button(page, 'Link a second bank account').press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Choose an account' }).press('Enter');
  await linkBank(page, /Cascade Credit Union/);
  await expect(second).toContainText('Linked and working.');
  await expect(second.getByRole('heading')).toBeFocused();
  // A press does not wait until a button is not busy any more.
  await expect(button(page, 'Remove')).toBeEnabled();
  await button(page, 'Remove').press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).press('Enter');
  await expect(second).toContainText('No second bank account is linked.');
  await expect(second.getByRole('heading')).toBeFocused();
});

test('after a link that goes with its page, a person by keys stands at the new page, and so after the way back', async ({ page, sharedMerchant }) => {
  await openHome(page, sharedMerchant);
  await expect(page.locator('body')).toBeFocused();
  await page.getByRole('link', { name: 'Why this limit?' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Insights' })).toBeVisible();
  await expect(content(page)).toBeFocused();
  await page.goBack();
  await expect(page.getByRole('link', { name: 'Why this limit?' })).toBeVisible();
  await expect(content(page)).toBeFocused();
});

test('so does one in the store’s admin', async ({ page }) => {
  test.slow();
  const shop = await onboardedShop();
  await charge(shop, 8_410);
  await expect.poll(async () => (await shop.call<{ payable: { most_cents: number } }>('/api/receiver')).payable.most_cents).toBeGreaterThan(0);
  const app = appFrame(page);

  // A press by keys does not wait until the app is alive, as a click does.
  const open = async (path: string) => {
    await page.goto(pageOf(shop, path));
    await untilAlive(page);
  };
  await open('payments');
  await button(app, 'Pay now').press('Enter');
  await expect(app.getByRole('region', { name: 'Pay now' })).toBeFocused();
  await button(app, 'Not now').press('Enter');
  await expect(button(app, 'Pay now')).toBeFocused();
  // The admin's buttons let go of the focus when the pointer is lifted.
  await button(app, 'Pay now').click();
  await button(app, 'Not now').click();
  await expect(button(app, 'Pay now')).toBeFocused();
  await button(app, 'Pay now').press('Enter');
  await button(app, 'Pay $84.10').press('Enter');
  await expect(app.getByText('$84.10 is already on its way from your bank.').first()).toBeVisible();
  await expect(app.getByRole('heading', { name: 'You owe' })).toBeFocused();

  await open('settings');
  for (const { part, open, close } of [
    { part: 'Bank account', open: 'Change bank account', close: 'Cancel' },
    { part: 'Second bank account', open: 'Link a second bank account', close: 'Cancel' },
  ]) {
    await button(app, open).press('Enter');
    await expect(app.getByRole('heading', { name: part, exact: true })).toBeFocused();
    await button(app, close).press('Enter');
    await expect(app.getByRole('heading', { name: part, exact: true })).toBeFocused();
  }

  await open('insights');
  await button(app, 'Show what it does').press('Enter');
  await expect(app.getByLabel('I want to spend')).toBeFocused();

  const controls = { ...noControls, per_purchase_cents: 10_000 };
  await shop.call(`/api/users/${shop.receiver.token}/cards/${shop.cardToken}/controls`, { method: 'PUT', body: { controls } });
  await open(`cards/${shop.cardToken}`);
  await button(app, 'Raise once').press('Enter');
  await expect(app.getByRole('heading', { name: 'Raised for now' })).toBeFocused();
});
