import type { Page } from '@playwright/test';
import type { ReceiverAnswer } from '../../server/contract/receiver.ts';
import { formatDay } from '../../server/domain/basics/dateFormats.ts';
import { utcDate } from '../../server/domain/basics/dates.ts';
import { siteUrl } from './addresses.ts';
import { charge, openHome } from './dashboard.ts';
import { expect, test } from './fixtures.ts';
import { forward } from './forward.ts';
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

test('a purchase over the limit may be tried again once there is enough to spend, and a bank sign-in that ends soon is announced before anything breaks', {
  tag: '@all',
}, async ({ page }) => {
  const merchant = await onboardedMerchant();
  await press('lithic', 'decline', { card_token: merchant.cardToken, amount: 4_200, descriptor: 'FJORD TEXTILES IMPORT', reason: 'INSUFFICIENT_FUNDS' });
  await press('plaid', 'warn_disconnect', { item_id: merchant.receiver.plaid_item_id });
  await openHome(page, merchant);
  // There is enough to spend by now, so the declined purchase may be tried again.
  await expect(declined(page)).toContainText('$42.00 at FJORD TEXTILES IMPORT');
  await expect(declined(page)).toContainText('You have enough to spend again. Try the purchase again.');
  const bank = page.getByRole('status', { name: 'Bank account' });
  await expect(bank).toContainText(/Your sign-in at .+ ends/);
  await expect(bank.getByRole('button')).toBeVisible();

  // The day from which the distance is counted, and which the settings say. In Los Angeles it has not begun by then.
  const day = utcDate(new Date(Date.now() + 5 * 86_400_000));
  await page.route('**/plaid_account*', async (route) => {
    const answer = await (await forward(route)).json();
    await route.fulfill({ json: { ...answer, consent_expires_at: `${day}T02:00:00.000Z` } });
  });
  await page.reload();
  await expect(bank).toContainText(` ends on ${formatDay(day)}, in `);
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

test('a decline above the whole limit says so, and does not offer to pay', { tag: '@all' }, async ({ page }) => {
  const merchant = await onboardedMerchant();
  const { totalSpendPowerCents } = await merchant.call<{ totalSpendPowerCents: number }>('/api/receiver');
  // Without an answer in time the issuer declines for another reason than the amount.
  await expect.poll(async () => (await spend(merchant, totalSpendPowerCents + 5_000)).result).toMatch(/^(INSUFFICIENT_FUNDS|USER_TRANSACTION_LIMIT)$/);
  await openHome(page, merchant);
  const limit = (totalSpendPowerCents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' });
  await expect(declined(page)).toContainText(`It is more than your whole limit of ${limit}.`);
  await expect(declined(page).getByRole('button', { name: 'Pay now' })).toHaveCount(0);
  await declined(page).getByRole('link', { name: 'See what raises your limit' }).click();
  await expect(page.getByRole('region', { name: 'What would raise it' })).toBeVisible();
});

test('a card that does not load says so in our words where the answer has no reason phrase, as over HTTP/2', { tag: '@all' }, async ({
  page,
  sharedMerchant,
}) => {
  // Over HTTP/2 a page's `statusText` is empty, whatever the server says.
  await page.addInitScript(() => {
    const { fetch } = window;
    window.fetch = async (input, init) => {
      const url = input instanceof Request ? input.url : String(input);
      if (!url.includes('/api/lithic_card?')) return fetch(input, init);
      const problem = { type: 'about:blank', status: 502, code: 'provider_refused', title: 'No', detail: 'No', request_id: 'r' };
      return new Response(JSON.stringify(problem), { status: 502, headers: { 'Content-Type': 'application/problem+json' } });
    };
  });
  await openHome(page, sharedMerchant);
  await expect(page.getByText('Error loading Lithic information')).toBeVisible();
});
