import type { Page } from '@playwright/test';
import type { ReceiverAnswer } from '../../server/contract/receiver.ts';
import { siteUrl } from './addresses.ts';
import { expectNoFindingsInAnyLight } from './axe.ts';
import { cardIsDrawn, openHome, pressTryAgain } from './dashboard.ts';
import { expect, test } from './fixtures.ts';
import { addCard, expectApproved, expectResult } from './furtherCards.ts';
import { onboardedMerchant } from './merchants.ts';
import { expectItFits } from './screen.ts';
import { closeAccount } from './staff.ts';

test.describe.configure({ mode: 'parallel' });

const rows = (page: Page) => page.getByRole('region', { name: 'Open cards' }).getByRole('listitem');

test('a merchant with one card sees it at a glance, adds one for a purpose with limits, and finds it in the list with what is left', async ({
  page,
  expectConsoleError,
}) => {
  test.slow();
  expectConsoleError(/400.*\/cards/);
  const merchant = await onboardedMerchant();
  await openHome(page, merchant, '/cards');
  await expect(page).toHaveURL(`${siteUrl()}/card`);
  await expect(page.getByRole('heading', { level: 1, name: 'Cards' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Your card' }).getByRole('switch')).toBeChecked();
  await expect(page.getByRole('region', { name: 'Limits, loss and replacement' })).toContainText('No limits of its own');
  await expect(page.getByRole('region', { name: 'Limits, loss and replacement' })).toContainText('Add it to Apple Pay or Google Pay on its own page.');

  await page.getByRole('button', { name: 'Add a card' }).click();
  const form = page.getByRole('dialog', { name: 'Add a card' });
  await form.getByRole('button', { name: 'Add a card' }).click();
  await expect(form.getByText('Give the card a name.')).toBeVisible();
  await expect(form.getByLabel('Name')).toBeFocused();
  await form.getByLabel('Name').fill('Meta ads');
  await form.getByLabel('Purpose (optional)').fill('Advertising in spring');
  await form.getByRole('radio', { name: 'Blue' }).check();
  await form.getByLabel('Per week').fill('a lot');
  await form.getByRole('button', { name: 'Add a card' }).click();
  await expect(form.getByText('Enter an amount such as 200.00, or leave it empty.')).toBeVisible();
  // More than any program allows: the server's own words stand at the field.
  await form.getByLabel('Per week').fill('99,000,000');
  await form.getByRole('button', { name: 'Add a card' }).click();
  await expect(form.getByLabel('Per week')).toHaveAttribute('aria-invalid', 'true');
  await expect(form.getByLabel('Per week')).toBeFocused();
  await expect(form.getByText('Correct this field and send it again.')).toBeVisible();
  await form.getByLabel('Per week').fill('$200');
  await expect(form.getByText('Correct this field and send it again.')).toHaveCount(0);
  await form.getByText('More controls').click();
  await form.getByLabel('Categories').selectOption('Only these');
  await form.getByRole('group', { name: 'Which categories' }).getByText('Advertising').click();
  await expect(form.getByRole('checkbox', { name: 'Advertising' })).toBeChecked();
  await form.getByRole('button', { name: 'Add a card' }).click();
  await expect(form).toHaveCount(0);

  const added = rows(page).filter({ hasText: 'Meta ads' });
  await expect(rows(page)).toHaveCount(2);
  await expect(added).toContainText('Advertising in spring');
  await expect(added).toContainText('$200.00 left');
  await expect(added).toContainText('$0.00 of $200.00 spent this week');
  await page.getByRole('searchbox', { name: 'Search cards' }).fill('spring');
  await expect(rows(page)).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Download all cards as CSV' })).toHaveText('Download all cards as CSV');
  await page.getByRole('searchbox', { name: 'Search cards' }).fill('nothing of the kind');
  await expect(page.getByRole('heading', { name: 'No card found' })).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search cards' }).fill('');
  await page.getByRole('button', { name: 'Closed' }).click();
  await expect(page.getByRole('heading', { name: 'No closed cards' })).toBeVisible();
  await page.getByRole('button', { name: 'Open', exact: true }).click();

  await added.getByRole('link', { name: 'Meta ads' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Meta ads' })).toBeVisible();
  // The menu of a desktop, or the bar of a phone.
  await expect(page.locator('nav [aria-current]:visible')).toHaveText('Cards');
  const controls = page.getByRole('region', { name: 'Controls' });
  await expect(controls).toContainText('Only Advertising');
  await controls.getByRole('button', { name: 'Edit the controls' }).click();
  const edited = page.getByRole('dialog', { name: 'Controls' });
  await edited.getByLabel('Per purchase').fill('75');
  await edited.getByRole('button', { name: 'Save' }).click();
  await expect(controls).toContainText('$75.00');
  // A panel that closes gives the focus back, and would take the key with it.
  await expect(edited).toHaveCount(0);
  await expect(page.getByRole('switch')).toBeEnabled();
  await page.getByRole('switch').press('Space');
  await expect(page.getByText('Card Paused').first()).toBeVisible();
});

test('the form of a new card says when the people cannot be read, of whom one is to hold it, and is sent only once they are', { tag: '@all' }, async ({
  page,
  expectConsoleError,
  sharedMerchant,
}) => {
  expectConsoleError(/503/);
  const unavailable = { status: 503, code: 'provider_unavailable', title: 'Not available', detail: 'Try again in a minute.' };
  await page.route('**/api/users/*/team', (route) => route.fulfill({ status: 503, json: unavailable }));
  await page.route('**/api/users/*/card_requests', (route) => route.fulfill({ status: 503, json: unavailable }));
  await openHome(page, sharedMerchant, '/card');
  const asked = page.getByRole('region', { name: 'Your team asks' });
  await expect(asked.getByRole('alert')).toContainText('Try again in a minute.');
  const entry = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Cards/ });
  await expect(entry).toHaveAccessibleName('Cards ? open requests: could not be read');
  await page.getByRole('button', { name: 'Add a card' }).click();
  const form = page.getByRole('dialog', { name: 'Add a card' });
  const add = form.getByRole('button', { name: 'Add a card' });
  await expect(form.getByRole('alert')).toContainText('The list of people cannot be read');
  await expect(form.getByRole('alert')).toContainText('Try again in a minute. Until the list is read, no card can be added.');
  await form.getByLabel('Name').fill('Meta ads');
  await expect(add).toBeDisabled();
  await form.getByLabel('Name').press('Enter');
  await page.unrouteAll();
  // The owner is alone in the team.
  await pressTryAgain(form.getByRole('button', { name: 'Try again' }), form.getByRole('button', { name: 'Add a card', disabled: false }));
  await expect(form.getByRole('alert')).toHaveCount(0);
  await expect(form.getByLabel('Holder')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog', { name: 'Discard what you typed?' }).getByRole('button', { name: 'Discard' }).click();
  await expect(form).toHaveCount(0);
  await pressTryAgain(asked.getByRole('button', { name: 'Try again' }), entry.and(page.getByRole('link', { name: 'Cards', exact: true })));
  await expect(asked).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Your card' })).toBeVisible();
});

test('a form in which something was typed asks before it closes, however often Escape is pressed, and one that is untouched just closes', {
  tag: '@all',
}, async ({ page, sharedMerchant }) => {
  await openHome(page, sharedMerchant, '/card');
  const form = page.getByRole('dialog', { name: 'Add a card' });
  const question = page.getByRole('alertdialog', { name: 'Discard what you typed?' });
  await page.getByRole('button', { name: 'Add a card' }).click();
  await expect(form).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(form).toHaveCount(0);

  await page.getByRole('button', { name: 'Add a card' }).click();
  await form.getByLabel('Name').fill('Meta ads');
  // No click comes between these keys, after which a browser closes a dialog by itself.
  for (const isAsked of [true, false, true, false]) {
    await page.keyboard.press('Escape');
    await expect(question).toHaveCount(isAsked ? 1 : 0);
    await expect(form.getByLabel('Name')).toHaveValue('Meta ads');
  }
  await expect(form.getByLabel('Name')).toBeFocused();
  await form.getByRole('button', { name: 'Close' }).click();
  await expectNoFindingsInAnyLight(page, 'the question before a form closes');
  await expectItFits(page);
  await question.getByRole('button', { name: 'Keep the form' }).click();
  await expect(form.getByLabel('Name')).toHaveValue('Meta ads');
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(form).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Add a card' })).toBeFocused();
  // A button that says Cancel says what it does.
  await page.getByRole('button', { name: 'Add a card' }).click();
  await expect(form.getByLabel('Name')).toHaveValue('');
  await form.getByLabel('Name').fill('Meta ads');
  await form.getByRole('button', { name: 'Cancel' }).click();
  await expect(form).toHaveCount(0);
});

test('the browser’s Back asks before a form in which something was typed is lost, as a reload does, and leads back once it may', { tag: '@all' }, async ({
  page,
  sharedMerchant,
}) => {
  await openHome(page, sharedMerchant);
  await page
    .getByRole('link', { name: /^Cards/ })
    .filter({ visible: true })
    .first()
    .click();
  const heading = page.getByRole('heading', { level: 1, name: 'Cards' });
  const form = page.getByRole('dialog', { name: 'Add a card' });
  const question = page.getByRole('alertdialog', { name: 'Discard what you typed?' });
  await page.getByRole('button', { name: 'Add a card' }).click();
  await form.getByLabel('Name').fill('Meta ads');
  for (const key of ['Escape', 'Enter']) {
    await page.goBack();
    await expect(question).toBeVisible();
    // The button that keeps the form has the focus.
    await page.keyboard.press(key);
    await expect(question).toHaveCount(0);
    await expect(form.getByLabel('Name')).toHaveValue('Meta ads');
    await expect(heading).toBeVisible();
    // The browser goes forward again by itself: Back before it has would lead to the page before the site.
    await expect(page).toHaveURL(`${siteUrl()}/card`);
  }
  const asked = page.waitForEvent('dialog');
  await page.evaluate(() => void setTimeout(() => window.location.reload()));
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();
  await expect(form.getByLabel('Name')).toHaveValue('Meta ads');
  await page.goBack();
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(form).toHaveCount(0);
  await expect(page).toHaveURL(`${siteUrl()}/`);
  await expect(page.getByRole('region', { name: 'What to do first' })).toBeVisible();
  // Nothing is typed, so that nothing is asked.
  await page.goForward();
  await page.getByRole('button', { name: 'Add a card' }).click();
  await expect(form).toBeVisible();
  await page.goBack();
  await expect(form).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'What to do first' })).toBeVisible();
});

test('an address that opens the form of a further card does so for a merchant with one card too', { tag: '@all' }, async ({ page, sharedMerchant }) => {
  await openHome(page, sharedMerchant);
  await page.goto(`${siteUrl()}/cards#add`);
  await expect(page.getByRole('dialog', { name: 'Add a card' })).toBeVisible();
});

test('a purchase that a control declines names the control and the card, and is raised by one tap; the raise is taken back on the card’s page', async ({
  page,
}) => {
  test.slow();
  const merchant = await onboardedMerchant();
  const card = await addCard(merchant, { name: 'Meta ads', controls: { per_week_cents: 20_000, categories: { mode: 'allow', groups: ['advertising'] } } });
  await openHome(page, merchant);
  await expect(page.getByRole('region', { name: 'Cards', exact: true })).toContainText('$200.00 left');
  await expectApproved(card, 5_000, 'BRIGHTPIXEL ADS');
  await expectResult(card, 4_200, 'NORTHWIND FUEL 114', 'UNAUTHORIZED_MERCHANT');

  const strip = page.getByRole('status', { name: 'Declined purchase' });
  await expect(strip).toContainText('$42.00 at NORTHWIND FUEL 114');
  await expect(strip).toContainText('Meta ads');
  await strip.getByRole('button', { name: /until tonight$/ }).click();
  await expect(strip).toContainText('Try the purchase again.');
  await expectApproved(card, 4_200, 'NORTHWIND FUEL 114');

  await page.goto(`${siteUrl()}/cards/${card.token}`);
  await expect(page.getByRole('region', { name: 'Purchases with this card' })).toContainText('BRIGHTPIXEL ADS');
  await page
    .getByRole('button', { name: /^Take back/ })
    .first()
    .click();
  await expect(page.getByRole('list', { name: 'Raised for now' })).toHaveCount(0);
  await expectResult(card, 4_200, 'NORTHWIND FUEL 114', 'UNAUTHORIZED_MERCHANT');
});

test('a lost card is closed at once and another takes its place; the old one stands among the closed cards, and a further card is closed for good', async ({
  page,
}) => {
  test.slow();
  const merchant = await onboardedMerchant();
  const card = await addCard(merchant, { name: 'Meta ads', controls: { per_week_cents: 20_000 } });
  await expectApproved(card, 1_000, 'BRIGHTPIXEL ADS');
  await openHome(page, merchant, `/cards/${card.token}`);
  await expectResult(card, 99_000, 'BRIGHTPIXEL ADS', 'USER_TRANSACTION_LIMIT');
  const declines = page.getByRole('region', { name: 'Declined in the last 90 days' });
  await expect(declines.getByRole('button', { name: /until tonight$/ })).toBeVisible();
  await page.getByRole('button', { name: 'Lost or stolen' }).click();
  const dialog = page.getByRole('dialog', { name: 'What happened to Meta ads?' });
  await dialog.getByRole('radio', { name: /^It was stolen/ }).check();
  await expect(dialog).toContainText('The new card keeps the name and the controls, and what was spent with the old one counts toward its limits.');
  await dialog.getByRole('button', { name: 'Close it and get a new card' }).click();
  const done = page.getByRole('dialog', { name: 'Done' });
  await expect(done).toContainText(/Closed\. Your new card •••• \d{4} works online now\./);
  await done.getByRole('button', { name: 'Open the new card' }).click();
  await expect(page).not.toHaveURL(new RegExp(card.token));
  await expect(page.getByRole('heading', { level: 1, name: 'Meta ads' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Controls' })).toContainText('$10.00 of $200.00 spent this week');
  await expect(page.getByText('What was spent with the card that this one replaced counts toward its limits.')).toBeVisible();

  await page.goto(`${siteUrl()}/card?status=closed`);
  const closed = page.getByRole('region', { name: 'Closed cards' }).getByRole('listitem');
  await expect(closed).toHaveCount(1);
  const why = 'Reported stolen, so nobody can pay with it. Another card has taken its place.';
  await expect(closed).toContainText(why);
  await closed.getByRole('link').click();
  await expect(page.getByRole('status', { name: 'Replaced card' })).toContainText('Reported stolen');
  const state = page.getByRole('region', { name: `Card •••• ${card.last_four}` });
  await expect(state).toContainText(why);
  await expect(state.getByText('Closed', { exact: true })).toBeVisible();
  await expect(page.getByText('Card Paused')).toHaveCount(0);
  // Nothing can be bought with it any more.
  await expect(page.getByText('Total spent')).toBeVisible();
  await expect(page.getByText('Available credit')).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Controls' })).toHaveCount(0);
  await expect(page.getByRole('switch')).toHaveCount(0);
  await expect(declines).toContainText('This card is closed by now: use another of your cards.');
  await expect(declines.getByRole('button')).toHaveCount(0);
  await expect(page.getByText('Ask support for a new one')).toHaveCount(0);
  await expect(page.getByText(/^Your role does not/)).toHaveCount(0);
  await page.getByRole('link', { name: 'Open the new card' }).click();
  await page.getByRole('button', { name: 'Close card' }).click();
  await page.getByRole('button', { name: 'Close for good' }).click();
  await expect(page.getByRole('button', { name: 'Close card' })).toHaveCount(0);
  await expect(page.getByText('This card is closed for good.').first()).toBeFocused();
  await expect(page.getByText('Whoever still tries to pay with this card is declined')).toBeVisible();
  await expect(page.getByText(/Expires \d/)).toHaveCount(0);
});

test('an only card that is closed leads to its purchases, and is not said to be open', { tag: '@all' }, async ({ page }) => {
  const merchant = await onboardedMerchant();
  await expectApproved({ token: merchant.cardToken }, 1_250, 'CEDAR OFFICE SUPPLY');
  await closeAccount({ receiver: () => merchant.call<ReceiverAnswer>('/api/receiver') });
  await openHome(page, merchant, '/card');
  const card = page.getByRole('region', { name: 'Your card' });
  await expect(card).toContainText('This card is closed for good.');
  await expect(card).not.toContainText('Open');
  await card.getByRole('link', { name: 'See its purchases' }).click();
  await expect(page.getByText('Cedar Office Supply').first()).toBeVisible();
});

test('axe finds nothing on the cards, a card and their forms, light and dark, and none is wider than the screen', { tag: ['@phone', '@all'] }, async ({
  page,
}) => {
  test.slow();
  const merchant = await onboardedMerchant();
  const card = await addCard(merchant, {
    name: 'Software and hosting of the company',
    controls: { per_month_cents: 50_000, hours: { from: 8, until: 18, days: [1, 2, 3, 4, 5] }, countries: { mode: 'allow', codes: ['USA', 'CAN'] } },
  });
  await expectApproved(card, 1_200, 'NIMBUS HOSTING');
  await openHome(page, merchant, '/card');
  await expect(rows(page)).toHaveCount(2);
  await expectNoFindingsInAnyLight(page, 'cards');
  await expectItFits(page);
  await page.getByRole('button', { name: 'Add a card' }).click();
  await page.getByText('More controls').click();
  await expectNoFindingsInAnyLight(page, 'adding a card');
  await page.keyboard.press('Escape');
  await page.goto(`${siteUrl()}/cards/${card.token}`);
  await expect(page.getByRole('region', { name: 'Controls' })).toContainText('8 AM to 6 PM, Mon to Fri');
  await expect(page.getByRole('region', { name: 'Purchases with this card' })).toContainText('NIMBUS HOSTING');
  await cardIsDrawn(page);
  await expectNoFindingsInAnyLight(page, 'a card');
  await expectItFits(page);
  await page.getByRole('button', { name: 'Lost or stolen' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectNoFindingsInAnyLight(page, 'a lost card');
});
