import type { Page, Request } from '@playwright/test';
import type { DeclinedPurchase } from '../../server/contract/declines.ts';
import { siteUrl } from './addresses.ts';
import { openHome } from './dashboard.ts';
import { expect, test } from './fixtures.ts';
import { forward } from './forward.ts';
import { onboardedMerchant, press, spend, untilPayable } from './merchants.ts';
import { newMerchant, prepare } from './onboardingMerchant.ts';
import { heading, linkBank } from './onboardingPages.ts';

// What a page does with an answer that comes after something else has happened, or not at all.

test('a reading from before a step was done does not take the page back to it', async ({ page }) => {
  await prepare(await newMerchant(page), 'bank');
  await page.goto(siteUrl());
  const choose = page.getByRole('button', { name: 'Choose your bank' });
  await expect(choose).toBeVisible();
  const { promise: early, resolve: isEarly } = Promise.withResolvers<Request>();
  const { promise: late, resolve: comesLate } = Promise.withResolvers<void>();
  await page.route(
    /\/api\/receiver$/,
    async (route) => {
      const answer = await forward(route);
      isEarly(route.request());
      await late;
      await route.fulfill({ response: answer });
    },
    { times: 1 },
  );
  // As when the merchant comes back to this tab.
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  const reading = await early;
  await choose.click();
  await linkBank(page);
  await expect(heading(page, 'Connect your store or accounting')).toBeVisible();
  await expect.poll(() => reading.failure()?.errorText, 'the reading is broken off').toBe('net::ERR_ABORTED');
  comesLate();
  await expect(heading(page, 'Connect your store or accounting')).toBeVisible();
});

test('what is told during a first reading is read after it', async ({ page }) => {
  const merchant = await onboardedMerchant();
  const { promise: answered, resolve: isAnswered } = Promise.withResolvers<void>();
  const { promise: told, resolve: isTold } = Promise.withResolvers<void>();
  await page.route(
    '**/declines',
    async (route) => {
      const answer = await forward(route);
      isAnswered();
      await told;
      await route.fulfill({ response: answer });
    },
    { times: 1 },
  );
  const listening = page.waitForResponse((response) => response.url().includes('/api/events'));
  await openHome(page, merchant);
  await Promise.all([answered, listening]);
  // The page hears of the decline, and reads again what else depends on it.
  const readAgain = page.waitForResponse((response) => response.url().includes('/transactions?'));
  await press('lithic', 'decline', { card_token: merchant.cardToken, amount: 4_200, descriptor: 'FJORD TEXTILES IMPORT', reason: 'INCORRECT_PIN' });
  const known = () => merchant.call<{ declines: DeclinedPurchase[] }>(`/api/users/${merchant.receiver.token}/declines`);
  await expect.poll(async () => (await known()).declines.length).toBe(1);
  await readAgain;
  isTold();
  await expect(page.getByRole('status', { name: 'Declined purchase' })).toContainText('FJORD TEXTILES IMPORT');
});

test('a link keeps the press during which an answer adds something above it', async ({ page }) => {
  const merchant = await onboardedMerchant();
  await press('lithic', 'decline', { card_token: merchant.cardToken, amount: 4_200, descriptor: 'FJORD TEXTILES IMPORT', reason: 'INCORRECT_PIN' });
  const { promise: pressed, resolve: isPressed } = Promise.withResolvers<void>();
  await page.route('**/declines', async (route) => {
    const answer = await forward(route);
    await pressed;
    await route.fulfill({ response: answer });
  });
  const listening = page.waitForResponse((response) => response.url().includes('/api/events'));
  await openHome(page, merchant);
  await listening;
  // What else opens above the link is there before the pointer looks for it.
  await expect(page.getByRole('region', { name: 'What to do first' })).toBeVisible();
  // The page may take a press of any length to be over; here its time stands still.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 10_000);
  const declined = page.getByRole('status', { name: 'Declined purchase' });
  const link = page.getByRole('link', { name: 'Why this limit?' });
  // The mouse finds it where it stays.
  await link.hover();
  await page.mouse.down();
  const answered = page.waitForEvent('requestfinished', (request) => request.url().endsWith('/declines'));
  isPressed();
  await answered;
  await page.clock.runFor(1_000);
  await expect(declined).toHaveCount(0);
  await page.mouse.up();
  await page.clock.runFor(1_000);
  await expect(page).toHaveURL(/\/insights/);
});

