import type { Locator, Page } from '@playwright/test';
import { shippingAddress } from '../support/businessForms.ts';
import { siteUrl } from './addresses.ts';
import { openHome } from './dashboard.ts';
import { expect, test } from './fixtures.ts';
import { addCard, addMember, expectApproved, expectResult } from './furtherCards.ts';
import { onboardedMerchant, press, signInWithPassword } from './merchants.ts';
import { expectItFitsAt } from './screen.ts';

test.describe.configure({ mode: 'parallel' });

const purchases = (page: Page) => page.getByRole('table').first().locator('tbody').getByRole('row');

/** Chooses in the panel of filters, and shows the results. */
async function filterBy(page: Page, label: 'Card' | 'Person', choice: string): Promise<void> {
  await page.getByRole('button', { name: 'Filters' }).click();
  const panel = page.getByRole('dialog', { name: 'Filters' });
  await panel.getByLabel(label, { exact: true }).selectOption(choice);
  await panel.getByRole('button', { name: 'Show results' }).click();
  await expect(panel).toHaveCount(0);
}

/** Waits for the answer of the month's sums for as long as the test lasts: a process makes it to which a busy machine gives its time last. */
const monthBy = (page: Page, by: 'card' | 'person') =>
  page.waitForResponse((response) => response.ok() && response.url().includes(`/card_months?by=${by}&`), { timeout: 0 });

test('purchases with their card and person fit into every window', async ({ page }) => {
  const merchant = await onboardedMerchant();
  const card = await addCard(merchant, { name: 'Meta ads' });
  await expectApproved(card, 5_000, 'BRIGHTPIXEL ADS');
  await openHome(page, merchant, '/transactions');
  await expect(purchases(page)).toHaveCount(1);
  await expect(purchases(page)).toContainText(`Meta ads (${card.last_four})`);
  for (const width of [1280, 1250, 1249, 1024, 900, 800, 360]) await expectItFitsAt(page, width);
});

test('purchases are found by card and by person, and the month of Reports adds up the same rows', async ({ page }) => {
  test.slow();
  const merchant = await onboardedMerchant();
  const cara = await addMember(merchant, 'cardholder', 'Cara Holder');
  const ads = await addCard(merchant, { name: 'Meta ads', holderId: cara.id });
  const shipping = await addCard(merchant, { name: 'Shipping' });
  await expectApproved(ads, 5_000, 'BRIGHTPIXEL ADS');
  await expectApproved(ads, 1_234, 'SEARCHLIGHT ADS');
  await press('lithic', 'refund', { card_token: ads.token, amount: 234, descriptor: 'BRIGHTPIXEL ADS' });
  await expectApproved(shipping, 3_000, 'PARCELWAY SHIPPING');
  await expectApproved({ token: merchant.cardToken }, 2_000, 'COPPER KETTLE CAFE');

  await openHome(page, merchant, '/transactions');
  await expect(purchases(page)).toHaveCount(5);
  const shipped = purchases(page).filter({ hasText: 'PARCELWAY SHIPPING' });
  await expect(shipped).toContainText(`Shipping (${shipping.last_four})`);
  await expect(shipped).toContainText('Ana Lopez');
  await shipped.click();
  const details = page.getByRole('dialog', { name: 'Card transaction' });
  await expect(details).toContainText(`Shipping (${shipping.last_four})`);
  await expect(details).toContainText('Ana Lopez');
  await page.keyboard.press('Escape');
  await expect(details).toHaveCount(0);

  await filterBy(page, 'Card', `Meta ads (${ads.last_four})`);
  await expect(purchases(page)).toHaveCount(3);
  for (const row of await purchases(page).all()) await expect(row).toContainText('Cara Holder');
  await page.reload();
  await expect(purchases(page)).toHaveCount(3);
  await page
    .getByRole('list', { name: 'Filters' })
    .getByRole('button', { name: /Meta ads/ })
    .click();
  await expect(purchases(page)).toHaveCount(5);
  await filterBy(page, 'Person', 'Ana Lopez');
  await expect(purchases(page)).toHaveCount(2);
  await expect(purchases(page).filter({ hasText: '$30.00' })).toHaveCount(1);
  await expect(purchases(page).filter({ hasText: '$20.00' })).toHaveCount(1);

  const cards = monthBy(page, 'card');
  await page.goto(`${siteUrl()}/reports`);
  await cards;
  const byCard = page.getByRole('table', { name: 'By card' });
  const line = (name: string, of = byCard) => of.getByRole('row', { name: new RegExp(`^${name}`) });
  const headings = async (table: Locator) => table.locator('thead th').allTextContents();
  expect(await headings(byCard)).toEqual(['Card', 'Purchases', 'Refunds', 'Transactions']);
  // Three rows: 50.00 + 12.34 bought, 2.34 returned.
  await expect(line('Meta ads')).toHaveText(`Meta ads (${ads.last_four})$62.34$2.343`);
  await expect(line('Shipping')).toHaveText(`Shipping (${shipping.last_four})$30.00$0.001`);
  await expect(line('Corner Bakery LLC')).toContainText('$20.00$0.001');
  await expect(line('Total')).toHaveText('Total$112.34$2.345');
  const people = monthBy(page, 'person');
  await page.getByRole('button', { name: 'By person' }).click();
  await people;
  const byPerson = page.getByRole('table', { name: 'By person' });
  await expect(line('Cara Holder', byPerson)).toHaveText('Cara Holder$62.34$2.343');
  await expect(line('Ana Lopez', byPerson)).toHaveText('Ana Lopez$50.00$0.002');
  await expect(line('Total', byPerson)).toHaveText('Total$112.34$2.345');
  expect(await headings(byPerson)).toEqual(['Person', 'Purchases', 'Refunds', 'Transactions']);
  await page.setViewportSize({ width: 360, height: 740 });
  // Neither the page nor what is around the table scrolls sideways.
  const scrolled = () =>
    byPerson.evaluate((table) => [table, table.parentElement, document.documentElement].map((box) => (box ? box.scrollWidth - box.clientWidth : 0)));
  await expect.poll(scrolled).toEqual([0, 0, 0]);
});

