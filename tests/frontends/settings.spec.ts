import type { Page } from '@playwright/test';
import { readConfig } from '../../server/config.ts';
import type { BankAccountAnswer } from '../../server/contract/bank.ts';
import type { ReceiverAnswer } from '../../server/contract/receiver.ts';
import { createSecrets } from '../../server/db/secrets.ts';
import { unsubscribeToken } from '../../server/services/access/unsubscribeToken.ts';
import { siteUrl } from './addresses.ts';
import { expectNoFindingsInAnyLight } from './axe.ts';
import { openHome } from './dashboard.ts';
import { expect, test } from './fixtures.ts';
import { newestMail } from './mailbox.ts';
import { type OnboardedMerchant, onboardedMerchant, press, signInAsMerchant } from './merchants.ts';
import { newMerchant } from './onboardingMerchant.ts';
import { bankWindow, connectSmallStore, heading, linkBank, noMessageService, signInAgain } from './onboardingPages.ts';
import { openMenu, waitForLogin } from './people.ts';

/** The calls by which a choice of alerts is saved. */
const isSaving = /\/api\/users\/[^/]+\/alerts$/;
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const known = (merchant: OnboardedMerchant) => merchant.call<ReceiverAnswer>('/api/receiver');

/** The address at which a merchant's Monday mail is ended: the product of this run signs with the keys of development. */
function unsubscribeAddress({ receiver, program }: OnboardedMerchant): string {
  const { encryptionKeys } = readConfig({ NODE_ENV: 'test' });
  return `${siteUrl(program)}/mails/unsubscribe/${unsubscribeToken(createSecrets(encryptionKeys), { key: program }, receiver.id)}`;
}

test('the link of a letter leads a signed-out reader through the sign-in to the mails, and a signed-in one at once', { tag: '@all' }, async ({ page }) => {
  const merchant = await onboardedMerchant({ program: 'boost' });
  const { text } = await newestMail(merchant.email, /card/i);
  const [link = ''] = /http\S+#mails/.exec(text) ?? [];
  expect(link).toBe(`${siteUrl('boost')}/settings#mails`);

  await page.goto(link);
  await waitForLogin(page, 'boost');
  await page.getByLabel('Email').fill(merchant.email);
  await page.getByLabel('Password').fill('correct horse battery');
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(heading(page, 'Alerts')).toBeFocused();
  await expect(heading(page, 'Alerts')).toBeInViewport();
  expect(page.url()).toBe(link);

  await page.goto('about:blank');
  await page.goto(link);
  await expect(heading(page, 'Alerts')).toBeFocused();
  await expect(heading(page, 'Alerts')).toBeInViewport();
});

test('each choice of the alerts saves by itself, and nothing is saved by opening the page', { tag: '@all' }, async ({ page }) => {
  const merchant = await onboardedMerchant();
  const saved: unknown[] = [];
  page.on('request', (request) => request.method() === 'PUT' && saved.push(request.postDataJSON()));
  await openHome(page, merchant, '/settings#mails');
  const monday = page.getByRole('checkbox', { name: 'Mail: A summary every Monday' });
  const withdrawals = page.getByRole('checkbox', { name: 'Mail: A repayment is coming, or has arrived' });
  await expect(monday).toBeChecked();
  await expect(withdrawals).toBeChecked();
  expect(saved).toEqual([]);

  await monday.click();
  await expect.poll(async () => (await known(merchant)).gets_monday_email).toBe(false);
  await expect(monday).not.toBeChecked();
  await monday.press('Space');
  await expect.poll(async () => (await known(merchant)).gets_monday_email).toBe(true);
  await expect(monday).toBeChecked();
  expect((await known(merchant)).fund_withdraw_email).toBe(true);
  expect(saved).toHaveLength(2);
});