test('a search typed just before another list was chosen searches that list', async ({ page, sharedMerchant }) => {
  await openHome(page, sharedMerchant, '/transactions');
  const tab = page.getByRole('tab', { name: 'Repayments' });
  await expect(tab).toBeVisible();
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000));
  await page.getByRole('searchbox', { name: 'Search transactions' }).fill('rent');
  await tab.click();
  await expect(tab).toHaveAttribute('aria-selected', 'true');
  await page.clock.runFor(1_000);
  await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe('rent');
  await expect(tab).toHaveAttribute('aria-selected', 'true');
});

test('what cannot be read again stays as it was read', async ({ page, expectConsoleError, sharedMerchant }) => {
  expectConsoleError(/503/);
  await openHome(page, sharedMerchant, '/settings#bank');
  const bank = page.getByRole('region', { name: 'Bank account', exact: true });
  await expect(bank).toContainText('Linked and working.');
  const problem = { type: 'about:blank', title: 'Unavailable', status: 503, code: 'unavailable', detail: 'Try again in a minute.' };
  await page.route('**/plaid_account*', (route) => route.fulfill({ status: 503, contentType: 'application/problem+json', json: problem }));
  // The second refusal is asked for after the page has shown the first.
  for (let time = 0; time < 2; time += 1) {
    const refused = page.waitForResponse((response) => response.url().includes('/plaid_account') && response.status() === 503);
    await page.clock.fastForward(120_000);
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
    await refused;
  }
  await expect(bank).toContainText('Linked and working.');
  await expect(bank.getByRole('alert')).toHaveCount(0);
});

test('what is typed on insights stays when why the limit is what it is comes later', async ({ page, sharedMerchant }) => {
  const { promise: comesLate, resolve: answer } = Promise.withResolvers<void>();
  await page.route('**/spending_power', async (route) => {
    await comesLate;
    await route.continue();
  });
  await openHome(page, sharedMerchant, '/insights');
  await expect(page.getByRole('region', { name: 'How your limit moved' })).not.toContainText('Loading');
  const spend = page.getByLabel('I want to spend');
  await spend.fill('25.50');
  answer();
  await expect(page.getByRole('region', { name: 'What would raise it' })).toBeVisible();
  await expect(spend).toHaveValue('25.50');
});

test('cards are not shown before what the team asks, which stands above them', async ({ page, sharedMerchant }) => {
  const { promise: late, resolve: comesLate } = Promise.withResolvers<void>();
  await page.route('**/card_requests', async (route) => {
    await late;
    await route.continue();
  });
  const cards = page.waitForResponse(/\/cards$/);
  await openHome(page, sharedMerchant, '/card');
  await (await cards).finished();
  await twoFrames(page);
  await expect(page.getByText('Loading your cards')).toBeAttached();
  comesLate();
  await expect(page.getByRole('region', { name: 'Billing address' })).toBeVisible();
});

test('the button to pay stays in its place when the next draw comes later @phone', async ({ page }) => {
  const merchant = await onboardedMerchant();
  await spend(merchant, 5_000, { settle: true });
  await untilPayable(merchant, 5_000);
  const { promise: late, resolve: comesLate } = Promise.withResolvers<void>();
  await page.route('**/calendar', async (route) => {
    await late;
    await route.continue();
  });
  await openHome(page, merchant, '/payments');
  await page.evaluate(() => document.fonts.ready);
  const owed = page.getByRole('region', { name: 'You owe' });
  const place = () => owed.getByRole('button', { name: 'Pay now' }).boundingBox();
  await expect(owed.getByText('Loading your next payment')).toBeAttached();
  const before = await place();
  comesLate();
  await expect(owed.getByText(/^Next: \$50\.00/)).toBeVisible();
  expect(await place()).toEqual(before);
});

const twoFrames = (page: Page) => page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
