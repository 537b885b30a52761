import type { Page, Route } from '@playwright/test';
import { siteUrl } from './addresses.ts';
import { expect, nobodyIsSignedIn, test } from './fixtures.ts';
import { onboardedMerchant, signInAsMerchant } from './merchants.ts';
import { newMerchant, prepare } from './onboardingMerchant.ts';
import { waitForLogin } from './people.ts';
import { callAs, chooseAction, doAction, menuEntries, readChanges, signInAsStaff } from './staff.ts';

const adminEntries = [
  'Lock Account',
  'Reset KYB',
  'Override Rutter',
  'Reset EIN',
  'Reset Onboarding',
  'Update Bank',
  'Reset Card',
  'Reset Bank',
  'Download Repayment CSV',
];

test('each role finds its own entries in the menu, in their order', async ({ page, context, expectConsoleError, sharedMerchant }) => {
  expectConsoleError(nobodyIsSignedIn);
  const { email } = sharedMerchant;
  await page.goto(`${siteUrl()}/?masqueradeAs=${email}`);
  await waitForLogin(page);

  await signInAsStaff(page, 'support', `/?masqueradeAs=${email}`);
  expect(await menuEntries(page)).toEqual(['Mark as Fraud', 'Add Receivables']);
  await context.clearCookies();
  await signInAsStaff(page, 'admin', `/?masqueradeAs=${email}`);
  expect(await menuEntries(page)).toEqual([...adminEntries, 'Add Receivables']);
});

