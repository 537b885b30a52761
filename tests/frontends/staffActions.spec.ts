import { readFile } from 'node:fs/promises';
import { eventually } from '../support/eventually.ts';
import { siteUrl } from './addresses.ts';
import { goTo } from './dashboardWalk.ts';
import { fileOf } from './downloads.ts';
import { expect, test } from './fixtures.ts';
import { onboardedMerchant, signInAsMerchant } from './merchants.ts';
import { newMerchant, prepare } from './onboardingMerchant.ts';
import { bankWindow, connectSmallStore, heading, noMessageService, pressInNewWindow } from './onboardingPages.ts';
import { callAs, chooseAction, doAction, menuEntries, readChanges, signInAsStaff } from './staff.ts';

const name = 'Corner Bakery LLC';

test('locks and resets do what they say, and the customer goes on at the step that each leads to', async ({ page, anotherBrowser }) => {
  test.slow();
  const merchant = await onboardedMerchant({ name });
  await signInAsStaff(page, 'admin', `/?masqueradeAs=${merchant.email}`);

  await doAction(page, 'Lock Account');
  expect(await readChanges(page, 'Lock Account')).toEqual(['Locked | No | Yes']);
  await expect(page.getByRole('button', { name: 'Admin Actions' })).toBeFocused();
  expect(await menuEntries(page)).toContain('Unlock Account');
  await eventually('no spending power', async () => (await merchant.call<{ totalSpendPowerCents: number }>('/api/receiver')).totalSpendPowerCents === 0);
  await eventually('a paused card', async () => (await merchant.call<{ state: string }>(`/api/lithic_card?token=${merchant.cardToken}`)).state === 'PAUSED');
  // A merchant who has finished onboarding stays on the dashboard, also without any purchase, and reads there why nothing can be spent.
  const customer = await anotherBrowser();
  await signInAsMerchant(customer, merchant);
  await expect(customer.getByText('Card Paused')).toBeVisible();
  await expect(customer.getByText('Your account is on hold, so the card stays paused.')).toBeVisible();
  await goTo(customer, '/insights');
  await expect(customer.getByRole('region', { name: 'Why this limit' })).toContainText('Your account is locked');
  // Nobody looks at its page until it is opened again.
  await customer.goto('about:blank');
  await doAction(page, 'Unlock Account');
  expect(await readChanges(page, 'Unlock Account')).toEqual(['Locked | Yes | No']);
  expect(await menuEntries(page)).toContain('Lock Account');

  await eventually('an open card', async () => (await merchant.call<{ state: string }>(`/api/lithic_card?token=${merchant.cardToken}`)).state === 'OPEN');

  await expect(await chooseAction(page, 'Reset EIN')).toContainText('Reset KYB next: the form then asks for it anew.');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await doAction(page, 'Reset EIN');
  await expect(page.getByRole('dialog', { name: 'Reset EIN: done' })).toContainText('while it stands the customer cannot enter another number');
  expect(await readChanges(page, 'Reset EIN')).toEqual([expect.stringMatching(/^EIN \| •••••\d{4} \| Empty$/)]);
  await expect(heading(page, name)).toBeVisible();

  const resets = [
    ['Reset Card', 'Get your card', ['Card | Set | Empty', 'Card asked for | virtual | Empty']],
    ['Reset Bank', 'Link your bank account', ['Bank link | Set | Empty', 'Sign-in at the bank | Set | Empty']],
    ['Reset KYB', 'Your business', ['Business verification | Set | Empty']],
    [
      'Reset Onboarding',
      'Privacy Policy',
      [
        'Store connection | Set | Empty',
        'Account at the issuer | Set | Empty',
        'Privacy policy accepted | Yes | No',
        'Terms and conditions accepted | Yes | No',
        'Card holders agreement accepted | Yes | No',
        `Business name | ${name} | Empty`,
        'Business address | 45 Market Street, Suite 4, Albany, NY 12207 | Empty',
      ],
    ],
  ] as const;
  for (const [action, step, changes] of resets) {
    await doAction(page, action, name);
    expect((await readChanges(page, action)).toSorted()).toEqual(changes.toSorted());
    await expect(heading(page, step)).toBeVisible();
    await customer.goto(siteUrl());
    // A merchant who has accepted nothing begins with the offer.
    await expect(heading(customer, action === 'Reset Onboarding' ? 'Get your Headway card' : step)).toBeVisible();
  }
});

test('a page that is open while its account is reset goes on to the step without asking for what is gone', { tag: '@all' }, async ({
  page,
  anotherBrowser,
}) => {
  const merchant = await onboardedMerchant({ name });
  const customer = await anotherBrowser();
  await signInAsMerchant(customer, merchant);
  await expect(customer.getByText('Card Active')).toBeVisible();
  // The record arrives late, after the time in which the rest of the page would have been read.
  await customer.route(/\/api\/receiver(\?|$)/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await route.continue();
  });
  // The staff's page reads all once more when its stream of changes opens. A reset meanwhile would fall between the record and the rest.
  const isRead = page
    .waitForResponse(/\/api\/events/)
    .then(() => page.waitForResponse(/\/api\/receiver\?token/))
    .then(() => page.waitForResponse(/\/plaid_account/));
  await signInAsStaff(page, 'admin', `/?masqueradeAs=${merchant.email}`);
  await isRead;
  await doAction(page, 'Reset Bank', name);
  await readChanges(page, 'Reset Bank');
  await expect(heading(page, 'Link your bank account')).toBeVisible();
  await expect(heading(customer, 'Link your bank account')).toBeVisible();
  await customer.unrouteAll({ behavior: 'wait' });
});