test('a damaged card gets new plastic with its number, whose way is shown', async ({ page, expectConsoleError }) => {
  test.slow();
  expectConsoleError(/503/);
  const merchant = await onboardedMerchant();
  const card = await addCard(merchant, { name: 'Counter', shippingAddress });
  const mail = () => press('lithic', 'ship_card', { card_token: card.token });
  await mail();
  await openHome(page, merchant, `/cards/${card.token}`);
  const plastic = page.getByRole('region', { name: 'Physical card' });
  await expect(plastic).toContainText('On its way, now');
  await plastic.getByLabel('Last four digits on the plastic').fill(card.last_four);
  await plastic.getByRole('button', { name: 'Activate' }).click();
  await expect(plastic).toContainText('Activated, done');

  await page.getByRole('button', { name: 'Lost, stolen or damaged' }).click();
  const dialog = page.getByRole('dialog', { name: 'What happened to Counter?' });
  await dialog.getByRole('radio', { name: /^It is damaged/ }).check();
  await expect(dialog).toContainText('The card issuer sends new plastic with this number 8 more times.');
  await dialog.getByRole('button', { name: 'Mail new plastic' }).click();
  await expect(dialog.getByText('Enter the street address.')).toBeVisible();
  await dialog.getByRole('button', { name: /^Use 45 Market Street/ }).click();
  await expect(dialog.getByLabel('City')).toHaveValue('Albany');
  await expect(dialog.getByText('Enter the street address.')).toHaveCount(0);
  // On a small screen the answer stands below the part of the form that is in sight.
  const desktop = page.viewportSize();
  await page.setViewportSize({ width: 360, height: 640 });
  await dialog.getByLabel('Street address').scrollIntoViewIfNeeded();
  const unavailable = { status: 503, code: 'provider_unavailable', title: 'Not available', detail: 'Try again in a minute.' };
  await page.route('**/reissue', (route) => route.fulfill({ status: 503, json: unavailable }), { times: 1 });
  const order = dialog.getByRole('button', { name: 'Mail new plastic' });
  await order.click();
  const why = dialog.getByText('Try again in a minute.');
  await expect(why).toBeInViewport({ ratio: 1 });
  const placeOf = async (part: Locator) => (await part.boundingBox()) ?? { y: 0, height: 0 };
  expect((await placeOf(why)).y + (await placeOf(why)).height, 'clear of the buttons').toBeLessThanOrEqual((await placeOf(order)).y);
  if (desktop) await page.setViewportSize(desktop);
  await order.click();
  const done = page.getByRole('dialog', { name: 'Done' });
  await expect(done).toContainText('Ordered. The number stays: the old plastic works until the new one is activated.');
  await done.getByText('Close', { exact: true }).last().click();
  await expect(page).toHaveURL(new RegExp(card.token));
  await expect(page.getByRole('region', { name: `Card •••• ${card.last_four}` })).toBeVisible();
  await expect(plastic).toContainText('Ordered, now');
  await expect(plastic).toContainText('Mailed, still to come');
  await mail();
  await expect(plastic).toContainText('Mailed, done');
  await expect(plastic.getByRole('link', { name: /^Track 9400/ })).toBeVisible();
  await expectApproved(card, 1_000, 'COPPER KETTLE CAFE');
});

