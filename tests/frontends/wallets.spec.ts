import type { Page } from '@playwright/test';
import type { CardsAnswer } from '../../server/contract/cards.ts';
import { eventually } from '../support/eventually.ts';
import { furtherCard } from '../support/furtherCard.ts';
import { sandboxUrl } from './addresses.ts';
import { expectNoFindingsInAnyLight } from './axe.ts';
import { openHome } from './dashboard.ts';
import { expect, test } from './fixtures.ts';
import { type OnboardedMerchant, onboardedMerchant } from './merchants.ts';
import { pressToClose } from './onboardingPages.ts';

test.describe.configure({ mode: 'parallel' });

const stored = (page: Page) => page.getByRole('region', { name: 'On phones and at merchants' });
const button = (page: Page, wallet: string) => stored(page).getByRole('button', { name: `Add to ${wallet}` });

/** Opens the page of a new card of a merchant. */
async function openCard(page: Page): Promise<OnboardedMerchant & { card: string }> {
  const merchant = await onboardedMerchant();
  const fresh = { ...furtherCard, name: 'Meta ads', color: 'blue' };
  const own = `/api/users/${merchant.receiver.token}/cards`;
  const { card } = await merchant.call<{ card: { token: string } | null }>(own, { method: 'POST', body: fresh });
  // Where the issuer answers too late, the card follows by itself.
  const { token } = card ?? (await eventually('the card', async () => (await merchant.call<CardsAnswer>(own)).cards.find(({ name }) => name === fresh.name)));
  await openHome(page, merchant, `/cards/${token}`);
  return { ...merchant, card: token };
}

/** Presses the button of a wallet, and returns the window that opens, once its buttons work. */
async function openWallet(page: Page, wallet: string): Promise<Page> {
  const opening = page.waitForEvent('popup');
  await button(page, wallet).click();
  const opened = await opening;
  await opened.waitForLoadState();
  return opened;
}

test('a card is added to Google Pay by its own window, whose script is loaded by the press alone, and is listed then', async ({ page }) => {
  test.slow();
  const scripts: string[] = [];
  page.on('request', (request) => request.url().startsWith(`${sandboxUrl()}/lithic/wallets/`) && scripts.push(request.url()));
  await openCard(page);
  await expect(stored(page)).toContainText('Or by hand: open the wallet on your phone');
  await expect(button(page, 'Google Pay')).toBeVisible();
  expect(scripts).toEqual([]);
  const wallet = await openWallet(page, 'Google Pay');
  expect(scripts).toEqual([`${sandboxUrl()}/lithic/wallets/google.js`]);
  await wallet.getByRole('button', { name: 'Pixel' }).click();
  await pressToClose(wallet, 'Add the card');
  await expect(stored(page).getByRole('term').filter({ hasText: 'Google Pay' })).toBeVisible();
  await expect(stored(page).getByRole('definition')).toContainText('Active, since');
  await expect(button(page, 'Google Pay')).toHaveCount(0);
  await expectNoFindingsInAnyLight(page, 'a card in a wallet');
});

test('a card is added to Apple Pay from a computer; an Android phone says where that is done instead', { tag: ['@phone', '@all'] }, async ({
  page,
  isMobile,
}) => {
  test.slow();
  const { call, receiver, card } = await openCard(page);
  if (isMobile) {
    await expect(stored(page)).toContainText('Apple Pay is not on this phone. Open this page on an iPhone, an iPad or a computer');
    await expect(button(page, 'Apple Pay')).toHaveCount(0);
    return;
  }
  const wallet = await openWallet(page, 'Apple Pay');
  await pressToClose(wallet, 'Add the card');
  await expect(stored(page).getByRole('term').filter({ hasText: 'Apple Pay' })).toBeVisible();
  await expect(button(page, 'Apple Pay')).toHaveCount(0);
  // It ends there with the card.
  const loss = { loss: 'lost', shipping_address: null };
  await call(`/api/users/${receiver.token}/cards/${card}/loss`, { method: 'POST', body: loss });
  await expect(stored(page)).toContainText('This card is closed, so phones can no longer pay with it.');
  await expect(stored(page).getByRole('term')).toHaveCount(0);
  await expect(stored(page).getByRole('button')).toHaveCount(0);
});

test('a wallet that is closed, refuses, finds no phone or cannot be reached says so and what to do, and the button stays', { tag: '@all' }, async ({
  page,
  expectConsoleError,
}) => {
  test.slow();
  expectConsoleError(/google\.js|409/);
  const { call, card } = await openCard(page);
  const script = `${sandboxUrl()}/lithic/wallets/google.js`;
  await page.route(script, (route) => route.abort());
  await button(page, 'Google Pay').click();
  await expect(stored(page).getByRole('alert')).toContainText('Google Pay could not be reached.');
  await page.unroute(script);

  const closed = await openWallet(page, 'Google Pay');
  await closed.close();
  await expect(stored(page)).toContainText('was closed before the card was added. Press again to go on.');
  await expect(stored(page).getByRole('alert')).toHaveCount(0);

  const without = await openWallet(page, 'Google Pay');
  await pressToClose(without, 'I have no such phone');
  await expect(stored(page).getByRole('alert')).toContainText('Google Pay found no phone of yours');

  const refusing = await openWallet(page, 'Google Pay');
  await refusing.getByRole('button', { name: 'Pixel' }).click();
  await pressToClose(refusing, 'Refuse it');
  await expect(stored(page).getByRole('alert')).toContainText('Google Pay did not take the card. Press again in a minute.');
  await expectNoFindingsInAnyLight(page, 'a card that a wallet refused');

  // As a browser does that blocks pop-ups.
  const open = await page.evaluateHandle(() => {
    const own = window.open;
    window.open = () => null;
    return own;
  });
  for (const wallet of ['Google Pay', 'Apple Pay']) {
    await button(page, wallet).click();
    await expect(stored(page).getByRole('alert').filter({ hasText: wallet })).toContainText(`Your browser stopped the window of ${wallet}. Allow pop-ups`);
  }
  await open.evaluate((own) => {
    window.open = own;
  });

  // Paused elsewhere while the window is open.
  const late = await openWallet(page, 'Google Pay');
  await call('/api/lithic_card', { method: 'PATCH', body: { token: card, state: 'PAUSED' } });
  await pressToClose(late, 'Pixel');
  await expect(stored(page)).toContainText('The card is paused. Reopen it, then add it to your phone.');
});