test('Override Rutter skips the store step', async ({ page, anotherBrowser }) => {
  const customer = await anotherBrowser();
  const merchant = await newMerchant(customer);
  await prepare(merchant, 'store');
  await customer.goto(siteUrl());
  await expect(heading(customer, 'Connect your store or accounting')).toBeVisible();
  await signInAsStaff(page, 'admin', `/?masqueradeAs=${merchant.email}`);
  await doAction(page, 'Override Rutter');
  expect(await readChanges(page, 'Override Rutter')).toEqual(['Store connection | Empty | Skipped']);
  await expect(heading(page, 'Get your card')).toBeVisible();
  await customer.reload();
  await expect(heading(customer, 'Get your card')).toBeVisible();
});

test('support marks an account as fraud, once the business name is typed and a reason given', async ({ page, expectConsoleError }) => {
  expectConsoleError(/422.*mark_as_fraud/);
  const merchant = await onboardedMerchant({ name });
  await signInAsStaff(page, 'support', `/?masqueradeAs=${merchant.email}`);
  const dialog = await chooseAction(page, 'Mark as Fraud');
  await expect(dialog).toContainText('Sets “Marked as fraud” to Yes. Spending power becomes $0.00, every card is paused and no repayment is drawn.');
  const button = dialog.getByRole('button', { name: 'Mark as Fraud' });
  await button.click();
  await expect(dialog.getByText('Say why in a few words.')).toBeVisible();
  await expect(dialog.getByLabel('Reason')).toBeFocused();
  await dialog.getByLabel('Reason').fill('charged back five times');
  await dialog.getByLabel('Business name').fill('Corner');
  await button.click();
  await expect(dialog.getByText(`Type ${name} to confirm.`)).toHaveCount(1);
  expect((await merchant.call<{ is_fraud: boolean }>('/api/receiver')).is_fraud).toBe(false);

  // As if the name had changed since the page was loaded: the server asks again.
  await page.route(/mark_as_fraud$/, (route) => route.continue({ postData: JSON.stringify({ reason: 'charged back five times', confirmation: 'Corner' }) }), {
    times: 1,
  });
  await dialog.getByLabel('Business name').fill(name);
  await button.click();
  await expect(dialog.getByText('Type the business name of the customer to confirm.')).toBeVisible();
  await dialog.getByLabel('Reason').fill('charged back six times');
  await button.click();
  expect(await readChanges(page, 'Mark as Fraud')).toEqual(['Marked as fraud | No | Yes']);
  await eventually('no spending power', async () => (await merchant.call<{ totalSpendPowerCents: number }>('/api/receiver')).totalSpendPowerCents === 0);
});

test('an admin marks an account as fraud with the override, which is recorded, and finds it in the admin view alone', async ({ page }) => {
  const merchant = await onboardedMerchant({ name });
  await signInAsStaff(page, 'admin', `/?admin&masqueradeAs=${merchant.email}`);
  expect(await menuEntries(page)).not.toContain('Mark as Fraud');
  await page.getByRole('button', { name: 'Mark as Fraud with the override' }).click();
  const dialog = page.getByRole('dialog', { name: 'Mark as Fraud', exact: true });
  await expect(dialog).toContainText('It is done with the override, and the audit log says so.');
  await dialog.getByLabel('Reason').fill('nobody of support is there');
  await dialog.getByLabel('Business name').fill(name);
  await dialog.getByRole('button', { name: 'Mark as Fraud' }).click();
  expect(await readChanges(page, 'Mark as Fraud')).toEqual(['Marked as fraud | No | Yes']);
  const audit = await callAs(page, `/api/staff/receivers/${merchant.receiver.token}/audit`);
  expect(JSON.stringify(audit.body)).toContain('"override_fraud":true');
});

test('Update Bank opens the bank’s window for the customer', { tag: '@all' }, async ({ page }) => {
  const merchant = await onboardedMerchant();
  await signInAsStaff(page, 'admin', `/?masqueradeAs=${merchant.email}`);
  await doAction(page, 'Update Bank');
  const window = bankWindow(page);
  const connect = window.getByRole('button', { name: 'Connect' });
  await pressInNewWindow(window.getByRole('button', { name: 'Sign in' }), connect);
  await connect.click();
  await window.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('The account was updated.')).toBeVisible();
});

test('Add Receivables connects another store for the customer', { tag: '@all' }, async ({ page, expectConsoleError }) => {
  expectConsoleError(noMessageService);
  const merchant = await onboardedMerchant();
  await signInAsStaff(page, 'support', `/?masqueradeAs=${merchant.email}`);
  await doAction(page, 'Add Receivables');
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Choose a store' }).click();
  await connectSmallStore(await opened);
  await expect(page.getByText('The store is connected. Its sales are being read.')).toBeVisible();
  const after = await merchant.call<{ rutter_access_token: string }>('/api/receiver');
  expect(after.rutter_access_token).not.toBe(merchant.receiver.rutter_access_token);
});

test('Download Repayment CSV saves the repayments up to the day that the page shows', async ({ page, sharedMerchant }) => {
  await signInAsStaff(page, 'admin', `/?masqueradeAs=${sharedMerchant.email}&now=2026-07-04`);
  const file = await fileOf(page, () => doAction(page, 'Download Repayment CSV'));
  expect(file.suggestedFilename()).toBe('Headway-repayment.csv');
  await expect(page.getByText('Saved Headway-repayment.csv')).toBeVisible();
  const text = await readFile(await file.path(), 'utf8');
  expect(text).toContain('Funds Recouperated');
  expect(text).toContain('Start,01/01/2023');
  expect(text).toContain('End,07/03/2026');
});