test('a switch ends as it was pressed last, whether the press before is saved or fails, and is taken back where nothing could be saved', {
  tag: '@all',
}, async ({ page, expectConsoleError }) => {
  expectConsoleError(/503/);
  const merchant = await onboardedMerchant();
  await openHome(page, merchant, '/settings#mails');
  const monday = page.getByRole('checkbox', { name: 'Mail: A summary every Monday' });
  await expect(monday).toBeChecked();
  const notReady = { status: 503, json: { status: 503, code: 'not_ready', title: 'Not ready', detail: 'Try again in a moment.' } };
  let saved: unknown[] = [];
  /** Holds the first saving from now on until the returned function is called; it then fails, or not. */
  const holdFirst = async ({ fails }: { fails: boolean }) => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    saved = [];
    await page.unroute(isSaving);
    await page.route(isSaving, async (route) => {
      if (route.request().method() !== 'PUT') return route.continue();
      saved.push(route.request().postDataJSON().choices[0].is_on);
      if (saved.length > 1) return route.continue();
      await released;
      await (fails ? route.fulfill(notReady) : route.continue());
    });
    return release;
  };

  const letSave = await holdFirst({ fails: false });
  await monday.press('Space');
  await expect.poll(() => saved.length).toBe(1);
  await monday.press('Space');
  await expect(monday).toBeChecked();
  letSave();
  await expect.poll(() => saved).toEqual([false, true]);
  await expect.poll(async () => (await known(merchant)).gets_monday_email).toBe(true);
  await expect(monday).toBeChecked();

  const letFail = await holdFirst({ fails: true });
  await monday.press('Space');
  await expect.poll(() => saved.length).toBe(1);
  await monday.press('Space');
  await monday.press('Space');
  await expect(monday).not.toBeChecked();
  letFail();
  await expect.poll(() => saved).toEqual([false, false]);
  await expect.poll(async () => (await known(merchant)).gets_monday_email).toBe(false);
  await expect(monday).not.toBeChecked();
  await expect(page.getByText('Try again in a moment.')).toBeHidden();

  await page.unroute(isSaving);
  await page.route(isSaving, (route) => (route.request().method() === 'PUT' ? route.fulfill(notReady) : route.continue()));
  await monday.press('Space');
  await expect(page.getByText('Try again in a moment.')).toBeVisible();
  await expect(monday).not.toBeChecked();
});

test('the link behind Unsubscribe shows a button, which works without signing in, and axe finds nothing', async ({ page }) => {
  const merchant = await onboardedMerchant({ program: 'harbor-new' });
  await page.goto(unsubscribeAddress(merchant));
  await expect(heading(page, 'Stop the Monday summary?')).toBeVisible();
  await expectNoFindingsInAnyLight(page, 'unsubscribing');
  expect((await known(merchant)).gets_monday_email).toBe(true);
  await page.getByRole('button', { name: 'Stop the Monday summary' }).click();
  await expect(heading(page, 'You no longer get the Monday summary')).toBeVisible();
  expect((await known(merchant)).gets_monday_email).toBe(false);
  await page.getByRole('link', { name: 'Choose which mails you get' }).click();
  await waitForLogin(page, 'harbor-new');
});

test('the bank account is named with its state, can be changed with what follows said before, and its debits are ended beside it', async ({ page }) => {
  const merchant = await onboardedMerchant();
  const before = await merchant.call<BankAccountAnswer>(`/api/users/${merchant.receiver.id}/plaid_account`);
  await openHome(page, merchant, '/settings#bank');
  const bank = section(page, 'Bank account');
  await expect(bank).toContainText(before.institution_name ?? '');
  await expect(bank).toContainText(`ending in ${before.mask}`);
  await expect(bank).toContainText('Linked and working.');
  await expect(bank).toContainText(/You authorized debits of .+ on /);

  await bank.getByRole('button', { name: 'Change bank account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change bank account' });
  await expect(dialog).toContainText('A debit that is already with your present bank still runs there.');
  await dialog.getByRole('button', { name: 'Choose an account' }).click();
  await linkBank(page);
  await expect(bankWindow(page).getByRole('heading')).toHaveCount(0);
  await expect.poll(async () => (await known(merchant)).plaid_item_id).not.toBe(merchant.receiver.plaid_item_id);
  await expect(bank).toContainText('Linked and working.');
  await expect(bank).toContainText(/You authorized debits of .+ on /);
});