test('Add Receivables is not there before a store can be connected', async ({ page, anotherBrowser }) => {
  const there = await anotherBrowser();
  const merchant = await newMerchant(there);
  await prepare(merchant, 'bank');
  await signInAsStaff(page, 'admin', `/?masqueradeAs=${merchant.email}`);
  expect(await menuEntries(page)).toEqual(adminEntries.map((label) => (label === 'Update Bank' ? 'Update BankNo bank account is linked.' : label)));
  const update = page.getByRole('option', { name: 'Update Bank' });
  await page.getByRole('button', { name: 'Admin Actions' }).click();
  await expect(update).toBeVisible();
  await update.click({ force: true });
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('an unknown customer is said to be unknown, by email and by address, and the way leads to the search', async ({ page, expectConsoleError }) => {
  expectConsoleError(/404.*\/api\/(receiver|staff)/);
  await signInAsStaff(page, 'support', '/?masqueradeAs=nobody@example.com');
  await expect(page.getByRole('heading', { name: 'This customer is unknown' })).toBeVisible();
  await expect(page.getByText('Nobody here has the email nobody@example.com.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Find a customer' }).click();
  await expect(page.getByRole('heading', { name: 'Find a customer' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Masquerade' })).toHaveCount(0);
  await page.goto(`${siteUrl()}/staff/customers/nobody-has-this-token`);
  await expect(page.getByRole('heading', { name: 'This customer is unknown' })).toBeVisible();
});

test('staff read that they do not see the card', async ({ page, sharedMerchant }) => {
  const { email } = sharedMerchant;
  await signInAsStaff(page, 'admin', `/?masqueradeAs=${email}`);
  await expect(page.getByText('Staff do not see the card')).toBeVisible();
  await expect(page.locator('iframe[title="Your card"]')).toHaveCount(0);
});

test('a merchant who asks to view somebody else sees themselves, without a menu, and is refused by the server', async ({
  page,
  expectConsoleError,
  sharedMerchant: other,
}) => {
  expectConsoleError(/403.*\/api\/receiver/);
  const one = await onboardedMerchant({ name: 'One Bakery LLC' });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await signInAsMerchant(page, one, `/?masqueradeAs=${other.email}&admin=&debug=`);
  await expect(page.getByRole('heading', { name: 'One Bakery LLC' })).toBeVisible();
  await expect(page.getByText('Currently viewing as')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Admin Actions' })).toHaveCount(0);
  expect(asked.filter((url) => /staff|masquerade/i.test(new URL(url).pathname))).toEqual([]);

  const refused = await callAs(page, `/api/receiver?email=${encodeURIComponent(other.email)}`);
  expect([refused.status, refused.body.code]).toEqual([403, 'forbidden']);
});

test('the banner is on every page, and leaving by it ends the masquerade on the server', async ({ page, expectConsoleError, sharedMerchant }) => {
  // Also what the last page was still reading when the masquerade ended.
  expectConsoleError(/403.*\/api\/(receiver|lithic_card|users)/);
  const { email, receiver } = sharedMerchant;
  await signInAsStaff(page, 'support', `/?redirecting=true&masqueradeAs=${email.toUpperCase()}&now=2026-07-04`);
  const banner = page.getByRole('region', { name: 'Masquerade' });
  for (const path of ['/', '/reports', '/settings', '/staff', `/staff/customers/${receiver.token}`, '/onboarding-new', '/nowhere']) {
    await page.goto(`${siteUrl()}${path}?redirecting=true&masqueradeAs=${email}&now=2026-07-04`);
    await expect(banner).toContainText(`Currently viewing as: ${email}`);
    await expect(banner.getByRole('button', { name: 'Admin Actions' })).toBeVisible();
  }
  await banner.getByRole('button', { name: 'Exit Masquerade' }).click();
  await page.waitForURL(`${siteUrl()}/onboarding?now=2026-07-04`);
  await expect(banner).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Find a customer' })).toHaveAttribute('href', '/staff?now=2026-07-04');
  const after = await callAs(page, `/api/receiver?token=${receiver.token}`);
  expect([after.status, after.body.code]).toEqual([403, 'masquerade_over']);
});

test('another tab says at once that its masquerade was ended too, without asking', { tag: '@all' }, async ({ page, context, sharedMerchant }) => {
  const { email } = sharedMerchant;
  await signInAsStaff(page, 'support', `/?masqueradeAs=${email}`);
  const other = await context.newPage();
  await other.goto(`${siteUrl()}/reports?masqueradeAs=${email}`);
  await expect(other.getByRole('heading', { name: 'Reports', exact: true })).toBeVisible();
  await other.route(/\/api\//, () => undefined);
  await page.getByRole('button', { name: 'Exit Masquerade' }).click();
  await expect(other.getByRole('heading', { name: 'Your view of this customer has ended' })).toBeVisible();
});

test('a page that is being left asks nothing more about the customer', { tag: '@all' }, async ({ page, sharedMerchant }) => {
  const { email } = sharedMerchant;
  await signInAsStaff(page, 'support', `/?masqueradeAs=${email}`);
  await expect(page.getByRole('tab', { name: 'Repayments' })).toBeVisible();
  const asked: string[] = [];
  page.on('request', (request) => /\/transactions\?.*tab=repayments/.test(request.url()) && asked.push(request.url()));
  const { promise: ending, resolve: began } = Promise.withResolvers<Route>();
  await page.route(/masquerade_end$/, began);
  await page.getByRole('button', { name: 'Exit Masquerade' }).click();
  const end = await ending;
  await page.getByRole('tab', { name: 'Repayments' }).click();
  await expect(page.getByRole('tab', { name: 'Repayments' })).toHaveAttribute('aria-selected', 'true');
  await end.continue();
  await page.waitForURL(({ pathname }) => pathname === '/onboarding');
  expect(asked).toEqual([]);
});

/** Opens a tab of the table, unless the page has noticed already by itself that the masquerade has ended, and expects it to say so. */
async function noticeEnd(page: Page, tab: string) {
  const ended = page.getByRole('heading', { name: 'Your view of this customer has ended' });
  await expect(page.getByRole('tab', { name: tab }).or(ended)).toBeVisible();
  await expect(async () => {
    if (!(await ended.isVisible())) await page.getByRole('tab', { name: tab }).click({ timeout: 1_000 });
    await expect(ended).toBeVisible({ timeout: 3_000 });
  }).toPass();
}

test('once the masquerade has ended, the page says so instead of showing the customer, and can start another', { tag: '@all' }, async ({
  page,
  expectConsoleError,
  sharedMerchant: { email, receiver },
}) => {
  expectConsoleError(/403.*\/api\//);
  await signInAsStaff(page, 'admin', `/?masqueradeAs=${email}`);
  await expect(page.getByRole('heading', { name: 'Corner Bakery LLC' })).toBeVisible();
  await callAs(page, `/api/staff/receivers/${receiver.token}/masquerade_end`, { method: 'POST', body: {} });

  // Nothing is asked about the customer: the stream of changes tells.
  await expect(page.getByRole('heading', { name: 'Your view of this customer has ended' })).toBeVisible();
  await expect(page.getByText('Corner Bakery LLC')).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Masquerade' })).toContainText(`No longer viewing: ${email}`);
  await expect(page.getByRole('button', { name: 'Admin Actions' })).toHaveCount(0);
  await page.getByRole('button', { name: 'View again' }).click();
  await expect(page.getByRole('heading', { name: 'Corner Bakery LLC' })).toBeVisible();

  await callAs(page, `/api/staff/receivers/${receiver.token}/masquerade_end`, { method: 'POST', body: {} });
  await noticeEnd(page, 'My receivables');
  await page.getByRole('button', { name: 'Back to Staff' }).click();
  await page.waitForURL(({ pathname, searchParams }) => pathname === '/staff' && !searchParams.has('masqueradeAs'));
});

test('what is saved as the masquerade ends is still told', { tag: '@all' }, async ({ page, expectConsoleError }) => {
  expectConsoleError(/403.*\/api\//);
  const { email, receiver } = await onboardedMerchant();
  const end = () => callAs(page, `/api/staff/receivers/${receiver.token}/masquerade_end`, { method: 'POST', body: {} });
  await signInAsStaff(page, 'admin', `/?masqueradeAs=${email}`);
  const dialog = await chooseAction(page, 'Lock Account');
  await dialog.getByLabel('Reason').fill('asked by phone');
  await end();
  await dialog.getByRole('button', { name: 'Lock Account', exact: true }).click();
  expect(await readChanges(page, 'Lock Account')).toEqual(['Locked | No | Yes']);
  await expect(page.getByRole('heading', { name: 'Your view of this customer has ended' })).toBeVisible();

  await page.goto(`${siteUrl()}/?admin=&masqueradeAs=${email}`);
  await page.getByLabel('New override (in cents)').fill('50000');
  await page.getByLabel('Reason').fill('asked by phone');
  await end();
  await page.getByRole('button', { name: 'Update Spending Power Override' }).click();
  await expect(page.getByText('Current override (in cents): 50000')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Masquerade' })).toContainText('No longer viewing');
  await expect(page.getByText('Current override (in cents): 50000')).toBeVisible();
});

test('a page left open does not extend the masquerade by reloading', { tag: '@all' }, async ({ page }) => {
  const { email, receiver } = await onboardedMerchant();
  const loads: string[] = [];
  page.on('request', (request) => /\/api\/receiver\?/.test(request.url()) && loads.push(new URL(request.url()).search));
  await signInAsStaff(page, 'admin', `/?masqueradeAs=${email}`);
  const again = page.waitForResponse(/\/api\/receiver\?token=/);
  await doAction(page, 'Lock Account');
  await again;
  expect(loads[0]).toBe(`?email=${encodeURIComponent(email)}`);
  expect(new Set(loads.slice(1))).toEqual(new Set([`?token=${receiver.token}`]));
});
