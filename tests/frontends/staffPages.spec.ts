import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { siteUrl } from './addresses.ts';
import { charge } from './dashboard.ts';
import { expect, test } from './fixtures.ts';
import { forward } from './forward.ts';
import { type OnboardedMerchant, onboardedMerchant, signInAsMerchant } from './merchants.ts';
import { callAs, doAction, readChanges, signInAsStaff } from './staff.ts';

const uniqueName = () => `Bakery ${randomUUID().slice(0, 8)} LLC`;

const owed = async ({ call }: OnboardedMerchant) => (await call<{ totalOutstandingCents: number }>('/api/receiver')).totalOutstandingCents;

/** Charges a customer's card with $84.10, and waits until our books say so: the staff's pages do not read a customer again by themselves. */
async function owe(merchant: OnboardedMerchant): Promise<void> {
  await charge(merchant, 8_410);
  await expect.poll(() => owed(merchant)).toBe(8_410);
}

/** Shows the next time that a customer is read the webhook events as the server has them while its worker is busy. */
const showEventsAsWaitingOnce = (page: Page) =>
  page.route(
    /\/api\/staff\/receivers\/[^/]+$/,
    async (route) => {
      const response = await forward(route);
      const customer = await response.json();
      const inbox = customer.inbox.map((event: object) => ({ ...event, handled_at: null, error: null }));
      await route.fulfill({ response, json: { ...customer, inbox } });
    },
    { times: 1 },
  );

test('staff find a customer by the business name, and see everything about them on one page', async ({ page }) => {
  const name = uniqueName();
  const merchant = await onboardedMerchant({ name });
  await owe(merchant);
  await signInAsStaff(page, 'support', '/staff');
  await page.getByLabel('Email or business name').fill(name.slice(2, -4).toUpperCase());
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: `Customer page of ${merchant.email}` }).click();

  const timeline = page.getByRole('table', { name: 'Timeline' });
  await expect(timeline).toContainText('Linked a bank account');
  await page.getByRole('button', { name: 'Providers' }).click();
  await expect(timeline).toContainText('The verification of the business changed: status accepted');
  await expect(timeline).not.toContainText('Linked a bank account');

  await page.getByRole('link', { name: 'Spending power' }).click();
  await expect(page.getByRole('region', { name: 'Why this limit' })).toContainText('Total limit');
  await page.getByRole('link', { name: 'Ledger' }).click();
  await expect(page.getByRole('table', { name: 'Bookings' })).toContainText('$84.10');
  await page.getByRole('link', { name: 'Webhook events' }).click();
  const replayed = page.waitForResponse(/\/replay$/);
  await showEventsAsWaitingOnce(page);
  await page.getByRole('button', { name: 'Replay' }).first().click();
  expect((await replayed).status()).toBe(200);
  const events = page.getByRole('table', { name: 'Webhook events' });
  await expect(events).toContainText('Waiting');
  await expect(events).not.toContainText('Waiting');
  await page.getByRole('link', { name: 'Notes' }).click();
  await page.getByLabel('New note').fill('Called, all well.');
  await page.getByRole('button', { name: 'Save note' }).click();
  await expect(page.getByRole('list', { name: 'Notes' })).toContainText('Called, all well.');
  await page.getByRole('link', { name: 'Audit log' }).click();
  await expect(page.getByRole('table', { name: 'Audit log' })).toContainText('support@demo.localhost (support)');

  await page.getByRole('link', { name: 'View as customer' }).click();
  await expect(page.getByText(`Currently viewing as: ${merchant.email}`)).toBeVisible();
  await expect(page.getByRole('heading', { name })).toBeVisible();
});

test('an admin enters a credit by hand, which is booked and lowers what the customer owes', async ({ page }) => {
  const merchant = await onboardedMerchant();
  await signInAsStaff(page, 'admin', `/staff/customers/${merchant.receiver.token}/ledger`);
  const form = page.getByRole('form', { name: 'Enter a credit by hand' });
  await form.getByRole('button', { name: 'Enter', exact: true }).click();
  await expect(form.getByText('Enter an amount such as 12.50, other than 0 and up to $150,000.00.')).toBeVisible();
  await form.getByRole('button', { name: 'Chargeback' }).click();
  await form.getByLabel('Amount (dollars)').fill('1,012.34');
  await form.getByLabel('Reason').fill('the bakery won its dispute');
  await form.getByRole('button', { name: 'Enter', exact: true }).click();
  await expect(page.getByRole('table', { name: 'Bookings' })).toContainText('$1,012.34');
  await expect(form.getByLabel('Amount (dollars)')).toHaveValue('');
  expect(await owed(merchant)).toBe(-101_234);
  await expect(form.getByText('It is entered.')).toBeVisible();
  await form.getByRole('button', { name: 'Enter', exact: true }).click();
  await expect(form.getByText('It is entered.')).toHaveCount(0);
});

