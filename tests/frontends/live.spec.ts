import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { charge, openHome } from './dashboard.ts';
import { expect, test } from './fixtures.ts';
import { onboardedMerchant, press } from './merchants.ts';

const outstanding = (page: Page) => page.getByRole('region', { name: 'Total Outstanding' });
const available = (page: Page) => page.getByRole('region', { name: 'Available to Spend' });

/** Notes a page's calls from now on. */
function callsOf(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) calls.push(pathname);
  });
  return calls;
}

const streamsOf = (calls: readonly string[]) => calls.filter((path) => path === '/api/events').length;

/** Waits until a page has made no call for a time in which polling would have made some. */
async function untilQuiet(calls: readonly string[]): Promise<void> {
  let before = -1;
  await expect
    .poll(
      async () => {
        before = calls.length;
        await pause(6_000);
        return calls.slice(before);
      },
      { timeout: 60_000 },
    )
    .toEqual([]);
}

test('a purchase appears on home without a reload, and nothing is asked while nothing changes', async ({ page }) => {
  const merchant = await onboardedMerchant();
  const calls = callsOf(page);
  await openHome(page, merchant);
  await expect(outstanding(page)).toContainText('You owe nothing.');
  await untilQuiet(calls);
  expect(streamsOf(calls)).toBe(1);

  await charge(merchant, 4_210);
  await expect(outstanding(page)).toContainText('$42.10');
  await expect(page.getByRole('row', { name: /FJORD TEXTILES IMPORT/ })).toContainText('$42.10');
  expect(streamsOf(calls)).toBe(1);
});

test('two tabs hold one stream, which the second takes over when the first is closed', { tag: '@all' }, async ({ page, context }) => {
  const merchant = await onboardedMerchant();
  const first = callsOf(page);
  await openHome(page, merchant);
  await expect.poll(() => streamsOf(first)).toBe(1);
  const tab = await context.newPage();
  const second = callsOf(tab);
  await tab.goto(page.url());
  await expect(outstanding(tab)).toContainText('You owe nothing.');
  await untilQuiet(second);
  expect(streamsOf(second)).toBe(0);

  await charge(merchant, 4_210);
  await expect(outstanding(tab)).toContainText('$42.10');
  await page.close();
  await expect.poll(() => streamsOf(second)).toBe(1);
  await charge(merchant, 1_000);
  await expect(outstanding(tab)).toContainText('$52.10');
});

test('a page that gets no stream asks by itself', { tag: '@all' }, async ({ page, expectConsoleError }) => {
  expectConsoleError(/429.*\/api\/events/);
  const merchant = await onboardedMerchant();
  const refusal = { type: '', title: 'Too many requests', status: 429, detail: 'Open in too many places.', code: 'rate_limited', request_id: '' };
  await page.route(/\/api\/events/, (route) => route.fulfill({ status: 429, contentType: 'application/problem+json', json: refusal }));
  await openHome(page, merchant);
  await expect(outstanding(page)).toContainText('You owe nothing.');
  // It reads what is owed again when a row is new in its table, which has to be there before.
  await expect(page.getByRole('tabpanel')).toContainText('No results found');
  await charge(merchant, 4_210);
  // It asks a few times a minute, and a busy machine answers late.
  await expect(outstanding(page)).toContainText('$42.10');
});

/** Notes every text that a page shows, from its first paint on. */
async function noteTexts(page: Page): Promise<() => Promise<string>> {
  await page.addInitScript(() => {
    const seen = new Set<string>();
    Object.assign(window, { textsSeen: seen });
    const note = () => document.body && seen.add(document.body.textContent);
    new MutationObserver(note).observe(document, { childList: true, subtree: true, characterData: true });
  });
  return () => page.evaluate(() => [...(window as unknown as { textsSeen: Set<string> }).textsSeen].join('\n'));
}

test('while the store is first read, home says so beside the starting limit, and the limit comes by itself', { tag: '@all' }, async ({ page }) => {
  const merchant = await onboardedMerchant({ untilRead: false });
  const texts = await noteTexts(page);
  const calls = callsOf(page);
  await openHome(page, merchant);
  await expect(available(page)).toContainText('Reading your store');
  await expect(available(page)).toContainText('Total Limit: $1,000.00');
  await press('rutter', 'finish_reading', { connection: merchant.connection });
  await expect(available(page)).not.toContainText('Reading your store', { timeout: 60_000 });
  await expect(available(page)).not.toContainText('Total Limit: $1,000.00');
  const { totalSpendPowerCents } = await merchant.call<{ totalSpendPowerCents: number }>('/api/receiver');
  const dollars = (totalSpendPowerCents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' });
  await expect(available(page)).toContainText(`Total Limit: ${dollars}`);
  expect(streamsOf(calls)).toBe(1);
  const seen = await texts();
  expect(seen).toContain('Reading your store');
  expect(seen).not.toMatch(/please refresh|no sales/i);
});
