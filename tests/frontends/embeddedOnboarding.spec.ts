import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { meaningOfBankStatus } from '../../server/domain/bank/bankStatus.ts';
import { anyEin } from '../support/businessForms.ts';
import { expectNoFindings } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { press } from './merchants.ts';
import { type NewMerchant, prepare } from './onboardingMerchant.ts';
import {
  bankWindow,
  chooseOwnSignIn,
  closeBankWindow,
  enterDeposits,
  heading,
  linkByDeposits,
  next,
  pressToClose,
  sameAddress,
  submit,
  tick,
  typeAddress,
  typeBusiness,
  typePerson,
} from './onboardingPages.ts';
import { closeAccount } from './staff.ts';
import { appFrame, inApp, installApp, merchantOfShop, openMenu, pageOf, type TestShop } from './store.ts';

type Prepared = Parameters<typeof prepare>[2];

/** Installs the app in a new shop, completes every step before a stage by the API, and opens the onboarding. */
async function openAt(page: Page, stage: Parameters<typeof prepare>[1], prepared: Prepared = {}): Promise<{ shop: TestShop; merchant: NewMerchant }> {
  const shop = await installApp();
  const merchant = await merchantOfShop(shop);
  await prepare(merchant, stage, prepared);
  await page.goto(pageOf(shop, 'onboarding'));
  return { shop, merchant };
}

/** Opens the onboarding at the card step. The store step completes by itself once the app is opened in its shop. */
async function openAtCard(page: Page, prepared: Prepared = {}) {
  const opened = await openAt(page, 'store', prepared);
  await expect(heading(appFrame(page), 'Get your card')).toBeVisible();
  return opened;
}

