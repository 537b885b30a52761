import type { Page } from '@playwright/test';
import type { ReceiverAnswer } from '../../server/contract/receiver.ts';
import { siteUrl } from './addresses.ts';
import { charge, openHome } from './dashboard.ts';
import { expect, test } from './fixtures.ts';
import { onboardedMerchant, press, spend } from './merchants.ts';

/** The strip about a declined purchase at the top of the home page. */
const declined = (page: Page) => page.getByRole('status', { name: 'Declined purchase' });
const cardSwitch = (page: Page) => page.getByRole('switch');

test('a merchant pauses the card, sees the purchase declined for it, reopens the card there, and sees the next purchase come in', async ({ page }) => {
  const merchant = await onboardedMerchant();
  await openHome(page, merchant);
  await expect(page.getByText('No payment due')).toBeVisible();
  await expect(page.getByText('You owe nothing.')).toBeVisible();
  await expect(page.getByText('Card Active')).toBeVisible();

  await cardSwitch(page).press('Space');
  await expect(page.getByText('Card Paused')).toBeVisible();
  await expect(cardSwitch(page)).not.toBeChecked();
  await expect(cardSwitch(page)).toBeEnabled();
  expect((await spend(merchant, 8_410)).result).toBe('CARD_PAUSED');

  const strip = declined(page);
  await expect(strip).toContainText('$84.10 at FJORD TEXTILES IMPORT');
  await expect(strip).toContainText('Your card is paused.');
  await strip.getByRole('button', { name: 'Reopen card' }).click();
  await expect(strip).toContainText('Your card is open again. Try the purchase again.');
  await expect(page.getByText('Card Active')).toBeVisible();

  const available = page.getByRole('region', { name: 'Available to Spend' });
  const before = await available.textContent();
  await expect.poll(async () => (await spend(merchant, 123_456)).result).toBe('APPROVED');
  await expect(page.getByRole('row', { name: /FJORD TEXTILES IMPORT/ })).toContainText('$1,234.56');
  await expect(page.getByText('Showing 1 to 1 of 1 results')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Total Outstanding' })).toContainText('$1,234.56');
  await expect(available).not.toHaveText(before ?? '');
  await expect(page.getByText('No payment due')).toBeHidden();
  await expect(page.getByRole('region', { name: 'Next Payment' })).toContainText(/Due \d{4}-\d\d-\d\d/);

  await strip.getByRole('button', { name: 'Dismiss' }).click();
  await expect(strip).toBeHidden();
});

test('a decline leads to its remedy: paying what is owed, or signing in at the bank again', { tag: '@all' }, async ({ page }) => {
  const merchant = await onboardedMerchant();
  const { availableSpendPowerCents } = await merchant.call<{ availableSpendPowerCents: number }>('/api/receiver');
  await charge(merchant, availableSpendPowerCents - 1_000);
  const decline = (reason: string) => press('lithic', 'decline', { card_token: merchant.cardToken, amount: 4_200, reason });
  await decline('INSUFFICIENT_FUNDS');
  await openHome(page, merchant);
  await expect(declined(page)).toContainText('This purchase was more than your available spending power.');
  await declined(page).getByRole('button', { name: 'Pay now' }).click();
  const dialog = page.getByRole('dialog', { name: 'Pay now' });
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Not now' }).click();

  await press('plaid', 'break_link', { item_id: merchant.receiver.plaid_item_id });
  await decline('BANK_CONNECTION_ERROR');
  await expect.poll(async () => (await merchant.call<ReceiverAnswer>('/api/receiver')).plaid_account_verification_status).toBe('relink');
  await page.goto(`${siteUrl()}/?onboardingStep=-1`);
  await expect(declined(page)).toContainText('Your bank account needs to be linked again.');
  await declined(page).getByRole('button', { name: 'Sign in to your bank' }).click();
  await expect(page.frameLocator('iframe[title="Connect your bank"]').getByRole('heading', { level: 1 })).toBeVisible();
});
