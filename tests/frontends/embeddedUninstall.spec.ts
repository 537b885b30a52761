import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { ReceiverAnswer } from '../../server/contract/receiver.ts';
import { shopHandIn } from '../support/handIns.ts';
import { siteUrl } from './addresses.ts';
import { expectNoFindings, expectNoFindingsInAnyLight } from './axe.ts';
import { cardIsDrawn } from './dashboard.ts';
import { expect, test } from './fixtures.ts';
import { linkInMail, newestMail } from './mailbox.ts';
import { spend } from './merchants.ts';
import { heading } from './onboardingPages.ts';
import { appFrame, inApp, installApp, merchantOfShop, onboardedShop, openMenu, pageOf } from './store.ts';

const bar = (page: Page) => page.getByRole('region', { name: 'Unsaved changes' });
const ownersAddress = ({ domain }: { domain: string }) => `owner@${domain}`;

/** Opens the link that confirms an address, and confirms it. */
async function confirm(page: Page, email: string): Promise<void> {
  await page.goto(await linkInMail('confirm', email, /^Confirm your email address/));
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(heading(page, 'Your address is confirmed')).toBeVisible();
}

test('a merchant with debt who uninstalls the app is told how to go on, signs in by mail at the site to the very same account, and pays', async ({
  page,
  anotherBrowser,
  expectConsoleError,
}) => {
  test.slow();
  const shop = await onboardedShop();
  await spend(shop, 12_345, { settle: true });
  await expect.poll(async () => (await shop.call<ReceiverAnswer>('/api/receiver')).payable.most_cents).toBe(12_345);
  await page.goto(shop.adminUrl);
  await expect(appFrame(page).getByRole('heading', { level: 1 })).toBeVisible();
  // The frame of the app is refused from the moment of the uninstallation.
  expectConsoleError(/401/);
  await openMenu(page);
  await page.getByRole('button', { name: 'Uninstall app' }).click();
  await expect(page.getByRole('button', { name: 'Install', exact: true })).toBeVisible();
  const told = await newestMail(ownersAddress(shop), /has uninstalled Headway: how to go on/);
  expect(told.text).toContain('$123.45');

  // They threw that mail away: a visitor whom nobody knows asks for another link.
  const browser = await anotherBrowser();
  await browser.route(/\/(login|signup)\?rt=/, (route) => route.fulfill({ status: 204 }));
  await browser.goto(siteUrl());
  const byMail = browser.getByRole('link', { name: 'Get a sign-in link by mail' });
  await expect(byMail).toBeVisible();
  await expectNoFindings(browser, 'signed out');
  await byMail.click();
  await expect(heading(browser, 'Sign in by mail')).toBeVisible();
  expect(new URL(browser.url()).pathname).toBe('/mails/sign_in');
  await browser.getByLabel('Email').fill(ownersAddress(shop));
  await browser.getByRole('button', { name: 'Send me a link' }).click();
  await expect(heading(browser, 'Look into your mailbox')).toBeVisible();
  await browser.goto(await linkInMail('sign_in', ownersAddress(shop), /^Sign in to Headway/));
  await browser.getByRole('button', { name: 'Sign in' }).click();
  const answered = browser.waitForResponse((response) => new URL(response.url()).pathname === '/api/receiver' && response.ok());
  await browser.getByRole('link', { name: 'Continue to your account' }).click();
  const seen: ReceiverAnswer = await (await answered).json();
  expect([seen.id, seen.email, seen.is_email_confirmed]).toEqual([shop.receiver.id, ownersAddress(shop), true]);

  await expect(browser.getByText('Total Outstanding')).toBeVisible();
  await expect(browser.getByText('$123.45').first()).toBeVisible();
  await browser.goto(`${siteUrl()}/payments`);
  const owed = browser.getByRole('region', { name: 'You owe' });
  await owed.getByRole('button', { name: 'Pay now' }).click();
  const dialog = browser.getByRole('dialog', { name: 'Pay now' });
  await dialog.getByRole('button', { name: 'All of it' }).click();
  await dialog.getByRole('button', { name: 'Pay $123.45' }).click();
  await browser
    .getByRole('dialog', { name: /^Your payment of .* has started$/ })
    .getByRole('button', { name: 'Done' })
    .click();
  await expect(owed).toContainText('$123.45 is already on its way from your bank.');
});