test('the form in the app is saved as it is typed, each mistake is shown at its field, and the draft is there after a reinstall', async ({ page }) => {
  const { shop, merchant } = await openAt(page, 'kyb');
  const app = appFrame(page);
  // The shop's own name is there to begin with.
  await expect(app.getByLabel('Legal business name')).toHaveValue('Little Kiln Studio');
  await app.getByLabel('Legal business name').fill('');
  await next(app);
  await expect(app.getByLabel('Legal business name')).toBeFocused();
  await expect(app.getByText('Enter the legal name of the business.')).toBeVisible();
  await typeBusiness(app, { id: '12-345' });
  await next(app);
  await expect(app.getByLabel(/^EIN, or SSN/)).toBeFocused();
  const ein = anyEin();
  await app.getByLabel(/^EIN, or SSN/).fill(ein);
  await app.getByLabel('City').fill('Troy');
  await expect(app.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible();

  await openMenu(page);
  await page.getByRole('button', { name: 'Uninstall app' }).click();
  // News of it that came only after the next installation would end the app's sessions once more.
  await expect.poll(async () => (await merchant.call('/api/receiver')).status).toBe(401);
  await page.getByRole('button', { name: 'Install', exact: true }).click();
  await app.getByRole('link', { name: 'Continue' }).click();
  await expect(heading(app, 'Tax ID and address')).toBeVisible();
  await expect(app.getByLabel(/^EIN, or SSN/)).toHaveValue(`•••••${ein.slice(-4)}`);
  await expect(app.getByLabel('City')).toHaveValue('Troy');
  expect(page.url()).toContain(shop.domain.replace('.myshopify.com', ''));
});

test('a home business with owners is submitted from the app as typed, links a bank with its own sign-in page, and orders a physical card; axe finds nothing on the way, with mistakes and without', async ({
  page,
}) => {
  test.slow();
  const { merchant } = await openAt(page, 'kyb');
  const app = appFrame(page);
  await next(app);
  await expect(app.locator('[aria-invalid=true]').first()).toBeFocused();
  await expectNoFindings(page, 'Your business, with mistakes', inApp);
  await typeBusiness(app);
  await expectNoFindings(page, 'Tax ID and address', inApp);
  const state = app.getByRole('combobox', { name: /^State\/Province/ });
  await state.fill('ne');
  await expect(app.getByRole('option')).toHaveCount(6);
  await expect(state).toHaveAttribute('aria-activedescendant', (await app.getByRole('option').first().getAttribute('id')) ?? 'none');
  await app.getByRole('option', { name: 'New York' }).click();
  await expect(state).toHaveValue('NY');
  await expect(app.getByRole('listbox')).toHaveCount(0);
  await tick(app, sameAddress);
  await expectNoFindings(page, 'Tax ID and address, with a chosen state', inApp);
  await next(app);
  await typePerson(app);
  await expect(app.getByLabel(/^Residential address/)).toHaveCount(0);
  await expectNoFindings(page, 'Control person', inApp);
  await next(app);
  await app.getByRole('button', { name: 'Add an owner' }).click();
  await expect(app.getByLabel('First name')).toBeFocused();
  await typePerson(app, { first: 'Ben', last: 'Okafor', ssn: '234-56-7890', email: 'ben@cornerbakery.example' });
  await typeAddress(app, { street: '9 Elm Street' });
  await expectNoFindings(page, 'Owners who are individuals', inApp);
  await next(app);
  await app.getByRole('button', { name: 'Add a business' }).click();
  await expect(app.getByLabel('Legal business name')).toBeFocused();
  await next(app);
  await expect(app.locator('[aria-invalid=true]').first()).toBeFocused();
  await expectNoFindings(page, 'Owners that are businesses, with mistakes', inApp);
  await app.getByLabel('Legal business name').fill('Flour Holdings LLC');
  await app.getByLabel(/^EIN, or SSN/).fill('98-7654321');
  await typeAddress(app);
  await next(app);
  await expect(heading(app, 'Check your answers')).toBeVisible();
  await expectNoFindings(page, 'Check your answers', inApp);
  await submit(app);

  await app.getByRole('button', { name: 'Choose your bank' }).click();
  await closeBankWindow(app);
  await app.getByRole('button', { name: 'Open the window again' }).click();
  const goOn = await chooseOwnSignIn(app);
  const opened = page.waitForEvent('popup');
  await goOn.click();
  await pressToClose(await opened, 'Allow');
  const window = bankWindow(app);
  await window.getByRole('button', { name: 'Connect' }).click();
  await window.getByRole('button', { name: 'Continue' }).click();

  await tick(app, 'Virtual and physical card');
  await app.getByRole('button', { name: 'Continue' }).click();
  await expect(heading(app, 'Where should we send your card?')).toBeVisible();
  await expect(app.getByLabel('Business Name')).toHaveValue('Corner Bakery LLC');
  await submit(app);
  await expect(app.getByLabel('Street address')).toBeFocused();
  await app.getByRole('button', { name: /^Use 45 Market Street/ }).click();
  await app.getByLabel(/^Phone/).fill('(212) 555-0142');
  await submit(app);
  await expect(heading(app, 'You are all set')).toBeVisible();
  await expectNoFindings(page, 'You are all set', inApp);

  const { form } = (await merchant.call(`/api/users/${(await merchant.receiver()).token}/kyb`)).body;
  expect(form.home_business).toBe(true);
  expect(form.beneficial_owner_individuals.map(({ first_name }: { first_name: string }) => first_name)).toEqual(['Ben']);
  expect(form.beneficial_owner_entities[0].legal_business_name).toBe('Flour Holdings LLC');
});

test('the app waits for the issuer, accessibly, and continues by itself once the business is accepted', async ({ page }) => {
  const { merchant } = await openAtCard(page, { name: 'Pending Bakery LLC' });
  const app = appFrame(page);
  await app.getByRole('button', { name: 'Issue my card' }).click();
  await expect(heading(app, 'Almost there')).toBeVisible();
  await expectNoFindings(page, 'Almost there', inApp);
  const { lithic_account_holder_token } = await merchant.receiver();
  await press('lithic', 'decide_kyb', { account_holder_token: lithic_account_holder_token, status: 'ACCEPTED' });
  await expect(heading(app, 'You are all set')).toBeVisible();
});

test('a merchant whose account is closed before the card reads that in the app, and is offered no step', { tag: '@all' }, async ({ page }) => {
  const { shop, merchant } = await openAt(page, 'approval', { name: 'Pending Bakery LLC' });
  const app = appFrame(page);
  await expect(heading(app, 'Almost there')).toBeVisible();
  await closeAccount(merchant);
  await page.reload();
  await expect(heading(app, /^Your account is (being )?closed$/)).toBeVisible();
  await expect(app.getByText(/^Step \d/)).toHaveCount(0);
  await page.goto(shop.adminUrl);
  await expect(app.getByText('No card opens, and no step is left to take.')).toBeVisible();
  await expect(app.getByRole('link', { name: 'Continue' })).toHaveCount(0);
  await expectNoFindings(page, 'home of an account that was closed before the card', inApp);
});

test('a correction that the issuer wants can be made in the app, accessibly, with only those fields open', { tag: '@all' }, async ({ page }) => {
  const { merchant } = await openAt(page, 'bank', { name: 'Resubmit Bakery LLC' });
  const app = appFrame(page);
  await expect(heading(app, 'Link your bank account')).toBeVisible();
  await expect(app.getByText('The card issuer has a question')).toBeVisible();
  await expectNoFindings(page, 'the notice of a question, and the bank’s step', inApp);
  await app.getByRole('button', { name: 'See what it is' }).click();
  await expect(heading(app, 'Correct a few details')).toBeVisible();
  await expectNoFindings(page, 'Correct a few details', inApp);
  await expect(app.getByRole('textbox')).toHaveCount(2);
  await app.getByLabel('Legal business name').fill('');
  await submit(app);
  await expect(app.getByLabel('Legal business name')).toBeFocused();
  await app.getByLabel('Legal business name').fill('Corner Bakery Resubmit LLC');
  await submit(app);
  await expect(heading(app, 'Link your bank account')).toBeVisible();
  await expect(app.getByText('The card issuer has a question')).toHaveCount(0);
  await expect.poll(async () => (await merchant.receiver()).kybStatus).toBe('ACCEPTED');
});

test('a document that the issuer asks for is uploaded from the app, accessibly', { tag: '@all' }, async ({ page }) => {
  const { merchant } = await openAt(page, 'bank', { name: 'Document Bakery LLC' });
  const app = appFrame(page);
  await app.getByRole('button', { name: 'See what it is' }).click();
  await expect(app.getByText('You can send a document 2 more times.')).toBeVisible();
  await expectNoFindings(page, 'Send a document', inApp);
  await tick(app, 'Tax return');
  await app.getByRole('button', { name: 'Continue' }).click();
  await expect(app.getByRole('button', { name: 'Send' })).toBeDisabled();
  await app.locator('input[type=file]').setInputFiles({ name: 'tax-return.png', mimeType: 'image/png', buffer: Buffer.from('a picture') });
  const sent = page.waitForRequest((request) => request.method() === 'PUT');
  await app.getByRole('button', { name: 'Send' }).click();
  expect((await sent).headers()).not.toHaveProperty('authorization');
  await expect(app.getByText('The card issuer has a question')).toHaveCount(0);
  await expect.poll(async () => (await merchant.receiver()).kybStatus).toBe('ACCEPTED');
});

test('a bank is linked again in the app, and an account is verified by micro-deposits, accessibly', { tag: '@all' }, async ({ page }) => {
  const { merchant } = await openAt(page, 'store');
  const app = appFrame(page);
  const { plaid_item_id } = await merchant.receiver();
  await press('plaid', 'break_link', { item_id: plaid_item_id });
  await expect.poll(async () => (await merchant.receiver()).plaid_account_verification_status).toBe('relink');
  await page.reload();
  await expect(heading(app, 'Reconnect your bank')).toBeVisible();
  await expect(app.getByText(meaningOfBankStatus('relink').message)).toBeVisible();
  await app.getByRole('button', { name: 'Link another account' }).click();
  await linkByDeposits(app);
  await expect(heading(app, 'Verify your bank account')).toBeVisible();
  await expectNoFindings(page, 'Verify your bank account', inApp);
  await app.getByRole('button', { name: 'Enter the amounts' }).click();
  await enterDeposits(app);
  await expect(heading(app, 'Get your card')).toBeVisible();
});

test('a shop that does not let the app see its orders is asked for permission, and its sales are read once it is given', { tag: '@all' }, async ({ page }) => {
  const shop = await installApp();
  await press('shopify', 'change_scopes', { shop: shop.domain, scopes: 'read_customers' });
  const merchant = await merchantOfShop(shop);
  await prepare(merchant, 'store');
  await page.goto(pageOf(shop, 'onboarding'));
  const app = appFrame(page);
  await expect(heading(app, 'Connect your store or accounting')).toBeVisible();
  await expect(app.getByRole('button', { name: 'Connect another store or accounting' })).toBeVisible();
  await app.getByRole('button', { name: 'Allow it to see orders' }).click();
  await expect(heading(app, 'Get your card')).toBeVisible();
});

test('the card step in the app names the bank and the store that were linked, and estimates the limit, accessibly', { tag: '@all' }, async ({ page }) => {
  const { merchant, shop } = await openAtCard(page);
  const app = appFrame(page);
  const { token } = await merchant.receiver();
  const { account } = (await merchant.call(`/api/users/${token}/debit_authorization`)).body;
  const linked = app.getByRole('status').filter({ hasText: 'is linked.' });
  await expect(linked).toContainText(`${account.institution_name} •••• ${account.mask} is linked.`);
  const { store } = (await merchant.call(`/api/users/${token}/shop`)).body;
  expect(store).not.toBe(shop.domain);
  await expect(linked).toContainText(`${store} is connected.`);
  const sales = app.getByRole('region', { name: 'Your sales' });
  await expect(sales).toContainText(/Your limit: about \$[\d,]+/);
  await expect(sales).toContainText(`An estimate from the sales of ${store}, not a promise.`);
  await expectNoFindings(page, 'Get your card', inApp);
  await tick(app, 'Virtual and physical card');
  await app.getByRole('button', { name: 'Continue' }).click();
  await expect(heading(app, 'Where should we send your card?')).toBeVisible();
  await expect(sales).toContainText(/Your limit: about/);
  await expectNoFindings(page, 'Where should we send your card?', inApp);
});

test('while a second store is first read, the app says how far, and the limit comes by itself in the card step and on home', { tag: '@all' }, async ({
  page,
}) => {
  const shop = await installApp();
  const merchant = await merchantOfShop(shop);
  await prepare(merchant, 'store');
  // The sandbox reads a store slowly that has the word in its name.
  const named = { platform: 'SHOPIFY', profile: 'new', store_name: 'Slow Boat Books', seed: 'fixed', address: randomUUID() };
  const second = await press<{ public_token: string; connection_id: string }>('rutter', 'connect', named);
  const { token } = await merchant.receiver();
  const connected = await merchant.call(`/api/users/${token}/commerce`, { method: 'POST', body: { public_token: second.public_token } });
  expect(connected.status).toBe(200);
  await page.goto(pageOf(shop, 'onboarding'));
  const app = appFrame(page);
  const sales = app.getByRole('region', { name: 'Your sales' });
  await expect(sales).toContainText('Your limit: being worked out');
  await app.getByRole('button', { name: 'Issue my card' }).click();
  await expect(heading(app, 'You are all set')).toBeVisible();
  const main = app.getByRole('main');
  await expect(main.getByRole('status').getByText('Reading your store')).toBeVisible();
  await expectNoFindings(page, 'You are all set, while the store is read', inApp);
  await app.getByRole('link', { name: 'Go to home' }).click();
  await expect(app.getByRole('heading', { name: 'Available to Spend' })).toBeVisible();
  await expect(main).toContainText('Reading your store');
  // The shop's own sales count from the beginning.
  const [before = 'no limit'] = /Total Limit: \$[\d,]+\.\d\d/.exec((await main.textContent()) ?? '') ?? [];
  await expect(main).toContainText('It grows with your store’s sales, as soon as they are read.');
  await press('rutter', 'finish_reading', { connection: second.connection_id });
  await expect(main).not.toContainText('Reading your store', { timeout: 60_000 });
  await expect(main).not.toContainText(before);
  await expect(main).not.toContainText(/please refresh|no sales/i);
  // Both stores count, one after the other.
  await expect(async () => {
    const { totalSpendPowerCents } = await merchant.receiver();
    const total = ((totalSpendPowerCents ?? 0) / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' });
    await expect(main).toContainText(`Total Limit: ${total}`, { timeout: 20_000 });
  }).toPass({ timeout: 60_000 });
  expect(page.url()).toContain(shop.domain.replace('.myshopify.com', ''));
});

test('the steps on the app’s home say that a verification needs the merchant again, as the onboarding does, accessibly', { tag: '@all' }, async ({ page }) => {
  const { shop } = await openAt(page, 'bank', { name: 'Reject Bakery LLC' });
  const app = appFrame(page);
  await expect(app.getByText('The card issuer did not accept your business')).toBeVisible();
  await expectNoFindings(page, 'the notice of a refusal', inApp);
  await app.getByRole('button', { name: 'See why' }).click();
  await expect(heading(app, 'Your business was not accepted')).toBeVisible();
  await expectNoFindings(page, 'Your business was not accepted', inApp);
  await page.goto(pageOf(shop, ''));
  await expect(app.getByText('3 of 7 done')).toBeVisible();
  await expect(app.getByRole('button', { name: 'Business verification: Needs you' })).toHaveAttribute('aria-expanded', 'true');
  await expect(app.getByText('The card issuer did not accept your business.', { exact: true })).toBeVisible();
});
