import type { Page } from '@playwright/test';
import { siteUrl } from './addresses.ts';
import { charge, openHome } from './dashboard.ts';
import { expect, test } from './fixtures.ts';
import { onboardedMerchant, spendApproved, untilPayable } from './merchants.ts';

const owed = (page: Page) => page.getByRole('region', { name: 'You owe' });
const rows = (page: Page) => page.getByRole('tabpanel').locator('tbody tr');

test('the transactions are filtered by date, status and amount, in the address, with chips that take a filter away', { tag: '@phone' }, async ({ page }) => {
  const merchant = await onboardedMerchant();
  await charge(merchant, 8_410);
  await charge(merchant, 1_234, 'CORNER HARDWARE');
  await openHome(page, merchant, '/transactions');
  await expect(rows(page)).toHaveCount(2);

  const panel = page.getByRole('dialog', { name: 'Filters' });
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  await panel.getByLabel('At least').fill('50');
  await panel.getByLabel('At most').fill('40');
  await panel.getByRole('button', { name: 'Show results' }).click();
  await expect(panel.getByText('The largest amount is below the smallest.')).toBeVisible();
  await panel.getByLabel('At most').fill('');
  await panel.getByRole('button', { name: 'Show results' }).click();
  await expect(panel).toBeHidden();
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('$84.10');
  expect(new URL(page.url()).searchParams.get('min')).toBe('50.00');

  await page.reload();
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Remove the filter $50.00 or more' }).click();
  await expect(rows(page)).toHaveCount(2);

  await page.goto(`${siteUrl()}/transactions?to=2020-01-01&status=settled`);
  await expect(page.getByRole('heading', { name: 'No results found' })).toBeVisible();
  await expect(page.getByText('Nothing matches these filters.')).toBeVisible();
  await page.getByRole('tabpanel').getByRole('button', { name: 'Clear filters' }).click();
  await expect(rows(page)).toHaveCount(2);
  expect(new URL(page.url()).search).not.toContain('status');

  // Home has the table without filters, whatever the address says.
  await page.goto(`${siteUrl()}/?status=pending`);
  await expect(rows(page)).toHaveCount(2);
  await expect(page.getByRole('button', { name: 'Filters', exact: true })).toHaveCount(0);
});

test('a merchant pays a part of what is owed, then the rest, and is offered nothing more', async ({ page }) => {
  const merchant = await onboardedMerchant();
  await charge(merchant, 8_410);
  await untilPayable(merchant, 8_410);
  await openHome(page, merchant, '/payments');
  await expect(owed(page)).toContainText('$84.10');
  await expect(owed(page)).toContainText(/Next: \$84\.10, drawn on [A-Z][a-z]{2} \d{1,2}, \d{4} from .+, account ending in \d{4}\./);
  await expect(page.getByRole('heading', { name: 'No payments yet' })).toBeVisible();

  await owed(page).getByRole('button', { name: 'Pay now' }).click();
  const dialog = page.getByRole('dialog', { name: 'Pay now' });
  await dialog.getByRole('button', { name: 'Another amount' }).click();
  const amount = dialog.getByLabel('Amount in US dollars');
  await amount.fill('84.11');
  await expect(dialog.getByText('You can pay at most $84.10 now.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Pay', exact: true })).toBeDisabled();
  await amount.fill('50');
  await expect(dialog).toContainText(/Drawn from .+, account ending in \d{4}, settled by/);
  await expect(dialog).toContainText('Pays $50.00 due');
  await dialog.getByRole('button', { name: 'Pay $50.00' }).click();
  const done = page.getByRole('dialog', { name: 'Your payment of $50.00 has started' });
  await expect(done).toContainText(/\$50\.00 is being drawn from .+, account ending in \d{4}\./);
  await done.getByRole('button', { name: 'Done' }).click();

  await expect(owed(page)).toContainText('$50.00 is already on its way from your bank.');
  await expect(owed(page)).toContainText('Next: $34.10 of $84.10, drawn on');
  const toCome = page.getByRole('list', { name: 'Repayments to come' });
  await expect(toCome).toContainText('$50.00 of it is on its way from your bank.');
  const payments = page.getByRole('list', { name: 'Payments so far' }).getByRole('listitem');
  await expect(payments).toHaveCount(1);
  await expect(payments).toContainText('Paid by you');
  await owed(page).getByRole('button', { name: 'Pay now' }).click();
  await dialog.getByRole('button', { name: 'All of it' }).click();
  await dialog.getByRole('button', { name: 'Pay $34.10' }).click();
  await page.getByRole('dialog', { name: 'Your payment of $34.10 has started' }).getByRole('button', { name: 'Done' }).click();
  await expect(owed(page)).toContainText('$84.10 is already on its way from your bank.');
  await expect(owed(page)).not.toContainText('Next:');
  await expect(owed(page).getByRole('button', { name: 'Pay now' })).toHaveCount(0);
  await expect(payments).toHaveCount(2);
  await expect(toCome.getByRole('listitem')).toHaveCount(1);
  await expect(toCome).toContainText('It is on its way from your bank.');

  await page.goto(`${siteUrl()}/`);
  await expect(page.getByRole('region', { name: 'Due in the next 30 days' })).toContainText('It is on its way from your bank.');
  await expect(page.getByRole('region', { name: 'Next Payment' })).toContainText('It is on its way from your bank.');
  const tile = page.getByRole('region', { name: 'Total Outstanding' });
  await expect(tile).toContainText('$84.10 is already on its way from your bank.');
  await expect(tile.getByRole('button', { name: 'Pay now' })).toHaveCount(0);
});

test('a purchase that is pending says why it cannot be paid yet, and one that has settled leads to its payment', { tag: '@all' }, async ({ page }) => {
  const merchant = await onboardedMerchant();
  await spendApproved(merchant, 2_500);
  await openHome(page, merchant, '/payments');
  await expect(owed(page)).toContainText('$25.00 of purchases is still pending.');
  await expect(owed(page).getByRole('button', { name: 'Pay now' })).toHaveCount(0);
  await page.goto(`${siteUrl()}/transactions`);
  await rows(page).click();
  await expect(page.getByRole('dialog')).toContainText('It is still pending. You can pay for it once it has settled');

  await charge(merchant, 8_410, 'CORNER HARDWARE');
  await untilPayable(merchant, 8_410);
  await page.goto(`${siteUrl()}/transactions?q=corner`);
  await rows(page).click();
  await page.getByRole('link', { name: 'Pay $84.10 now' }).click();
  await expect(page.getByRole('dialog', { name: 'Pay now' }).getByRole('button', { name: 'Pay $84.10' })).toBeEnabled();
});