test('a sign-in at the bank that ends soon is repaired in the settings', { tag: '@all' }, async ({ page }) => {
  const merchant = await onboardedMerchant();
  await press('plaid', 'warn_disconnect', { item_id: merchant.receiver.plaid_item_id });
  const health = async () => (await merchant.call<BankAccountAnswer>(`/api/users/${merchant.receiver.id}/plaid_account`)).health;
  await expect.poll(health).toBe('expiring');
  await openHome(page, merchant, '/settings#bank');
  const bank = section(page, 'Bank account');
  await expect(bank).toContainText(/Works(, but| until) /);
  await bank.getByRole('button', { name: 'Sign in to your bank' }).click();
  await signInAgain(page);
  await expect(bank).toContainText('Linked and working.');
  await expect(bank.getByRole('button', { name: 'Sign in to your bank' })).toHaveCount(0);
});

test('a store is disconnected after its consequences were read, the limit follows, and another can be connected', async ({ page, expectConsoleError }) => {
  expectConsoleError(noMessageService);
  const merchant = await onboardedMerchant();
  await openHome(page, merchant, '/settings#stores');
  const stores = section(page, 'Stores and books');
  await expect(stores).toContainText('Shopify');
  await expect(stores).toContainText('Connected.');
  await expect(stores).toContainText(/Last read \w{3} \d/);
  // Else who sells in two stores would press it, and lose the sales of the first.
  await expect(stores.getByText('A different store takes the place of this one')).toBeVisible();
  await expect(stores.getByRole('button', { name: 'Connect a different store' })).toBeVisible();
  await stores.getByRole('button', { name: 'Disconnect store' }).click();
  const dialog = page.getByRole('dialog', { name: 'Disconnect your store?' });
  const { initial_spend_limit, totalSpendPowerCents } = await known(merchant);
  const dollars = (initial_spend_limit ?? 0) / 100;
  await expect(dialog).toContainText(
    `With no other store it falls to your starting limit of $${dollars.toLocaleString('en-US', { minimumFractionDigits: 2 })}`,
  );
  await dialog.getByRole('button', { name: 'Keep it connected' }).click();
  await expect(stores).toContainText('Connected.');
  expect(totalSpendPowerCents).toBeGreaterThan(initial_spend_limit ?? 0);

  await stores.getByRole('button', { name: 'Disconnect store' }).click();
  await dialog.getByRole('button', { name: 'Disconnect store' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(stores).toContainText('There is no store connected.');
  await expect.poll(async () => (await known(merchant)).totalSpendPowerCents).toBe(initial_spend_limit);

  const opened = page.waitForEvent('popup');
  await stores.getByRole('button', { name: 'Connect a store' }).click();
  await connectSmallStore(await opened);
  await expect(stores).toContainText('Connected.');
});

test('the business profile covers its numbers; a phone number is checked, kept while unsaved, and saved', async ({ page }) => {
  const merchant = await onboardedMerchant();
  await openHome(page, merchant, '/settings#business');
  const business = section(page, 'Business profile');
  const { ein, business_address, phone_number } = await known(merchant);
  await expect(business).toContainText(ein ?? '');
  await expect(business).toContainText(business_address ?? '');
  await expect(business).not.toContainText(phone_number ?? 'none');
  await expect(business.getByRole('link', { name: 'support@headway.localhost' })).toBeVisible();

  await business.getByRole('button', { name: 'Change phone number' }).click();
  const field = business.getByLabel('New phone number');
  await expect(field).toBeFocused();
  await field.fill('555');
  await business.getByRole('button', { name: 'Save phone number' }).click();
  await expect(business).toContainText('Enter the phone number as +1 and 10 digits');
  await expect(field).toBeFocused();

  await field.fill('(646) 555-0199');
  await page.getByRole('link', { name: 'Home', exact: true }).filter({ visible: true }).click();
  await expect(business).toHaveCount(0);
  await page.goBack();
  await expect(field).toHaveValue(/646/);
  await business.getByRole('button', { name: 'Save phone number' }).click();
  await expect(field).toHaveCount(0);
  await expect(business).toContainText('••• ••• 0199');
  expect((await known(merchant)).phone_number).toBe('+16465550199');
});

test('help is on the dashboard, with answers from the merchant’s terms, and what to quote to support', { tag: '@all' }, async ({ page, sharedMerchant }) => {
  await openHome(page, sharedMerchant, '/reports');
  await openMenu(page);
  await page.getByRole('button', { name: 'Help' }).click();
  const help = page.getByRole('dialog', { name: 'Help' });
  await help.getByText('When is a purchase drawn from my bank?').click();
  await expect(help).toContainText('A purchase is due 30 calendar days after you make it.');
  await expect(help).toContainText(sharedMerchant.receiver.token);
  const address = (await help.getByRole('link', { name: 'support@headway.localhost' }).getAttribute('href')) ?? '';
  expect(decodeURIComponent(address)).toContain(`Account: ${sharedMerchant.receiver.token}`);
  // Opened from the sidebar, it is not set in the sidebar's colors and small print.
  const note = help.getByText('Please quote these');
  expect(await note.evaluate((text) => [getComputedStyle(text).fontSize, getComputedStyle(text).paddingLeft])).toEqual(['16px', '0px']);
  await expectNoFindingsInAnyLight(page, 'help');
  await help.getByText('How do I change my bank account?').click();
  await help.getByRole('link', { name: 'Open the bank settings' }).click();
  await expect(help).toHaveCount(0);
  await expect(heading(page, 'Bank account')).toBeFocused();
  // It does not stay over another page than the one that it was opened on.
  await page.getByRole('button', { name: 'Help' }).click();
  await expect(help).toBeVisible();
  await page.goBack();
  await expect(help).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1, name: 'Reports' })).toBeVisible();
});

