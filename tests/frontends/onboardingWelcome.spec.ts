import type { Locator, Page } from '@playwright/test';
import { siteUrl } from './addresses.ts';
import { expectNoFindingsInAnyLight } from './axe.ts';
import { cardIsDrawn } from './dashboard.ts';
import { expect, test } from './fixtures.ts';
import { press } from './merchants.ts';
import { type NewMerchant, newMerchant, prepare, signIn } from './onboardingMerchant.ts';
import {
  connectStore,
  heading,
  next,
  noMessageService,
  openingHeading,
  start,
  stayAtTheEnd,
  submitForm,
  typeAddress,
  typeBusiness,
  typePerson,
} from './onboardingPages.ts';
import { signInAs } from './people.ts';

/** The terms of two programs, by hand. */
const openings = [
  ['headway', 'Headway', '30 calendar days', '1% cashback'],
  ['harbor-new', 'Harbor', '45 calendar days', '1% cashback'],
] as const;

for (const [program, name, due, cashback] of openings) {
  test(`a new merchant of ${name} reads first what they get, what it costs and what to have at hand, and can read it again`, {
    tag: program === 'headway' ? [] : ['@all'],
  }, async ({ page }) => {
    await newMerchant(page, program);
    await page.goto(siteUrl(program));
    await expect(openingHeading(page, name)).toBeVisible();
    await expect(page.getByText('Eight steps, about ten minutes.')).toBeVisible();
    await expect(page.getByRole('list', { name: 'The steps' }).getByRole('listitem')).toHaveCount(8);
    await expect(page.getByRole('region', { name: 'How you repay' })).toContainText(`due ${due} after you make it`);
    await expect(page.getByRole('region', { name: 'What you get' })).toContainText(cashback);
    for (const word of ['EIN', 'SSN', 'bank', 'store’s admin']) await expect(page.getByRole('region', { name: 'Have at hand' })).toContainText(word);
    await expectNoFindingsInAnyLight(page, 'the opening page');

    await start(page);
    await expect(page.getByText(/Step 1 of 8/)).toBeVisible();
    await expect(heading(page, 'Privacy Policy')).toBeVisible();
    const inShort = page.getByRole('region', { name: 'In short' });
    await expect(inShort.getByRole('listitem')).toHaveCount(4);
    await expect(inShort).toContainText('We do not sell it');

    await page.goBack();
    await expect(page.getByRole('button', { name: 'Get started' })).toBeVisible();
    await page.goForward();
    await expect(heading(page, 'Privacy Policy')).toBeVisible();
    // It is shown once.
    await page.goto(siteUrl(program));
    await expect(heading(page, 'Privacy Policy')).toBeVisible();
    await page.getByRole('button', { name: 'What you get and what it costs' }).click();
    await expect(page.getByRole('region', { name: 'What it costs' })).toBeVisible();
  });
}

const state = (page: Page) => page.getByRole('combobox', { name: 'State/Province (ex. NY)' });

/** Opens the page of the tax id and the address. */
async function openAddress(page: Page): Promise<NewMerchant> {
  const merchant = await newMerchant(page);
  await prepare(merchant, 'kyb');
  await page.goto(siteUrl());
  await page.getByLabel('Legal business name').fill('Corner Bakery LLC');
  await page.getByLabel('Nature of business').fill('Bread');
  await next(page);
  await expect(heading(page, 'Tax ID and address')).toBeVisible();
  return merchant;
}