test('the owner changes the address of the mails in the app: it waits for its reader, who confirms it by the link', { tag: '@all' }, async ({ page }) => {
  test.slow();
  const shop = await installApp();
  await page.goto(pageOf(shop, 'settings'));
  const app = appFrame(page);
  const section = app.getByRole('region', { name: 'Email address' });
  await expect(section).toContainText(ownersAddress(shop));
  await expect(section).toContainText('Not confirmed yet');
  await confirm(page, ownersAddress(shop));
  await page.goto(pageOf(shop, 'settings'));
  await expect(section.getByText('Confirmed', { exact: true })).toBeVisible();

  const field = section.getByLabel('New address');
  await field.fill('ana at example.com');
  await bar(page).getByRole('button', { name: 'Save' }).click();
  await expect(section.getByText('Enter an email address such as ana@example.com.')).toBeVisible();
  await expect(field).toHaveValue('ana at example.com');
  await expectNoFindings(page, 'a wrong address', inApp);
  await field.fill(ownersAddress(shop));
  await field.press('Enter');
  await expect(section.getByText('Your mails go to this address already.')).toBeVisible();
  const other = `${randomUUID()}@example.com`;
  await field.fill(other);
  await bar(page).getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Link sent', { exact: true })).toBeVisible();
  const waiting = section.getByText(`We sent a link to ${other}. Mails go there once you have opened it and confirmed the address.`);
  await expect(waiting).toBeVisible();
  await expect(field).toHaveValue('');
  await expect(bar(page)).toBeHidden();
  await expectNoFindings(page, 'an address that waits', inApp);

  // Until then nothing changes, and the page says so whenever it is opened.
  await linkInMail('confirm', other, /^Confirm your email address/);
  await page.reload();
  await expect(waiting).toBeVisible();
  await expect(section.getByText(ownersAddress(shop), { exact: true })).toBeVisible();
  await confirm(page, other);
  await page.goto(pageOf(shop, 'settings'));
  await expect(section.getByText(other, { exact: true })).toBeVisible();
  await expect(section.getByText('Confirmed', { exact: true })).toBeVisible();
  await expect(waiting).toHaveCount(0);
  expect((await (await merchantOfShop(shop)).receiver()).email).toBe(other);
});

test('the owner decides in the app’s settings what the staff may see, who see just that', { tag: '@all' }, async ({ page, anotherBrowser }) => {
  test.slow();
  const shop = await installApp();
  // Before the owner has come, nobody has given an address: staff read what is missed and who can help, without a button.
  const colleague = await anotherBrowser();
  const theirs = appFrame(colleague);
  await colleague.goto(`${shop.adminUrl}?staff=43`);
  await expect(theirs.getByText('We have no email address for you')).toBeVisible();
  await expect(theirs.getByText(/when a repayment fails.*Only the owner of the store can do this/)).toBeVisible();
  await expect(theirs.getByRole('link', { name: 'Add an address' })).toHaveCount(0);
  await expectNoFindings(colleague, 'home without an address', inApp);

  await page.goto(pageOf(shop, 'settings'));
  const app = appFrame(page);
  const choices = app.getByRole('region', { name: 'Your store’s staff' });
  await expect(choices.getByRole('radio', { name: 'Everything' })).toBeChecked();
  const choose = async (name: string) => {
    await choices.getByText(name, { exact: true }).click();
    await bar(page).getByRole('button', { name: 'Save' }).click();
    await expect(bar(page)).toBeHidden();
    await expect(choices.getByRole('radio', { name })).toBeChecked();
  };
  await choose('Nothing');
  await colleague.goto(shop.adminUrl);
  await expect(theirs.getByText('has not opened this to its staff. Ask Sam Turner')).toBeVisible();
  await expect(theirs.getByRole('heading', { name: 'Get your card' })).toHaveCount(0);
  await choose('The setup');
  await colleague.goto(shop.adminUrl);
  await expect(theirs.getByText('Only the owner of the store can do this. Ask Sam Turner to open the app.')).toBeVisible();
  await expect(theirs.getByRole('heading', { name: 'Get your card' })).toBeVisible();
  await expect(theirs.getByRole('link', { name: 'Get started' })).toHaveCount(0);
  await colleague.goto(pageOf(shop, 'onboarding'));
  await expect(theirs.getByText('Only the owner of the store can do this. Ask Sam Turner to open the app.')).toBeVisible();
  await expectNoFindings(colleague, 'what the staff read in place of a page', inApp);
  await page.reload();
  await expect(choices.getByRole('radio', { name: 'The setup' })).toBeChecked();
  await choose('Everything');
  await colleague.goto(pageOf(shop, 'payments'));
  await expect(theirs.getByRole('heading', { level: 1, name: 'Payments' })).toBeVisible();
});

