import type { Page } from '@playwright/test';
import type { CashFlowAnswer } from '../../server/contract/cashFlow.ts';
import { expectNoFindingsInAnyLight } from './axe.ts';
import { charge, openHome } from './dashboard.ts';
import { expect, test } from './fixtures.ts';
import { onboardedMerchant } from './merchants.ts';
import { expectItFits } from './screen.ts';
import { appFrame, onboardedShop, pageOf } from './store.ts';

const card = (page: Page) => page.getByRole('region', { name: 'Your cash in the next 90 days' });
const form = (page: Page) => page.getByRole('form', { name: 'What would it do?' });

test('home shows ninety days of cash with its lowest point, a table that says the same, and what a purchase would do', { tag: '@phone' }, async ({ page }) => {
  const merchant = await onboardedMerchant();
  await charge(merchant, 8_410);
  const path = `/api/users/${merchant.receiver.token}/cash_flow`;
  await expect.poll(async () => (await merchant.call<CashFlowAnswer>(path)).flows.some(({ kind }) => kind === 'draw')).toBe(true);
  await openHome(page, merchant);
  // New facts about the account move the line.
  await expect(async () => {
    const { lowest, days, is_expected } = await merchant.call<CashFlowAnswer>(path);
    expect([days.length, is_expected]).toEqual([90, true]);
    await expect(card(page)).toContainText(lowest?.words ?? 'no lowest point', { timeout: 3_000 });
  }).toPass({ timeout: 40_000 });
  await expect(card(page)).toContainText('An estimate, not a promise');

  // Every day can be read by keys, and says whether it is known or expected.
  const picture = page.getByRole('slider', { name: 'Your bank’s balance in the next 90 days' });
  await expect(picture).toHaveAttribute('aria-valuemax', '90');
  await picture.focus();
  await page.keyboard.press('Home');
  await expect(picture).toHaveAttribute('aria-valuetext', /^Today, .+: Known \$/);
  await page.keyboard.press('End');
  await expect(picture).toHaveAttribute('aria-valuetext', /: Expected \$.+, From \$.+, To \$/);

  await card(page).getByText('As a table, and what is in it').click();
  const weeks = card(page).getByRole('table', { name: 'The line by week' });
  await expect(weeks.locator('tbody tr')).toHaveCount(13);
  await expect(card(page)).toContainText('such as rent and payroll, is not in it.');
  await expectNoFindingsInAnyLight(page, 'the cash to come', 'section:has(form)');

  await form(page).getByRole('button', { name: 'Show what it does' }).click();
  await expect(form(page)).toContainText('Enter an amount to spend or to pay.');
  await expect(form(page).getByLabel('I want to spend')).toBeFocused();
  await form(page).getByLabel('I want to spend').fill('25.50');
  await form(page).getByRole('button', { name: 'Show what it does' }).click();
  const effects = card(page).getByRole('list', { name: 'What it would do' });
  await expect(effects).toContainText('After $25.50 today we expect');
  await expect(effects).toContainText('It would be due on');
  await expect(effects).toContainText('Nothing is bought or paid by asking.');
  await form(page).getByRole('button', { name: 'Clear' }).click();
  await expect(effects).toHaveCount(0);
});

test('a phone shows the cash to come without scrolling sideways', { tag: '@all' }, async ({ page, sharedMerchant }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openHome(page, sharedMerchant, '/insights');
  await expect(card(page)).toContainText('Lowest point');
  await card(page).getByText('As a table, and what is in it').click();
  await expect(card(page).getByRole('table', { name: 'The line by week' })).toBeVisible();
  await expectItFits(page);
});

test('the app in the store’s admin says which stroke is known, and lists what is known beside the weeks', { tag: '@all' }, async ({ page }) => {
  test.slow();
  const shop = await onboardedShop();
  await charge(shop, 8_410);
  const path = `/api/users/${shop.receiver.token}/cash_flow`;
  await expect.poll(async () => (await shop.call<CashFlowAnswer>(path)).flows.some(({ kind }) => kind === 'draw')).toBe(true);
  await page.goto(pageOf(shop, 'insights'));
  const app = appFrame(page);
  await expect(app.getByText('Solid is known. Dashed, in its hatched range, is expected.')).toBeVisible();
  await app.getByRole('button', { name: 'As a table, and what is in it' }).click();
  const known = app.getByRole('table', { name: 'What is known' });
  await expect(known.getByRole('row', { name: /Draw of what is due -\$84\.10/ })).toBeVisible();
  await expectItFits(app);
});