test('an admin closes an account, and everybody who looks at it from then on reads that it is closed', async ({ page, anotherBrowser }) => {
  const merchant = await onboardedMerchant();
  await owe(merchant);
  await signInAsStaff(page, 'admin', `/staff/customers/${merchant.receiver.token}/closing`);
  const form = page.getByRole('form', { name: 'Close the account' });
  await expect(form).toContainText('$84.10 is owed now: it is drawn on its due dates.');
  await form.getByLabel('Reason').fill('the shop has shut');
  await form.getByRole('button', { name: 'Close account' }).click();
  await expect(form.getByText(/^Type .* to confirm\.$/)).toBeVisible();
  await form.getByLabel('Business name').fill(merchant.receiver.business_name ?? '');
  await form.getByRole('button', { name: 'Close account' }).click();
  await expect(page.getByText('The account is being closed.')).toBeFocused();
  await page.reload();
  await expect(page.getByText('The account is being closed.')).toBeVisible();
  await expect(form).toHaveCount(0);

  const own = await anotherBrowser();
  await signInAsMerchant(own, merchant);
  const notice = own.getByRole('status', { name: 'Closing of the account' });
  await expect(notice).toContainText('What you owe is drawn on its due dates');
  await expect(own.getByText('Ask support for a new one.')).toHaveCount(0);
  // It can buy nothing any more, so that nobody is asked what they want to spend.
  await expect(own.getByRole('region', { name: 'Your cash in the next 90 days' })).toContainText('Lowest point');
  await expect(own.getByLabel('I want to spend')).toHaveCount(0);
});

test('a search that finds nobody says what to do', { tag: '@all' }, async ({ page }) => {
  await signInAsStaff(page, 'admin', '/staff?q=nobody-is-called-so');
  await expect(page.getByRole('heading', { name: 'Nobody found' })).toBeVisible();
  // The sidebar's link begins an empty search.
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Find a customer' }).click();
  await expect(page.getByLabel('Email or business name')).toHaveValue('');
  await page.goBack();
  await expect(page.getByLabel('Email or business name')).toHaveValue('nobody-is-called-so');
});

test('an admin overrides spending power and lets it follow from sales again, with a reason each time', async ({ page }) => {
  const merchant = await onboardedMerchant();
  await signInAsStaff(page, 'admin', `/?admin&masqueradeAs=${merchant.email}`);
  const card = page.getByRole('region', { name: 'Admin' });
  const update = card.getByRole('button', { name: 'Update Spending Power Override' });
  await expect(card.getByRole('heading', { name: 'Set Spending Power Override' })).toBeVisible();
  await expect(card.getByText('Current override (in cents): NONE')).toBeVisible();
  await expect(card.getByRole('button', { name: 'Clear Spending Power Override' })).toBeDisabled();
  await expect(card.getByLabel('New override (in cents)')).toHaveAttribute('placeholder', '100');
  await update.click();
  await expect(card.getByLabel('New override (in cents)')).toBeFocused();
  await expect(card.getByText('Say why in a few words.')).toBeVisible();

  await card.getByLabel('New override (in cents)').fill('123400');
  await card.getByLabel('Reason').fill('a large order');
  await update.dblclick();
  await expect(card.getByText('Current override (in cents): 123400')).toBeVisible();
  await expect(card.getByRole('list', { name: 'Overrides so far' })).toContainText('Set to $1,234.00: a large order');
  expect((await merchant.call<{ override_spend_limit: number }>('/api/receiver')).override_spend_limit).toBe(123_400);

  await card.getByLabel('New override (in cents)').fill('5000');
  await card.getByLabel('Last day (optional)').fill('2036-02-29');
  await card.getByLabel('Reason').fill('until spring');
  await update.click();
  await expect(card.getByText('Current override (in cents): 5000, until Mar 1, 2036, 12:00 AM')).toBeVisible();
  // News of the account may come before the answer, which empties the form.
  await expect(card.getByRole('list', { name: 'Overrides so far' })).toContainText('until spring');
  await expect(card.getByRole('list', { name: 'Overrides so far' }).getByRole('listitem')).toHaveCount(2);

  await card.getByLabel('Reason').fill('the order is paid');
  await card.getByRole('button', { name: 'Clear Spending Power Override' }).click();
  await expect(card.getByText('Current override (in cents): NONE')).toBeVisible();
});

