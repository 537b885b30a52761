import type { Page } from '@playwright/test';
import { problemBody } from '../../server/contract/problems.ts';
import { control } from '../support/ask.ts';
import { sandboxUrl } from './addresses.ts';
import { openHome, pressTryAgain } from './dashboard.ts';
import { expect, test } from './fixtures.ts';
import { cardsOfSameBusiness } from './fourBooks.ts';
import { type OnboardedMerchant, onboardedMerchant } from './merchants.ts';
import { prepare } from './onboardingMerchant.ts';
import { heading, linkBank } from './onboardingPages.ts';
import { appFrame, installApp, merchantOfShop, pageOf } from './store.ts';

// The provider's stand-in causes the provider failures: a bank that cannot be reached, a switch that the issuer does not confirm.
// The rest of the home page comes from the product's own database, which no provider can break. So missing or out-of-range figures,
// and a card, frame or table that cannot be read, are given to the page in place of the server's answer.

/** Gives the page an account with other figures than the server's. */
async function showAccount(page: Page, { call }: OnboardedMerchant, different: Record<string, unknown>): Promise<void> {
  await page.route(/\/api\/receiver(\?|$)/, async (route) => route.fulfill({ json: { ...(await call<object>('/api/receiver')), ...different } }));
}

const tile = (page: Page, name: string) => page.getByRole('region', { name });

test('home explains each figure that is missing, and the rest of it still works', async ({ page, expectConsoleError }) => {
  test.slow();
  expectConsoleError(/503.*lithic_card/);
  expectConsoleError(/The answer could not be read/);
  const merchant = await onboardedMerchant();

  // Missing figures, and then a plan without a single next payment.
  await showAccount(page, merchant, {
    totalOutstandingCents: null,
    totalSpendPowerCents: null,
    availableSpendPowerCents: null,
    availableSpendPowerRatio: null,
  });
  await openHome(page, merchant);
  await expect(tile(page, 'Total Outstanding')).toContainText('Please refresh');
  await expect(tile(page, 'Available to Spend')).toContainText('Please Refresh');
  await expect(tile(page, 'Spending Power Remaining')).toContainText('Please Refresh');
  await expect(tile(page, 'Next Payment')).toContainText('No payment due');
  await expect(page.getByText('No results found')).toBeVisible();
  await page.unrouteAll({ behavior: 'wait' });
  await showAccount(page, merchant, {
    payment_plan: 'fixed_pay',
    totalSpendPowerCents: 0,
    availableSpendPowerCents: 0,
    availableSpendPowerRatio: 0,
    totalOutstandingCents: -500,
  });
  await page.reload();
  await expect(tile(page, 'Total Outstanding')).toContainText('You are in credit.');
  await expect(page.getByRole('img', { name: 'Spending Power Remaining: 100%' })).toBeVisible();
  await expect(tile(page, 'Next Payment')).toHaveCount(0);
  await page.unrouteAll({ behavior: 'wait' });

  // A payment larger than one draw, and spending power below 0.
  const paymentSchedule = [{ payment_due_date: { seconds: Date.UTC(2030, 1, 28) / 1_000 }, total_owed_cents: 20_000_000, potential_cashback: 1_240 }];
  await showAccount(page, merchant, { paymentSchedule, totalSpendPowerCents: -1, availableSpendPowerCents: -100, availableSpendPowerRatio: -0.3 });
  await page.reload();
  await expect(tile(page, 'Next Payment')).toContainText('$150,000.00');
  await expect(tile(page, 'Next Payment')).toContainText('Due 2030-02-28');
  await expect(tile(page, 'Next Payment')).toContainText('+$12.40 cashback');
  await expect(tile(page, 'Available to Spend')).toContainText('Total Limit: $0.00');
  await expect(page.getByRole('img', { name: 'Spending Power Remaining: 0%' })).toBeVisible();
  await page.unrouteAll({ behavior: 'wait' });

  const logged: string[] = [];
  page.on('console', (message) => logged.push(message.text()));
  // A card that cannot be loaded, with the server's reason; an empty card area; a bank that cannot be reached.
  await page.route(/\/api\/lithic_card(\?|_embedded)/, (route) => route.fulfill({ status: 503, json: {} }));
  await control(sandboxUrl(), 'faults', { stand_in: 'plaid', kind: 'error_500', path: '/accounts/get', remaining: 20 });
  try {
    await page.reload();
    await expect(tile(page, 'Your card')).toContainText(/Service Unavailable|Error loading Lithic information/);
    await expect(tile(page, 'Your card').locator('iframe')).toHaveCount(0);
    // The failed frame of the card is logged, and its area stays empty.
    await expect.poll(() => logged).toContainEqual(expect.stringContaining('The answer could not be read'));
    await expect(page.getByRole('status', { name: 'Bank account' })).toContainText(/Sign in at .+ again/);
    await expect(page.getByText('No results found')).toBeVisible();
  } finally {
    await fetch(`${sandboxUrl()}/control/faults/plaid`, { method: 'DELETE' });
  }
  await page.unrouteAll({ behavior: 'wait' });
  const again = tile(page, 'Your card').getByRole('button', { name: 'Try again' });
  await pressTryAgain(again, page.getByText('Card Active'));
});

