import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { siteUrl } from './addresses.ts';
import { addToAnswers } from './addToAnswers.ts';
import { charge } from './dashboard.ts';
import { expect, test } from './fixtures.ts';
import { onboardedMerchant } from './merchants.ts';
import { signInAsStaff } from './staff.ts';

const customerPage = (token: string, tab = '') => `/staff/customers/${token}${tab}`;

/** Returns the names of those links or buttons of a part of the page that reach beyond its width. */
const cutOff = (page: Page, part: string) =>
  page
    .locator(part)
    .evaluateAll((elements) => elements.filter((element) => element.getBoundingClientRect().right > innerWidth).map(({ textContent }) => textContent));

test('the top of a customer’s page has what staff need at a glance', async ({ page }) => {
  const merchant = await onboardedMerchant();
  await charge(merchant, 8_410);
  await expect.poll(async () => (await merchant.call<{ totalOutstandingCents: number }>('/api/receiver')).totalOutstandingCents).toBe(8_410);
  await signInAsStaff(page, 'admin', customerPage(merchant.receiver.token, '/terms'));
  const summary = page.getByRole('region', { name: 'Summary' });
  await expect(summary).toContainText(/Available\$[\d,.]+ of \$[\d,.]+/);
  await expect(summary).toContainText('Owed$84.10');
  await expect(summary).toContainText(/Next due\$84\.10 on \w{3} \d+, 2026, in \d+ days/);
  await expect(summary).toContainText('AccountOpen');
  await expect(summary).toContainText('CardActive');
  // The day on which the tests begin.
  await expect(summary).toContainText('Today at HeadwayNov 16, 2026 in America/New York');
});

test('the way back to the search keeps what was looked for, from each tab', { tag: '@all' }, async ({ page, sharedMerchant }) => {
  await signInAsStaff(page, 'support', `/staff?q=${sharedMerchant.email}&now=2026-11-20`);
  await page.getByRole('link', { name: `Customer page of ${sharedMerchant.email}` }).click();
  await page.getByRole('link', { name: 'Notes' }).click();
  await expect(page.getByRole('button', { name: 'Save note' })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Find a customer' }).click();
  await expect(page.getByLabel('Email or business name')).toHaveValue(sharedMerchant.email);
  await expect(page.getByRole('list', { name: 'Customers found' })).toContainText(sharedMerchant.email);
  expect(new URL(page.url()).searchParams.get('now')).toBe('2026-11-20');

  // Without a search it leads to an empty one, and to look at the customer's home takes no search along.
  await page.goto(siteUrl() + customerPage(sharedMerchant.receiver.token));
  await expect(page.getByRole('main').getByRole('link', { name: 'Find a customer' })).toHaveAttribute('href', '/staff');
  await expect(page.getByRole('link', { name: 'View as customer' })).toHaveAttribute('href', /^\/\?masqueradeAs=[^&]*$/);
});

test('at 360 pixels no tab and no sort head lies beyond the edge', { tag: '@all' }, async ({ page }) => {
  const merchant = await onboardedMerchant();
  await charge(merchant, 8_410);
  await page.setViewportSize({ width: 360, height: 740 });
  await signInAsStaff(page, 'support', customerPage(merchant.receiver.token));
  const tabs = page.getByRole('navigation', { name: 'About this customer' });
  await expect(tabs.getByRole('link')).toHaveCount(10);
  expect(await cutOff(page, 'nav[aria-label="About this customer"] a')).toEqual([]);
  await page.goto(`${siteUrl()}/transactions?masqueradeAs=${merchant.email}`);
  await expect(page.getByRole('table', { name: 'Card transactions' })).toContainText('$84.10');
  expect(await cutOff(page, '[role="tab"], thead button')).toEqual([]);
});

test('older entries of the audit log that cannot be read are said to be missing, and asked for again', { tag: '@all' }, async ({
  page,
  expectConsoleError,
  sharedMerchant,
}) => {
  expectConsoleError(/503/);
  // A new customer's log fits on one page, so that page says on its way that there is another.
  await addToAnswers(page, /\/audit$/, { next_before: '1' });
  let isDown = true;
  const problem = { status: 503, code: 'unavailable', title: 'Please try again', detail: 'The log cannot be read now.' };
  await page.route(/\/audit\?before=/, (route) => (isDown ? route.fulfill({ status: 503, json: problem }) : route.continue()));
  await signInAsStaff(page, 'admin', customerPage(sharedMerchant.receiver.token, '/audit'));
  await page.getByRole('button', { name: 'Older entries' }).click();
  await expect(page.getByText('The log cannot be read now.')).toBeVisible();
  await expect(page.getByRole('table', { name: 'Audit log' })).toBeVisible();
  isDown = false;
  await page.getByRole('button', { name: 'Older entries' }).click();
  await expect(page.getByText('The log cannot be read now.')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Older entries' })).toHaveCount(0);
});

test('an effect is in the audit log at once, although the log was read a moment before', { tag: '@all' }, async ({ page }) => {
  const merchant = await onboardedMerchant();
  await signInAsStaff(page, 'admin', customerPage(merchant.receiver.token, '/audit'));
  const log = page.getByRole('table', { name: 'Audit log' });
  await expect(log).toContainText('View the customer’s page');
  await page.getByRole('link', { name: 'Spending power' }).click();
  await page.getByRole('link', { name: 'Set an override' }).click();
  const card = page.getByRole('region', { name: 'Admin' });
  const reason = `a large order ${randomUUID().slice(0, 8)}`;
  await card.getByLabel('New override (in cents)').fill('123400');
  await card.getByLabel('Last day (optional)').fill('2036-02-29');
  await card.getByLabel('Reason').fill(reason);
  await card.getByRole('button', { name: 'Update Spending Power Override' }).click();
  await expect(card.getByRole('list', { name: 'Overrides so far' })).toContainText(reason);
  await page.goBack();
  await page.getByRole('link', { name: 'Audit log' }).click();
  await expect(log).toContainText(`Set an override of spending power (${reason}): $1,234.00`);
  await page.getByRole('link', { name: 'Timeline' }).click();
  await expect(page.getByRole('table', { name: 'Timeline' })).toContainText(`Set an override of spending power (${reason}): $1,234.00`);
});

test('every moment on a customer’s page is by the program’s clock, in whatever zone the browser is', { tag: '@all' }, async ({ page, sharedMerchant }) => {
  // In Los Angeles, where the browser is, it is half past ten of the evening before.
  const at = '2026-11-15T06:30:00.000Z';
  // Nothing happens at that hour of a test, so the answer gets its events on its way.
  const put = {
    notes: [{ id: randomUUID(), author_email: 'support@demo.localhost', text: 'Called.', created_at: at }],
    timeline: [{ at, kind: 'card_issued', source: 'provider', text: 'A card was issued' }],
  };
  await page.addInitScript((events) => {
    const { fetch } = window;
    window.fetch = async (input, init) => {
      const answer = await fetch(input, init);
      const url = input instanceof Request ? input.url : String(input);
      if (!/\/api\/staff\/receivers\/[^/]+$/.test(url)) return answer;
      return new Response(JSON.stringify({ ...(await answer.json()), ...events }), answer);
    };
  }, put);
  await signInAsStaff(page, 'support', customerPage(sharedMerchant.receiver.token));
  await expect(page.getByRole('table', { name: 'Timeline' })).toContainText('Nov 15, 2026, 1:30 AM');
  await page.getByRole('link', { name: 'Notes' }).click();
  await expect(page.getByRole('list', { name: 'Notes' })).toContainText('Nov 15, 2026, 1:30 AM');
});
