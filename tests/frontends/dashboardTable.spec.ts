import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { readCsv } from '../support/readCsv.ts';
import { charge, openHome } from './dashboard.ts';
import { fileOf } from './downloads.ts';
import { expect, test } from './fixtures.ts';
import { onboardedMerchant } from './merchants.ts';

const count = 27;
/** Returns $9.00, $10.00, …, amounts that sort differently as text and as numbers. */
const amountOf = (place: number) => 900 + place * 100;

const bodyRows = (page: Page) => page.getByRole('tabpanel').locator('tbody tr');
const amounts = async (page: Page) => (await bodyRows(page).locator('[data-column="amount"]').allTextContents()).map((text) => text.trim());
const query = (page: Page) => new URL(page.url()).searchParams;
const asUsd = (cents: number) => `$${(cents / 100).toFixed(2)}`;

test('the transactions table has pages, search, sort, tabs, details and a download, all in the address and by keyboard', async ({ page }) => {
  test.slow();
  const merchant = await onboardedMerchant();
  for (let place = 0; place < count; place += 1) await charge(merchant, amountOf(place), place % 9 === 0 ? 'NIMBUS HOSTING' : 'FJORD TEXTILES IMPORT');
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname.endsWith('/transactions')) asked.push(`${searchParams.get('tab')} ${searchParams.get('q')} ${searchParams.get('page')}`);
  });
  await openHome(page, merchant);
  const panel = page.getByRole('tabpanel');
  await expect(panel.getByText(`Showing 1 to 25 of ${count} results`)).toBeVisible();
  await expect(panel.getByRole('columnheader').first()).toBeVisible();
  expect(await panel.getByRole('columnheader').allTextContents()).toEqual(['Type', 'Merchant', 'Amount', 'Transaction Date', 'Repayment Date']);

  // The next page is prefetched.
  await expect.poll(() => asked).toContain('card  2');
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(panel.getByText(`Showing 26 to ${count} of ${count} results`)).toBeVisible();
  await expect(bodyRows(page)).toHaveCount(2);
  expect(query(page).get('page')).toBe('2');
  await expect(page.getByRole('button', { name: 'Next' })).toBeDisabled();
  await page.goBack();
  await expect(bodyRows(page)).toHaveCount(25);

  await page.getByRole('button', { name: 'Amount' }).click();
  await expect(panel.getByRole('columnheader', { name: 'Amount' })).toHaveAttribute('aria-sort', 'ascending');
  await expect.poll(() => amounts(page)).toEqual(Array.from({ length: 25 }, (_, place) => asUsd(amountOf(place))));
  await page.getByRole('button', { name: 'Amount' }).click();
  await expect(panel.getByRole('columnheader', { name: 'Amount' })).toHaveAttribute('aria-sort', 'descending');
  await expect.poll(() => amounts(page)).toEqual(Array.from({ length: 25 }, (_, place) => asUsd(amountOf(count - 1 - place))));
  expect([query(page).get('sort'), query(page).get('dir')]).toEqual(['amount', null]);

  // Fast typing sends one request; a reload of the address shows the same rows.
  await page.keyboard.press('/');
  const search = page.getByRole('searchbox', { name: 'Search transactions' });
  await expect(search).toBeFocused();
  await typeAtOnce(page, ['n', 'ni', 'nim', 'nimb', 'nimbus']);
  await expect(panel.getByText('Showing 1 to 3 of 3 results')).toBeVisible();
  expect(asked.filter((one) => / n/.test(one)).every((one) => one.includes(' nimbus '))).toBe(true);
  await expect.poll(() => amounts(page)).toEqual([18, 9, 0].map((place) => asUsd(amountOf(place))));
  await page.reload();
  await expect(search).toHaveValue('nimbus');
  await expect.poll(() => amounts(page)).toEqual([18, 9, 0].map((place) => asUsd(amountOf(place))));

  const saved = await fileOf(page, () => page.getByRole('button', { name: 'Download these rows' }).click());
  expect(saved.suggestedFilename()).toBe('Headway-card-transactions.csv');
  const lines = readCsv(await readFile(await saved.path(), 'utf8'));
  expect(lines.map((line) => line[2])).toEqual(['Amount', ...[18, 9, 0].map((place) => (amountOf(place) / 100).toFixed(2))]);

  // The keyboard moves from row to row, opens the details and closes them.
  const openers = bodyRows(page).getByRole('button');
  await openers.first().focus();
  await page.keyboard.press('ArrowDown');
  await expect(openers.nth(1)).toBeFocused();
  await page.keyboard.press('Enter');
  const details = page.getByRole('dialog', { name: 'Card transaction' });
  await expect(details).toContainText(asUsd(amountOf(9)));
  await expect(details.getByRole('heading', { name: 'Repayment' })).toBeVisible();
  await expect(details.getByRole('heading', { name: 'History' })).toBeVisible();
  expect(query(page).get('row')).not.toBeNull();
  await page.keyboard.press('Escape');
  await expect(details).toBeHidden();
  expect(query(page).get('row')).toBeNull();

  await search.fill('no such purchase');
  await expect(panel.getByText('No results found')).toBeVisible();

  await page.getByRole('tab', { name: 'Card transactions' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'Repayments' })).toBeFocused();
  await expect(panel.getByText('No results found')).toBeVisible();
  await expect(panel.getByText('Repayments appear here')).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(panel.getByText(/^Showing 1 to 25 of [\d,]+ results$/)).toBeVisible();
  expect(await panel.getByRole('columnheader').allTextContents()).toEqual(['Type', 'Amount', 'Date', 'Status']);
  expect((await amounts(page)).every((amount) => /^-?\$[\d,]+\.\d\d$/.test(amount))).toBe(true);
  expect(query(page).get('tab')).toBe('receivables');
});