test('a switch that the issuer does not confirm goes back, and says why', async ({ page, expectConsoleError }) => {
  expectConsoleError(/50\d.*lithic_card/);
  const merchant = await onboardedMerchant();
  await openHome(page, merchant);
  await expect(page.getByText('Card Active')).toBeVisible();
  await control(sandboxUrl(), 'faults', { stand_in: 'lithic', kind: 'error_500', path: `PATCH /lithic/v1/cards/${merchant.cardToken}`, remaining: 20 });
  try {
    await page.getByRole('switch').press('Space');
    await expect(tile(page, 'Your card')).toContainText('Nothing is lost: try again in a minute.');
    await expect(page.getByText('Card Active')).toBeVisible();
    await expect(page.getByRole('switch')).toBeChecked();
  } finally {
    await fetch(`${sandboxUrl()}/control/faults/lithic`, { method: 'DELETE' });
  }
  await page.getByRole('switch').press('Space');
  await expect(page.getByText('Card Paused')).toBeVisible();
});

test('a switch that the server refuses as impossible is logged, and changes nothing', async ({ page, expectConsoleError }) => {
  const refusal = "Cannot toggle card that's in state CLOSED";
  expectConsoleError(new RegExp(refusal));
  expectConsoleError(/409.*lithic_card/);
  const merchant = await onboardedMerchant();
  await openHome(page, merchant);
  await expect(page.getByText('Card Active')).toBeVisible();
  const body = problemBody('card_not_toggleable', { state: 'CLOSED' }, 'a-request-id');
  await page.route(/\/api\/lithic_card$/, (route) => route.fulfill({ status: body.status, contentType: 'application/problem+json', json: body }));
  const logged = page.waitForEvent('console', (message) => message.text() === refusal);
  await page.getByRole('switch').press('Space');
  await logged;
  await expect(page.getByText('Card Active')).toBeVisible();
  await expect(tile(page, 'Your card').getByRole('alert')).toHaveCount(0);
});

test('in the app, a provider’s failure in the middle of a step is shown, and the next try takes effect once', async ({ page }) => {
  const shop = await installApp();
  const merchant = await merchantOfShop(shop);
  await prepare(merchant, 'bank');
  await page.goto(pageOf(shop, 'onboarding'));
  const app = appFrame(page);
  const trouble = app.getByText('Nothing is lost: try again in a minute.');

  await control(sandboxUrl(), 'faults', { stand_in: 'plaid', kind: 'error_500', path: '/item/public_token/exchange', remaining: 20 });
  try {
    await app.getByRole('button', { name: 'Choose your bank' }).click();
    await linkBank(app);
    await expect(trouble).toBeVisible();
  } finally {
    await fetch(`${sandboxUrl()}/control/faults/plaid`, { method: 'DELETE' });
  }
  await app.getByRole('button', { name: 'Try again' }).click();
  await expect(heading(app, 'Get your card')).toBeVisible();

  // The issuer makes the card, but its answer is lost: the product repeats the call by itself.
  await control(sandboxUrl(), 'faults', { stand_in: 'lithic', kind: 'effect_then_cut', path: 'POST /lithic/v1/cards', remaining: 1 });
  await app.getByRole('button', { name: 'Issue my card' }).click();
  await expect(heading(app, 'You are all set')).toBeVisible();
  const { faults } = (await (await fetch(`${sandboxUrl()}/control/faults`)).json()) as { faults: object[] };
  expect(faults, 'faults that nobody ran into').toEqual([]);
  const { lithic_card_token } = await merchant.receiver();
  expect(await cardsOfSameBusiness(lithic_card_token ?? '')).toEqual([lithic_card_token]);
});