test('a section that the address names stays in its place while what stands above it is still read', { tag: '@all' }, async ({ page, sharedMerchant }) => {
  const { promise: late, resolve: comesLate } = Promise.withResolvers<void>();
  await page.route(/\/api\/users\/[^/]+\/team$/, async (route) => {
    await late;
    await route.continue();
  });
  await openHome(page, sharedMerchant, '/settings#mails');
  await expect(heading(page, 'Alerts')).toBeFocused();
  await expect(page.getByRole('checkbox', { name: 'Mail: A summary every Monday' })).toBeVisible();
  const top = async () => Math.round((await section(page, 'Alerts').boundingBox())?.y ?? 0);
  await expect.poll(top).toBeLessThan(100);
  const before = await top();
  comesLate();
  await expect(section(page, 'Team').getByRole('listitem').first()).toBeVisible();
  await expect.poll(top).toBe(before);
});

test('help is there during the onboarding too', { tag: '@all' }, async ({ page }) => {
  await newMerchant(page);
  await page.goto(siteUrl());
  await page.getByRole('button', { name: 'Help' }).click();
  const help = page.getByRole('dialog', { name: 'Help' });
  await help.getByText('What is my limit made of?').click();
  await expect(help).toContainText('Your sales of the last 90 days');
  await expect(help.getByRole('link')).toHaveText(['support@headway.localhost']);
  await page.keyboard.press('Escape');
  await expect(help).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Help' })).toBeFocused();
});

test('the index leads to a section, and logging out of the settings ends the session', async ({ page, expectConsoleError, sharedMerchant }) => {
  // Calls of the page after its session has ended, while it leaves.
  expectConsoleError(/401.*\/api\//);
  await signInAsMerchant(page, sharedMerchant, '/settings');
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Sign-in and security' }).click();
  await expect(heading(page, 'Sign-in and security')).toBeFocused();
  const security = section(page, 'Sign-in and security');
  await expect(security.getByRole('button', { name: 'Account settings' })).toBeVisible();
  await security.getByRole('button', { name: 'Log out' }).click();
  await waitForLogin(page);
});