test('a reason that is typed while the record of overrides loads again stays typed', { tag: '@all' }, async ({ page }) => {
  const merchant = await onboardedMerchant();
  await signInAsStaff(page, 'admin', `/?admin&masqueradeAs=${merchant.email}`);
  const card = page.getByRole('region', { name: 'Admin' });
  await expect(card.getByText('Current override (in cents): NONE')).toBeVisible();
  let answerRecord: () => void = () => {};
  const held = new Promise<void>((resolve) => {
    answerRecord = resolve;
  });
  await page.route('**/spending_power_override', async (route) => {
    if (route.request().method() === 'GET') await held;
    await route.fallback();
  });

  await card.getByLabel('New override (in cents)').fill('5000');
  await card.getByLabel('Reason').fill('until spring');
  await card.getByRole('button', { name: 'Update Spending Power Override' }).click();
  await expect(card.getByText('Current override (in cents): 5000')).toBeVisible();
  await expect(card.getByLabel('Reason')).toHaveValue('');
  await card.getByLabel('Reason').fill('the order is paid');
  answerRecord();
  await expect(card.getByRole('list', { name: 'Overrides so far' })).toContainText('until spring');
  await card.getByRole('button', { name: 'Clear Spending Power Override' }).click();
  await expect(card.getByText('Current override (in cents): NONE')).toBeVisible();
});

test('a merchant sees the admin view too, and is refused by the server', async ({ page, expectConsoleError, sharedMerchant }) => {
  expectConsoleError(/403.*spending_power_override/);
  await signInAsMerchant(page, sharedMerchant, '/?admin');
  await page.getByLabel('New override (in cents)').fill('999999');
  await page.getByLabel('Reason').fill('I would like more');
  await page.getByRole('button', { name: 'Update Spending Power Override' }).click();
  await expect(page.getByText('Your account may not do this.')).toBeVisible();
  await expect(page.getByText('Current override (in cents): NONE')).toBeVisible();
});

test('the customer sees which role looked, when, and what it changed, without names', { tag: '@all' }, async ({ page, anotherBrowser }) => {
  const merchant = await onboardedMerchant();
  const customer = await anotherBrowser();
  await signInAsMerchant(customer, merchant, '/settings#access');
  await expect(customer.getByRole('heading', { name: 'Nobody has looked yet' })).toBeVisible();
  await signInAsStaff(page, 'admin', `/?masqueradeAs=${merchant.email}`);
  await doAction(page, 'Reset EIN');
  await readChanges(page, 'Reset EIN');

  await customer.reload();
  const visits = customer.getByRole('region', { name: 'Who looked at my account' });
  await expect(visits).toContainText('An administrator made changes to your account');
  await expect(visits).toContainText('Reset your EIN');
  await expect(customer.getByText('admin@demo.localhost')).toHaveCount(0);
});

test('the debug panel is shown to staff during a masquerade and to others on request, and shows no secret', async ({
  page,
  anotherBrowser,
  sharedMerchant,
}) => {
  await signInAsStaff(page, 'support', `/?masqueradeAs=${sharedMerchant.email}`);
  await page.getByRole('button', { name: 'Debug' }).click();
  const panel = page.getByRole('region', { name: 'What is behind this page' });
  await expect(panel).toContainText('Checklist: 12 of 12');
  await panel.getByText(/^Last calls/).click();
  await expect(panel.getByRole('table', { name: /^Last calls/ })).toContainText(/GET \/api\/receiver\S*\s*\d+ in \d+ ms, request [\da-f-]{36}/);
  await panel.getByText('Receiver', { exact: true }).click();
  await expect(panel).toContainText(sharedMerchant.receiver.id);
  expect(await panel.textContent()).not.toMatch(/\bh_\w+|Bearer|eyJ/);

  const customer = await anotherBrowser();
  await signInAsMerchant(customer, sharedMerchant, '/');
  await expect(customer.getByRole('heading', { name: 'Corner Bakery LLC' })).toBeVisible();
  await expect(customer.getByRole('button', { name: 'Debug' })).toHaveCount(0);
  await customer.goto(`${siteUrl()}/?debug`);
  await expect(customer.getByRole('button', { name: 'Debug' })).toBeVisible();
});

test('a merchant finds no staff pages, and loads nothing of them', async ({ page, sharedMerchant }) => {
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(request.url()));
  await signInAsMerchant(page, sharedMerchant, '/staff');
  await expect(page.getByRole('heading', { name: 'There is no page here' })).toBeVisible();
  expect(loaded.filter((url) => /Staff|Masquerade|AdminView|DebugPanel/.test(url))).toEqual([]);
});