test('a state is typed by its name or chosen from the list, by keys or by a press, and two letters are stored; a ZIP code is held to it', {
  tag: '@all',
}, async ({ page }) => {
  const merchant = await openAddress(page);
  const field = state(page);
  const list = page.getByRole('listbox', { name: 'States' });
  for (const [typed, letters, name] of [
    ['New York', 'NY', 'New York'],
    ['ny', 'NY', 'New York'],
  ] as const) {
    await field.fill('');
    await field.pressSequentially(typed);
    await field.blur();
    await expect(field).toHaveValue(letters);
    await expect(field).toHaveAccessibleDescription(name);
  }

  await field.focus();
  await page.keyboard.type('new');
  await expect(list.getByRole('option')).toHaveText(['New HampshireNH', 'New JerseyNJ', 'New MexicoNM', 'New YorkNY']);
  await page.keyboard.press('ArrowUp');
  const active = await field.getAttribute('aria-activedescendant');
  await expect(page.locator(`[id="${active}"]`)).toHaveText('New YorkNY');
  await page.keyboard.press('Enter');
  await expect(field).toHaveValue('NY');
  await expect(list).toHaveCount(0);
  await expect(field).toBeFocused();

  await field.click();
  await expect(list.getByRole('option')).toHaveCount(62);
  await list.getByRole('option', { name: 'Nebraska' }).click();
  await expect(field).toHaveValue('NE');

  await field.fill('New Yrok');
  await expect(page.getByText('No state has this name.')).toBeVisible();
  await field.blur();
  await expect(field).toHaveValue('New Yrok');
  await expect(field).toHaveAccessibleDescription('Choose the state from the list, such as NY.');
  await expect(page.getByRole('status').getByText('Saved', { exact: true })).toBeVisible();
  const { token } = await merchant.receiver();
  expect((await merchant.call(`/api/users/${token}/kyb`)).body.form.business_entity.address.state).toBe('');

  await typeAddress(page, { state: 'NE', zip: '12207' });
  const zip = page.getByLabel('ZIP code');
  await zip.blur();
  await expect(zip).toHaveAccessibleDescription('This ZIP code is not in Nebraska. Check the ZIP code and the state.');
  await field.fill('New York');
  await field.blur();
  await expect(zip).toHaveAttribute('aria-invalid', 'false');
});

/** Types at a place within a field, as a person who clicks there does. */
async function typeAt(field: Locator, place: number, text: string): Promise<void> {
  await field.focus();
  await field.evaluate((input: HTMLInputElement, caret) => input.setSelectionRange(caret, caret), place);
  await field.press(text);
}

test('tax numbers get their dashes while they are typed or pasted, and the caret stays where it is', { tag: '@all' }, async ({ page }) => {
  await openAddress(page);
  const id = page.getByLabel(/^EIN, or SSN/);
  const caret = () => id.evaluate((input: HTMLInputElement) => input.selectionStart);
  await id.pressSequentially('123456789');
  await expect(id).toHaveValue('12-3456789');
  await id.fill('123-45-6789');
  await expect(id).toHaveValue('123-45-6789');
  await id.fill('12 3456789');
  await expect(id).toHaveValue('12-3456789');

  await typeAt(id, 5, 'Backspace');
  await expect(id).toHaveValue('12-356789');
  await expect.poll(caret).toBe(4);
  await typeAt(id, 1, '0');
  await expect(id).toHaveValue('10-2356789');
  await expect.poll(caret).toBe(2);
  // A dash that is deleted comes back, and the caret is before it.
  await typeAt(id, 3, 'Backspace');
  await expect(id).toHaveValue('10-2356789');
  await expect.poll(caret).toBe(2);
});

