import type { Page } from '@playwright/test';
import { expectNoFindings } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { expectApproved, expectResult } from './furtherCards.ts';
import { type OnboardedMerchant, press } from './merchants.ts';
import { expectItFits } from './screen.ts';
import { appFrame, cardFrameInApp, comeBackTo, inApp, onboardedShop, openCardForm, openMenu, ourFrame, pageOf } from './store.ts';

interface ShownCards {
  cards: { token: string; name: string; state: string; last_four: string; is_first: boolean; successor: string | null; loss: string | null }[];
}

const cardsOf = ({ call, receiver }: OnboardedMerchant) => call<ShownCards>(`/api/users/${receiver.token}/cards`);

/** Buys with a card, and returns whether that was approved. */
async function buys(card_token: string, amount: number, descriptor: string): Promise<boolean> {
  const { result } = await press<{ result: string }>('lithic', 'spend', { card_token, amount, descriptor });
  return result === 'APPROVED';
}

const dialog = (page: Page) => page.getByRole('dialog');

test('the owner gives a card for advertising in the admin, raises it once with a tap after a fuel pump declined it, loses it and gets another', async ({
  page,
}) => {
  test.slow();
  const shop = await openCardForm(page);
  const app = appFrame(page);
  await expect(app.getByRole('heading', { level: 1, name: 'Add a card' })).toBeVisible();
  const name = app.getByLabel('Name', { exact: true });
  const print = app.getByText('Print it on plastic and mail it, at no charge');
  await print.click();
  await app.getByRole('button', { name: 'Add card' }).click();
  // Of the name and the address that are missing, the name is the first.
  await expect(name).toBeFocused();
  await print.click();
  await name.fill('Meta ads');
  await app.getByLabel('Purpose (optional)').fill('Spring campaign');
  await app.getByLabel('Color').selectOption('Violet');
  await app.getByLabel('Per week').fill('200');
  await app.getByLabel('Categories').selectOption('Only these');
  await app.getByLabel('Advertising').check();
  await expectNoFindings(page, 'the form of a card', inApp);
  await page.getByRole('region', { name: 'Unsaved changes' }).getByRole('button', { name: 'Add card' }).click();
  await expect(app.getByRole('heading', { level: 1, name: 'Meta ads' })).toBeVisible();
  await expect(app.getByText('$0.00 of $200.00 spent this week')).toBeVisible();
  await expect(app.getByText('Only Advertising')).toBeVisible();
  await expectNoFindings(page, 'the page of a card', inApp, cardFrameInApp);

  const card = (await cardsOf(shop)).cards.find(({ name }) => name === 'Meta ads');
  if (!card) throw new Error('the card is not there');
  // The issuer is told of the card's own limit by a job, and declines until then.
  await expectApproved(card, 15_000, 'BRIGHTPIXEL ADS');
  await expectResult(card, 6_000, 'BRIGHTPIXEL ADS', 'USER_TRANSACTION_LIMIT');
  await expectResult(card, 4_000, 'NORTHWIND FUEL 114', 'UNAUTHORIZED_MERCHANT');

  await page.goto(shop.adminUrl);
  await expect(app.getByText('Declined: $40.00 at NORTHWIND FUEL 114')).toBeVisible();
  await app.getByRole('button', { name: /^Allow .*fuel.* until tonight$/i }).click();
  await expect(page.getByText('Raised until tonight', { exact: true })).toBeVisible();
  await expect(app.getByText(/allow the purchase now/)).toBeVisible();
  await expectApproved(card, 4_000, 'NORTHWIND FUEL 114');

  await (await openMenu(page)).getByRole('link', { name: 'Cards' }).click();
  await expect(app.getByRole('heading', { level: 1, name: 'Cards' })).toBeVisible();
  // $150.00 and $40.00 of $200.00.
  await expect(app.getByText('$10.00 left')).toBeVisible();
  await app.getByRole('link', { name: 'Meta ads' }).click();
  await app.getByText('I lost it').click();
  await app.getByRole('button', { name: 'Close it and get a new card' }).click();
  await dialog(page).getByRole('button', { name: 'Close it' }).click();
  await expect(dialog(page)).toHaveCount(0);
  expect(await buys(card.token, 100, 'BRIGHTPIXEL ADS')).toBe(false);
  const { cards } = await cardsOf(shop);
  const lost = cards.find(({ token }) => token === card.token);
  const successor = cards.find(({ token }) => token === lost?.successor);
  expect(lost).toMatchObject({ loss: 'lost', state: 'CLOSED' });
  expect(successor).toMatchObject({ name: 'Meta ads', state: 'OPEN' });
  await expect.poll(async () => (await ourFrame(page)).url()).toContain(`/shopify/cards/${successor?.token}`);
  await expect(app.getByText('Only Advertising')).toBeVisible();
  await page.goto(pageOf(shop, `cards/${card.token}`));
  await expect(app.getByText('Reported lost, so nobody can pay with it. Another card has taken its place.')).toBeVisible();
  await expect(app.getByText('Ask support for a new one')).toHaveCount(0);
  // The controls go on with the new number, and so does what is allowed until tonight.
  const next = { token: successor?.token ?? '' };
  await expectResult(next, 500, 'SKYHOP AIRLINES', 'UNAUTHORIZED_MERCHANT');
  await expectApproved(next, 500, 'NORTHWIND FUEL 114');
  await page.goto(pageOf(shop, `cards/${card.token}`));
  await app.getByRole('link', { name: 'Open the new card' }).click();
  await expect(app.getByText(`•••• ${successor?.last_four}`).first()).toBeVisible();
});