test('a phone shows every tab and every head that sorts, none beyond its edge', async ({ page }) => {
  const merchant = await onboardedMerchant();
  await charge(merchant, 8_410);
  await page.setViewportSize({ width: 360, height: 740 });
  await openHome(page, merchant, '/transactions');
  const sorts = page.getByRole('tabpanel').getByRole('columnheader').getByRole('button');
  const tabs = page.getByRole('tab');
  await expect(sorts).toHaveCount(5);
  await expect(tabs).toHaveCount(3);
  for (const one of [...(await tabs.all()), ...(await sorts.all())]) {
    await one.scrollIntoViewIfNeeded();
    await expect(one).toBeInViewport({ ratio: 1 });
    // A box that scrolls would have been scrolled for it.
    expect(await one.evaluate((button) => [button.parentElement, button.closest('tr')].every((box) => (box?.scrollLeft ?? 0) === 0))).toBe(true);
  }
});

test('a late answer is never shown in place of another', { tag: '@all' }, async ({ page }) => {
  const merchant = await onboardedMerchant();
  await charge(merchant, 1_000, 'NIMBUS HOSTING');
  await charge(merchant, 2_000, 'FJORD TEXTILES IMPORT');
  await openHome(page, merchant);
  await expect(page.getByText('Showing 1 to 2 of 2 results')).toBeVisible();

  let letGo: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(/transactions\?.*q=nimbus/, async (route) => {
    await held;
    await route.continue().catch(() => undefined);
  });
  const search = page.getByRole('searchbox', { name: 'Search transactions' });
  const asked = page.waitForRequest(/q=nimbus/);
  await search.fill('nimbus');
  const late = await asked;
  await expect(page.getByRole('tabpanel').locator('table')).toHaveAttribute('aria-busy', 'true');
  await search.fill('fjord');
  await expect(page.getByText('Showing 1 to 1 of 1 results')).toBeVisible();
  await expect(bodyRows(page)).toContainText(['FJORD']);
  letGo();
  // It comes, or was given up by the page before.
  await late.response();
  await expect(bodyRows(page)).toContainText(['FJORD']);
  await search.fill('nimbus');
  await expect(bodyRows(page)).toContainText(['NIMBUS']);
});

/** Fills the focused field with one text after the other, at once. */
async function typeAtOnce(page: Page, texts: readonly string[]): Promise<void> {
  await page.evaluate((all) => {
    const field = document.activeElement as HTMLInputElement;
    const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
    for (const text of all) {
      set?.call(field, text);
      field.dispatchEvent(new Event('input', { bubbles: true }));
    }
  }, texts);
}