test('nobody is asked twice for their name, and all answers are shown before they are sent', { tag: '@all' }, async ({ page, anotherBrowser }) => {
  const merchant = await newMerchant(page);
  await prepare(merchant, 'kyb');
  await page.goto(siteUrl());
  await typeBusiness(page);
  await next(page);
  await expect(page.getByLabel('First name')).toHaveValue('Ana');
  await expect(page.getByLabel('Last name')).toHaveValue('Lopez');
  await expect(page.getByLabel('Email')).toHaveValue(merchant.email);
  await typePerson(page, { ssn: '123456789' });
  await typeAddress(page, { street: '12 Elm Street' });
  await next(page);
  await next(page);
  await expect(page.getByText('Press next if there are none.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Submit' })).toHaveCount(0);
  await next(page);

  await expect(heading(page, 'Check your answers')).toBeFocused();
  const person = page.getByRole('region', { name: 'Control person' });
  await expect(person).toContainText('•••••6789');
  await expect(page.getByText(/123-45-6789/)).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Owners who are individuals' })).toContainText('None');
  await expect(
    page.getByText('By clicking Submit, you represent that you are a "control person" for identity verification services.', { exact: true }),
  ).toBeVisible();

  await page.getByRole('button', { name: 'Change: Your business' }).click();
  await page.getByLabel('Nature of business').fill('Cakes');
  await next(page);
  await expect(heading(page, 'Check your answers')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Your business' })).toContainText('Cakes');
  await expect(page.getByRole('status').getByText('Saved', { exact: true })).toBeVisible();

  const there = await anotherBrowser();
  await signIn(there, merchant);
  await there.goto(siteUrl());
  await expect(heading(there, 'Check your answers')).toBeVisible();
  await there.getByRole('button', { name: 'Submit' }).click();
  await expect(heading(there, 'Link your bank account')).toBeVisible();
});