test('the page of a card in the admin names its switch by the card, says why it was declined and mends it, and leads to the full site for a phone', {
  tag: '@all',
}, async ({ page }) => {
  test.slow();
  const shop = await onboardedShop();
  const app = appFrame(page);
  const fresh = { color: 'teal', purpose: null, holder_id: null, kind: 'standard', is_physical: false, shipping_address: null, controls: null };
  const own = `/api/users/${shop.receiver.token}/cards`;
  const { card } = await shop.call<{ card: { token: string } }>(own, { method: 'POST', body: { ...fresh, name: 'Postage' } });
  await page.goto(pageOf(shop, `cards/${card.token}`));
  await expect(app.getByRole('heading', { level: 2, name: 'Postage' })).toBeVisible();
  await expect(app.getByRole('heading', { level: 2, name: 'Your card' })).toHaveCount(0);
  await expect(app.getByText('If a store declines this card, the reason')).toBeVisible();

  await app.getByRole('button', { name: 'Pause card' }).click();
  await expect(app.getByRole('button', { name: 'Reopen card' })).toBeVisible();
  expect(await buys(card.token, 1_500, 'BRIGHTPIXEL ADS')).toBe(false);
  const declined = app.getByRole('listitem').filter({ hasText: '$15.00 at BRIGHTPIXEL ADS' });
  await comeBackTo(page, declined);
  await expect(declined).toContainText('Your card is paused.');
  await declined.getByRole('button', { name: 'Reopen card' }).click();
  await expect(declined).toContainText('Your card is open again. Try the purchase again.');
  await expectNoFindings(page, 'the page of a card with a decline', inApp, cardFrameInApp);

  await expect(app.getByText('open a window of their own, which your store’s admin does not let through')).toBeVisible();
  const opening = page.context().waitForEvent('page');
  await app.getByRole('button', { name: 'Add it to a phone on the full site' }).click();
  const site = await opening;
  await expect(site.getByRole('heading', { level: 1, name: 'Postage' })).toBeVisible();
  await expect(site.getByRole('button', { name: 'Add to Google Pay' })).toBeVisible();
  expect(new URL(site.url()).search).not.toContain('session_jwt');
});