test('the site has the same settings for an account that a store opened: the address is changed and what staff may see', { tag: '@all' }, async ({ page }) => {
  test.slow();
  const shop = await onboardedShop();
  await page.goto(`${siteUrl()}/settings?${await shopHandIn(shop.domain)}#address`);
  const address = page.getByRole('region', { name: 'Email address' });
  await expect(heading(page, 'Email address')).toBeFocused();
  await expect(address).toContainText(ownersAddress(shop));
  await expect(address).toContainText('Not confirmed yet');
  await expectNoFindingsInAnyLight(page, 'settings of an account that a store opened');
  await address.getByRole('button', { name: 'Change the address' }).click();
  await address.getByLabel('New address').fill('ana at example.com');
  await address.getByRole('button', { name: 'Send me a link' }).click();
  await expect(address.getByText('Enter an email address such as ana@example.com.')).toBeVisible();
  const other = `${randomUUID()}@example.com`;
  await address.getByLabel('New address').fill(other);
  await address.getByRole('button', { name: 'Send me a link' }).click();
  await expect(address).toContainText(`We sent a link to ${other}.`);

  const staff = page.getByRole('region', { name: 'Your store’s staff' });
  await expect(staff.getByRole('radio', { name: 'Everything' })).toBeChecked();
  await staff.getByText('The setup', { exact: true }).click();
  await expect.poll(async () => (await shop.call<ReceiverAnswer>('/api/receiver')).staff_access).toBe('setup');
  await expect(staff.getByRole('radio', { name: 'The setup' })).toBeChecked();

  await confirm(page, other);
  await page.goto(`${siteUrl()}/settings?${await shopHandIn(shop.domain)}#address`);
  await expect(address.getByRole('definition').filter({ hasText: other })).toBeVisible();
  await expect(address.getByRole('definition').filter({ hasText: /^Confirmed$/ })).toBeVisible();
});

test('home of the site says while there is no address what is missed, and leads to where it is given', async ({ page }) => {
  test.slow();
  const shop = await onboardedShop();
  const receiver = await shop.call<ReceiverAnswer>('/api/receiver');
  await page.route(/\/api\/receiver(\?|$)/, (route) => route.fulfill({ json: { ...receiver, email: '' } }));
  await page.goto(`${siteUrl()}/?${await shopHandIn(shop.domain)}`);
  const notice = page.getByRole('status', { name: 'Email address' });
  await expect(notice).toContainText('Nobody is told when a repayment fails');
  await expect(page.getByText('Tell us where to reach you')).toBeVisible();
  await expect(page.getByText(/We write to/)).toHaveCount(0);
  await cardIsDrawn(page);
  await expectNoFindings(page, 'home of the site without an address');
  await notice.getByRole('link', { name: 'Add an address' }).click();
  await expect(heading(page, 'Email address')).toBeFocused();
  await expect(page.getByText('We have no address for your mails')).toBeVisible();
});
