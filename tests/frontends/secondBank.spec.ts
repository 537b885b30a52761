import type { FrameLocator, Page } from '@playwright/test';
import type { FallbackBankAnswer } from '../../server/contract/bank.ts';
import type { DrawPlanAnswer } from '../../server/contract/drawPlan.ts';
import { expectNoFindings, expectNoFindingsInAnyLight } from './axe.ts';
import { openHome } from './dashboard.ts';
import { expect, test } from './fixtures.ts';
import { forward } from './forward.ts';
import { type OnboardedMerchant, onboardedMerchant } from './merchants.ts';
import { allowAtBank, linkBank, openOwnSignIn, signInAgain } from './onboardingPages.ts';
import { appFrame, inApp, onboardedShop, pageOf } from './store.ts';

const cascade = /Cascade Credit Union/;
const sectionOf = (page: Page | FrameLocator, name = 'Second bank account') => page.getByRole('region', { name, exact: true });
const stored = async ({ call, receiver }: OnboardedMerchant) => (await call<FallbackBankAnswer>(`/api/users/${receiver.token}/bank/fallback`)).bank;

/** Tells the page that a draw looks short. */
async function looksShort(page: Page): Promise<void> {
  await page.route('**/draw_plan', async (route) => {
    const plan = (await (await forward(route)).json()) as DrawPlanAnswer;
    const short_draw: DrawPlanAnswer['short_draw'] = {
      debit_date: '2026-11-24',
      amount_cents: 8_410,
      due_dates: ['2026-11-24'],
      safe_cents: 4_205,
      missing_cents: 4_205,
      checked_at: '2026-11-20T12:00:00.000Z',
      bank: { institution_name: 'Chase', account_name: 'Checking', mask: '1234' },
      days: [],
      other_bank: null,
      waits: null,
    };
    await route.fulfill({ json: { ...plan, short_draw } });
  });
}

/** Tells the page that the second bank wants a new sign-in, until that was made. */
async function asksToSignIn(page: Page): Promise<void> {
  let isSignedIn = false;
  await page.route('**/bank/fallback', async (route) => {
    isSignedIn ||= route.request().method() !== 'GET';
    if (isSignedIn) return route.continue();
    const { bank } = (await (await forward(route)).json()) as FallbackBankAnswer;
    await route.fulfill({ json: { bank: bank && { ...bank, verification_status: 'relink', health: 'login_required' } } });
  });
}

/** Links an account of a bank that signs in on its own page, which sends the merchant back to the settings. */
async function signInOnItsOwnPage(page: Page): Promise<void> {
  await page.goto(await openOwnSignIn(page));
  await allowAtBank(page);
}

test('a draw that looks short leads to the second bank account, which is linked, signed in to again, changed and removed', async ({ page }) => {
  test.slow();
  const merchant = await onboardedMerchant();
  await looksShort(page);
  await openHome(page, merchant, '/payments');
  await page.getByRole('link', { name: 'Link a second bank account' }).click();
  await expect(page).toHaveURL(/\/settings#second-bank$/);
  const section = sectionOf(page);
  await expect(section.getByRole('heading', { name: 'Second bank account' })).toBeFocused();
  await expect(section).toContainText('No second bank account is linked.');

  await section.getByRole('button', { name: 'Link a second bank account' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('We debit that account only for a draw that you choose, or that your usual account cannot bear on its day.');
  await expect(dialog).toContainText('you authorize Headway to debit it');
  await expectNoFindingsInAnyLight(page, 'linking a second bank account');
  await dialog.getByRole('button', { name: 'Choose an account' }).click();
  await linkBank(page, cascade);
  await expect(section).toContainText('Cascade Credit Union');
  await expect(section).toContainText('Business Checking ending in 7702');
  await expect(section).toContainText('Linked and working.');
  expect(await stored(merchant)).toMatchObject({ mask: '7702', is_authorized: true });

  await asksToSignIn(page);
  await page.reload();
  await expect(section).toContainText('Your bank asks you to sign in again.');
  await expectNoFindings(page, 'a second bank account to sign in to');
  await section.getByRole('button', { name: 'Sign in to your bank' }).click();
  await signInAgain(page);
  await expect(section).toContainText('Linked and working.');

  await section.getByRole('button', { name: 'Change second bank account' }).click();
  await expect(dialog).toContainText('It takes the place of your present second account.');
  await dialog.getByRole('button', { name: 'Choose an account' }).click();
  await signInOnItsOwnPage(page);
  await expect(section).toContainText('Meadow National Bank');
  await expect(sectionOf(page, 'Bank account')).toContainText('First Harbor Bank');

  await section.getByRole('button', { name: 'Remove' }).click();
  await expect(dialog).toContainText('A draw that was to come from it is drawn from your usual account, on the same day.');
  await expectNoFindings(page, 'removing a second bank account');
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(section).toContainText('No second bank account is linked.');
  expect(await stored(merchant)).toBeNull();
});

test('the app in the store’s admin links a second bank account and removes it', async ({ page }) => {
  test.slow();
  const shop = await onboardedShop();
  await page.goto(pageOf(shop, 'settings'));
  const app = appFrame(page);
  const section = sectionOf(app);
  await expect(section).toContainText('No second bank account is linked.');
  await section.getByRole('button', { name: 'Link a second bank account' }).click();
  await expect(section).toContainText('you authorize Headway to debit it');
  await expectNoFindings(page, 'linking a second bank account, in the admin', inApp);
  await section.getByRole('button', { name: 'Choose an account' }).click();
  await linkBank(app, cascade);
  await expect(section).toContainText('Business Checking ending in 7702');
  await expect(section).toContainText('Linked and working.');
  await expectNoFindings(page, 'a second bank account, in the admin', inApp);

  await section.getByRole('button', { name: 'Remove' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.frameLocator('iframe').getByText(/is drawn from your usual account, on the same day/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  // The admin tells it for some seconds, while the app reads its page again.
  await expect(page.getByText('Your second bank account is removed', { exact: true })).toBeVisible();
  await expect(section).toContainText('No second bank account is linked.');
  expect(await stored(shop)).toBeNull();
});