test('mistakes in the form of a card stand at their fields, and what is typed is asked about before it is left', { tag: '@all' }, async ({ page }) => {
  test.slow();
  const shop = await onboardedShop();
  const app = appFrame(page);
  await page.goto(pageOf(shop, 'cards/new'));
  const bar = page.getByRole('region', { name: 'Unsaved changes' });
  await app.getByLabel('Per day').fill('a lot');
  await bar.getByRole('button', { name: 'Add card' }).click();
  await expect(app.getByText('Give the card a name.')).toBeVisible();
  await expect(app.getByText('Enter an amount such as 200.00, or leave it empty.')).toBeVisible();
  await app.getByLabel('Name', { exact: true }).fill('Postage');
  await app.getByLabel('Per day').fill('9000000');
  await bar.getByRole('button', { name: 'Add card' }).click();
  await expect(app.getByText('This is more than any card may spend.').first()).toBeVisible();
  await expect(app.getByLabel('Per day')).toHaveAttribute('aria-invalid', 'true');
  await expect(app.getByText('Correct this field and send it again.')).toBeVisible();
  await app.getByLabel('Per day').fill('90');
  await expect(app.getByText('Correct this field and send it again.')).toHaveCount(0);
  await (await openMenu(page)).getByRole('link', { name: 'Reports' }).click();
  await dialog(page).getByRole('button', { name: 'Stay' }).click();
  await bar.getByRole('button', { name: 'Discard' }).click();
  await expect(app.getByLabel('Name', { exact: true })).toHaveValue('');
  expect((await cardsOf(shop)).cards).toHaveLength(1);

  // A second press while the page of the added card is on its way would add another.
  await app.getByLabel('Name', { exact: true }).fill('Postage');
  let arrive = () => {};
  const held = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route('**/shopify/cards/*.data*', async (route) => {
    await held;
    await route.continue();
  });
  const add = app.getByRole('button', { name: 'Add card', exact: true });
  await add.click();
  await expect(page.getByText('Card added', { exact: true })).toBeVisible();
  await expect(add).toBeDisabled();
  arrive();
  await expect(app.getByRole('heading', { level: 1, name: 'Postage' })).toBeVisible();
  expect((await cardsOf(shop)).cards).toHaveLength(2);
});

test('a card is changed, searched, raised and closed in the admin, on a phone as well', { tag: '@all' }, async ({ page }) => {
  test.slow();
  const shop = await onboardedShop();
  const app = appFrame(page);
  const own = `/api/users/${shop.receiver.token}/cards`;
  const fresh = { color: 'teal', purpose: null, holder_id: null, kind: 'standard', is_physical: false, shipping_address: null, controls: null };
  for (const name of ['Postage', 'Software']) await shop.call(own, { method: 'POST', body: { ...fresh, name } });
  await expect.poll(async () => (await cardsOf(shop)).cards.length).toBe(3);

  await page.goto(pageOf(shop, 'cards'));
  await app.getByRole('button', { name: 'Search and filter results' }).click();
  await app.getByRole('textbox', { name: 'Search cards' }).fill('post');
  await expect(app.getByRole('link', { name: 'Software' })).toHaveCount(0);
  await app.getByRole('link', { name: 'Postage' }).click();
  await app.getByRole('link', { name: 'Change controls' }).click();
  await app.getByLabel('Name', { exact: true }).fill('Parcels');
  await app.getByLabel('Per purchase').fill('50');
  await page.getByRole('region', { name: 'Unsaved changes' }).getByRole('button', { name: 'Save' }).click();
  await expect(app.getByRole('heading', { level: 1, name: 'Parcels' })).toBeVisible();
  await app.getByRole('button', { name: 'Raise once' }).click();
  await app.getByLabel('Raise it to').fill('80');
  await app.getByRole('button', { name: 'Raise', exact: true }).click();
  await expect(app.getByText('$80.00 per purchase').first()).toBeVisible();
  await app.getByRole('button', { name: 'Take back $80.00 per purchase' }).click();
  await expect(app.getByText('$80.00 per purchase')).toHaveCount(0);
  await app.getByRole('button', { name: 'Close this card' }).click();
  await dialog(page).getByRole('button', { name: 'Close it' }).click();
  // The note that passes by says it too.
  await expect(app.getByText('This card is closed for good.').first()).toBeVisible();
  await expect(app.getByText('Closed', { exact: true })).toBeVisible();
  await expect(app.getByText('Card Paused')).toHaveCount(0);
  await expect(app.getByRole('heading', { name: 'Billing address' })).toHaveCount(0);
  // It works for nothing any more, and until no month.
  await expect(app.getByText('Holder', { exact: true })).toBeVisible();
  await expect(app.getByText(/^(Works for|Last month of use)$/)).toHaveCount(0);
  await expect(app.getByText('Whoever still tries to pay with this card is declined')).toBeVisible();

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(pageOf(shop, 'cards'));
  await expect(app.getByRole('link', { name: 'Software' })).toBeVisible();
  await expect(app.getByRole('link', { name: 'Parcels' })).toHaveCount(0);
  await expectNoFindings(page, 'the list of cards on a phone', inApp);
  await expectItFits(app);
  await app.getByRole('tab', { name: 'Closed' }).click();
  await expect(app.getByRole('link', { name: 'Parcels' })).toBeVisible();
});