test('a mistake that is found at the end opens its page, and an owner added late is asked for before the review', { tag: '@all' }, async ({ page }) => {
  await prepare(await newMerchant(page), 'kyb');
  await page.goto(siteUrl());
  await typeBusiness(page);
  await next(page);
  await typePerson(page);
  await typeAddress(page, { street: '12 Elm Street' });
  await page.getByText('The control person owns 100% of the business', { exact: true }).click();
  await next(page);
  await expect(page.getByRole('region', { name: 'Owners who are individuals' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Change: Control person' }).click();
  await page.getByText('The control person owns 100% of the business', { exact: true }).click();
  await next(page);
  await expect(heading(page, 'Owners who are individuals')).toBeVisible();
  await next(page);
  await expect(heading(page, 'Owners that are businesses')).toBeVisible();
  await submitForm(page);
  await expect(heading(page, 'Link your bank account')).toBeVisible();
});

test('each step names what the one before has linked, and the limit is estimated before the card is issued', { tag: '@all' }, async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(noMessageService);
  const merchant = await newMerchant(page);
  const name = 'Corner Bakery and Sons of Albany LLC';
  await prepare(merchant, 'store', { name });
  await page.goto(siteUrl());
  await expect(page.getByRole('status').getByText(/ •••• \d+ is linked\.$/)).toBeVisible();
  await connectStore(page);
  await expect(page.getByRole('status').getByText(/ is connected\.$/)).toBeVisible();
  const sales = page.getByRole('region', { name: 'Your sales' });
  await expect(sales).toContainText('Your limit: about $', { timeout: 60_000 });
  const { token } = await merchant.receiver();
  // The limit may be worked out again meanwhile.
  await expect(async () => {
    const { total_cents } = (await merchant.call(`/api/users/${token}/spending_power`)).body;
    const told = Number((await sales.getByText(/about/).textContent())?.replace(/[^\d.]/g, ''));
    expect(told * 100).toBe(total_cents - (total_cents % 10_000));
  }).toPass();
  await expectNoFindingsInAnyLight(page, 'the estimate');

  // The form of the physical card opens with a name that it accepts.
  await page.getByRole('radio', { name: /Virtual and physical/ }).check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByLabel('Business Name')).toHaveValue('Corner Bakery and Sons');
  await typeAddress(page);
  // The record that the last step answers is old once more sales have been read.
  await page.route(/\/api\/users\/[^/]+\/card\/physical$/, async (route) => {
    const { status, body } = await merchant.call(new URL(route.request().url()).pathname, { method: 'POST', body: route.request().postDataJSON() });
    await route.fulfill({ status, json: { ...body, availableSpendPowerCents: 12_345 } });
  });
  await stayAtTheEnd(page);
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(heading(page, 'You are all set')).toBeVisible();
  // The limit is worked out again as the card opens.
  await expect(async () => {
    const { availableSpendPowerCents } = await merchant.receiver();
    const dollars = ((availableSpendPowerCents ?? 0) / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' });
    await expect(page.locator('p', { has: page.getByText('Available to spend', { exact: true }) })).toContainText(dollars, { timeout: 1_000 });
  }).toPass();
});

test('the last page says while the store is read that the limit is being made, and counts it up as home does', async ({ page, expectConsoleError }) => {
  expectConsoleError(noMessageService);
  expectConsoleError(/503.*\/api\/receiver/);
  const merchant = await newMerchant(page);
  await prepare(merchant, 'store');
  await page.goto(siteUrl());
  const connection = await connectStore(page, 'Slow Bakery');
  await expect(heading(page, 'Get your card')).toBeVisible();
  // The page stays, because the record that it reads before it leaves cannot be had.
  await page.route(/\/api\/receiver$/, (route) => route.fulfill({ status: 503 }));
  await page.getByRole('button', { name: 'Issue my card' }).click();
  await expect(heading(page, 'You are all set')).toBeVisible();
  const available = page.locator('p', { has: page.getByText('Available to spend', { exact: true }) });
  await expect(available).toContainText('$1,000.00');
  await expect(available.getByRole('status')).toHaveText(/^Reading your store/);
  await expectNoFindingsInAnyLight(page, 'the last page while the store is read');
  await press('rutter', 'finish_reading', { connection });
  await expect(available.getByRole('status')).toHaveCount(0, { timeout: 60_000 });
  await expect(async () => {
    const { availableSpendPowerCents } = await merchant.receiver();
    expect(availableSpendPowerCents).toBeGreaterThan(100_000);
    const dollars = ((availableSpendPowerCents ?? 0) / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' });
    await expect(available).toContainText(dollars, { timeout: 5_000 });
  }).toPass({ timeout: 60_000 });
  await expect(heading(page, 'You are all set')).toBeVisible();
});

test('home says what to do first until the merchant dismisses it, on every device', async ({ page, anotherBrowser }) => {
  const merchant = await newMerchant(page);
  await prepare(merchant, 'approval');
  await expect.poll(async () => (await merchant.receiver()).completion.every(({ isComplete }) => isComplete), { timeout: 60_000 }).toBe(true);
  await page.goto(siteUrl());
  const panel = page.getByRole('region', { name: 'What to do first' });
  await expect(panel).toContainText('A purchase is drawn from your bank account 30 calendar days after you make it.');
  await expect(panel.getByRole('link', { name: 'See the card number' })).toHaveAttribute('href', '/card');
  await expect(panel.getByRole('link', { name: 'Choose your mails' })).toHaveAttribute('href', '/settings#mails');
  await cardIsDrawn(page);
  await expectNoFindingsInAnyLight(page, 'home with what to do first');

  const staff = await anotherBrowser();
  await signInAs(staff, 'support@demo.localhost', '/?boss=true');
  await staff.goto(`${siteUrl()}/?masqueradeAs=${encodeURIComponent(merchant.email)}`);
  await expect(staff.getByRole('region', { name: 'What to do first' })).toBeVisible();
  await expect(staff.getByRole('button', { name: 'Got it' })).toHaveCount(0);

  await page.reload();
  await panel.getByRole('button', { name: 'Got it' }).press('Enter');
  await expect(panel).toHaveCount(0);
  await expect(heading(page, 'Corner Bakery LLC')).toBeFocused();
  const there = await anotherBrowser();
  await signIn(there, merchant);
  await there.goto(siteUrl());
  await expect(heading(there, 'Corner Bakery LLC')).toBeVisible();
  await expect(there.getByRole('region', { name: 'What to do first' })).toHaveCount(0);
});