test('a cardholder asks for what a control declined, the owner says yes, and the purchase goes through', async ({ page, anotherBrowser }) => {
  test.slow();
  const merchant = await onboardedMerchant();
  const cara = await addMember(merchant, 'cardholder', 'Cara Holder');
  const controls = { per_week_cents: 20_000, categories: { mode: 'allow', groups: ['advertising'] } };
  const card = await addCard(merchant, { name: 'Meta ads', holderId: cara.id, controls });
  await expectApproved(card, 1_000, 'BRIGHTPIXEL ADS');
  await expectResult(card, 4_200, 'NORTHWIND FUEL 114', 'UNAUTHORIZED_MERCHANT');

  const holder = await anotherBrowser();
  await signInWithPassword(holder, { email: cara.email, path: '/card' });
  const declined = holder.getByRole('listitem').filter({ hasText: '$42.00 at NORTHWIND FUEL 114' }).first();
  await expect(declined).toContainText('This card is for advertising only; NORTHWIND FUEL 114 is fuel.');
  await declined.getByRole('button', { name: 'Ask for it' }).click();
  await expect(holder.getByText('Asked. You get a mail with the answer.')).toBeVisible();
  await expect(holder.getByRole('region', { name: 'You asked for' })).toContainText('Waiting for an answer');
  await holder.reload();
  await expect(declined).toContainText('Asked. You get a mail with the answer.');

  await openHome(page, merchant, '/card');
  const asked = page.getByRole('region', { name: 'Your team asks' });
  await expect(asked).toContainText(`Cara Holder asks for Fuel and vehicles on Meta ads •••• ${card.last_four} until tonight`);
  await expect(asked).toContainText('“For NORTHWIND FUEL 114”');
  await asked.getByRole('button', { name: /^Yes/ }).click();
  await expect(asked).toHaveCount(0);
  await expectApproved(card, 4_200, 'NORTHWIND FUEL 114');
  // The rest of the controls still hold: $52.00 of the week's $200.00 are spent.
  await expectResult(card, 15_000, 'NORTHWIND FUEL 114', 'USER_TRANSACTION_LIMIT');
  await holder.reload();
  await expect(holder.getByRole('region', { name: 'You asked for' })).not.toContainText('Waiting for an answer');
});

test('an admin gives nobody a card that somebody else holds: the form has no holder there, and one for a card of their own', async ({ page }) => {
  test.slow();
  const merchant = await onboardedMerchant();
  const holder = await addMember(merchant, 'cardholder', 'Cara Holder');
  const admin = await addMember(merchant, 'admin', 'Ada Admin');
  const [fuel, ads] = [await addCard(merchant, { name: 'Fuel', holderId: holder.id }), await addCard(merchant, { name: 'Ads', holderId: admin.id })];
  await signInWithPassword(page, { email: admin.email, path: `/cards/${fuel.token}` });
  const form = page.getByRole('dialog', { name: 'Change the card' });
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  await expect(form.getByLabel('Name')).toHaveValue('Fuel');
  await expect(form.getByLabel('Holder')).toHaveCount(0);
  await form.getByLabel('Name').fill('Fuel for the van');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Fuel for the van' })).toBeVisible();
  await page.goto(`${siteUrl()}/cards/${ads.token}`);
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  await form.getByLabel('Holder').selectOption('Cara Holder');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toHaveCount(0);
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  await expect(form.getByLabel('Name')).toHaveValue('Ads');
  await expect(form.getByLabel('Holder')).toHaveCount(0);
});