test('an admin sets the terms of an account, and reads what follows before saving', { tag: '@all' }, async ({ page }) => {
  const merchant = await onboardedMerchant();
  await signInAsStaff(page, 'admin', `/staff/customers/${merchant.receiver.token}/terms`);
  const form = page.getByRole('form', { name: 'Account terms' });
  await form.getByLabel('Net terms in days').fill('');
  // Nothing follows from a field that is being typed.
  await expect(form.getByRole('listitem')).toHaveCount(0);
  await form.getByLabel('Net terms in days').fill('45');
  await form.getByText('On the blacklist', { exact: true }).click();
  await expect(form.getByText('Purchases from now on follow the new terms.')).toBeVisible();
  await expect(form.getByText('Spending power becomes $0.00, every card is paused')).toBeVisible();
  await form.getByRole('button', { name: 'Save terms' }).click();
  await expect(form.getByText('Say why in a few words.')).toBeVisible();
  await form.getByLabel('Reason').fill('a longer line for a good customer');
  await form.getByRole('button', { name: 'Save terms' }).click();
  await expect(page.getByText('Blacklisted', { exact: true })).toBeVisible();
  // Spending power and the cards follow by jobs: they are looked at once more.
  await page.waitForResponse((response) => response.url().endsWith(`/api/staff/receivers/${merchant.receiver.token}`));
  const saved = await merchant.call<{ net_terms: number; is_black_listed: boolean }>('/api/receiver');
  expect([saved.net_terms, saved.is_black_listed]).toEqual([45, true]);
});

test('terms that a colleague sets meanwhile are shown, and not taken back by what is typed beside them', { tag: '@all' }, async ({ page }) => {
  const merchant = await onboardedMerchant();
  const { token } = merchant.receiver;
  await signInAsStaff(page, 'admin', `/staff/customers/${token}/terms`);
  const form = page.getByRole('form', { name: 'Account terms' });
  await form.getByText('Subscriber', { exact: true }).click();
  await form.getByLabel('Reason').fill('pays for the plan');
  const body = { net_terms: 45, reason: 'a longer line' };
  expect((await callAs(page, `/api/staff/receivers/${token}/terms`, { method: 'PUT', body })).status).toBe(200);
  // The page reads a customer again when the network is back after a while.
  await page.evaluate(() => {
    const now = Date.now;
    Date.now = () => now() + 60_000;
    for (const change of ['offline', 'online']) window.dispatchEvent(new Event(change));
  });
  await expect(form.getByLabel('Net terms in days')).toHaveValue('45');
  await expect(form.getByText('Purchases from now on follow the new terms.')).toHaveCount(0);
  await form.getByRole('button', { name: 'Save terms' }).click();
  await expect(form.getByText('The terms are saved.')).toBeVisible();
  await expect(form.getByRole('listitem')).toHaveCount(0);
  await expect(form.getByLabel('Reason')).toHaveValue('');
  const saved = await merchant.call<{ net_terms: number; is_subscribed: boolean }>('/api/receiver');
  expect([saved.net_terms, saved.is_subscribed]).toEqual([45, true]);
});

test('what staff have to settle leaves the list only after a second question, which can be kept open', { tag: '@all' }, async ({ page }) => {
  const stray = { id: 'transfer-1', customer: null, amount_cents: 12_345, code: null, reference: 'transfer-1', is_settled_by_hand: true };
  const text = 'Plaid reports a debit of $123.45 that our books do not know. Find out there who ordered it, and give the money back if it is wrong.';
  let open = [{ ...stray, text, found_at: '2026-11-10T09:00:00.000Z' }];
  await page.route('**/api/staff/differences', (route) => route.fulfill({ json: { differences: open, has_more: false } }));
  const settled: string[] = [];
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/staff/stray_transfers/*/settled', async (route) => {
    settled.push(new URL(route.request().url()).pathname);
    await released;
    open = [];
    await route.fulfill({ json: { settled: true } });
  });
  await signInAsStaff(page, 'support', '/staff');
  const list = page.getByRole('table', { name: 'To settle' });
  await list.getByRole('button', { name: 'Settled' }).click();
  const question = page.getByRole('dialog', { name: 'Is this settled?' });
  await expect(question).toContainText(text);
  await question.getByRole('button', { name: 'Keep it open' }).click();
  await expect(question).toBeHidden();
  await expect(list).toContainText('No customer');
  expect(settled).toEqual([]);

  await list.getByRole('button', { name: 'Settled' }).click();
  await question.getByRole('button', { name: 'It is settled' }).click();
  // On its way, it cannot be taken back by leaving the question.
  await expect.poll(() => settled.length).toBe(1);
  await expect(question.getByRole('button', { name: 'Keep it open' })).toBeDisabled();
  await page.keyboard.press('Escape');
  await expect(question).toBeVisible();
  release();
  await expect(list).toBeHidden();
  await expect(question).toBeHidden();
  await expect(page.getByText(`Settled: ${text}`)).toBeFocused();
  expect(settled).toEqual(['/api/staff/stray_transfers/transfer-1/settled']);
});
