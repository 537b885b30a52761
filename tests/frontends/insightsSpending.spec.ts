import type { FrameLocator, Page } from '@playwright/test';
import { siteUrl } from './addresses.ts';
import { expectNoFindings, expectNoFindingsInAnyLight } from './axe.ts';
import { openHome } from './dashboard.ts';
import { expect, test } from './fixtures.ts';
import { addCard, addMember, expectApproved } from './furtherCards.ts';
import { type OnboardedMerchant, onboardedMerchant, press, spend } from './merchants.ts';
import { expectItFits } from './screen.ts';
import { appFrame, inApp, onboardedShop, pageOf } from './store.ts';

test.describe.configure({ mode: 'parallel' });

const spendingOf = (page: Page | FrameLocator) => page.getByRole('list', { name: / by (category|merchant|card|person)$/ });
/** The month as a whole, which stands first. */
const total = (page: Page | FrameLocator) => spendingOf(page).getByRole('listitem').first();
const group = (page: Page | FrameLocator, name: string) => spendingOf(page).getByRole('listitem').filter({ hasText: name });

/** Waits until the API tells of so many purchases and refunds. */
async function untilListed({ call, receiver }: OnboardedMerchant, count: number): Promise<void> {
  const listed = async () => (await call<{ total: number }>(`/api/users/${receiver.token}/transactions`)).total;
  await expect.poll(listed).toBe(count);
}

test('a month’s spending is seen by category, merchant, card and person, and each figure opens its rows', async ({ page }) => {
  test.slow();
  const merchant = await onboardedMerchant();
  const cara = await addMember(merchant, 'cardholder', 'Cara Holder');
  const ads = await addCard(merchant, { name: 'Meta ads', holderId: cara.id });
  await expectApproved(ads, 5_000, 'BRIGHTPIXEL ADS');
  await expectApproved(ads, 1_234, 'SEARCHLIGHT ADS');
  await press('lithic', 'refund', { card_token: ads.token, amount: 234, descriptor: 'BRIGHTPIXEL ADS' });
  await expectApproved({ token: merchant.cardToken }, 2_000, 'COPPER KETTLE CAFE');
  await untilListed(merchant, 4);

  await openHome(page, merchant, '/insights');
  // $50.00 and $12.34 less the $2.34 that came back; in all $80.00, of which three quarters.
  await expect(total(page)).toContainText('$80.00');
  await expect(group(page, 'Advertising')).toContainText('$60.00');
  await expect(group(page, 'Advertising')).toContainText('75% of the month. Nothing in');
  await expect(group(page, 'Meals and groceries')).toContainText('$20.00');
  await expect(page.getByRole('region', { name: 'Subscriptions' })).toContainText('No subscriptions found');
  await expect(page.getByRole('region', { name: 'Money back' })).toContainText('No refund is under way.');
  await expectNoFindingsInAnyLight(page, 'insights with spending');

  const rows = page.getByRole('tabpanel').locator('tbody tr');
  await group(page, 'Advertising').getByRole('link', { name: '$60.00' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Transactions' })).toBeVisible();
  await expect(rows).toHaveCount(3);
  await expect(page.getByRole('button', { name: 'Remove the filter Advertising' })).toBeVisible();
  await page.goBack();
  // The address changes before the page, whose table has a button of the same name.
  await expect(page.getByRole('heading', { level: 1, name: 'Insights' })).toBeVisible();

  await page.getByRole('button', { name: 'Merchant', exact: true }).click();
  await expect(group(page, 'BRIGHTPIXEL ADS')).toContainText('$47.66');
  await group(page, 'BRIGHTPIXEL ADS').getByRole('link', { name: '$47.66' }).click();
  await expect(rows).toHaveCount(2);
  await page.goBack();
  // The address holds the choice.
  await expect(group(page, 'BRIGHTPIXEL ADS')).toContainText('$47.66');
  await page.getByRole('button', { name: 'Person', exact: true }).click();
  await group(page, 'Cara Holder').getByRole('link', { name: '$60.00' }).click();
  await expect(rows).toHaveCount(3);
  await page.goBack();
  await page.getByRole('button', { name: 'Card', exact: true }).click();
  await group(page, `Meta ads (${ads.last_four})`).getByRole('link', { name: '$60.00' }).click();
  await expect(rows).toHaveCount(3);
  await page.goBack();

  const after = page.getByRole('button', { name: 'Month after' });
  await expect(after).toBeDisabled();
  await page.getByRole('button', { name: 'Month before' }).click();
  await expect(page.getByText('Nothing was bought or returned in this month or the month before.')).toBeVisible();
  await after.click();
  await expect(total(page)).toContainText('$80.00');

  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${siteUrl()}/insights`);
  await expect(group(page, 'Advertising')).toContainText('$60.00');
  await expectItFits(page);
});

test('the app in the store’s admin shows the same, and each figure opens its rows there', { tag: '@all' }, async ({ page }) => {
  test.slow();
  const shop = await onboardedShop();
  await spend(shop, 5_000, { settle: true, at: 'BRIGHTPIXEL ADS' });
  await spend(shop, 2_000, { settle: true, at: 'COPPER KETTLE CAFE' });
  await press('lithic', 'refund', { card_token: shop.cardToken, amount: 1_000, descriptor: 'BRIGHTPIXEL ADS' });
  await untilListed(shop, 3);
  await page.goto(pageOf(shop, 'insights'));
  const app = appFrame(page);
  // $50.00 less $10.00, of $60.00.
  await expect(group(app, 'Advertising')).toContainText('$40.00');
  await expect(group(app, 'Advertising')).toContainText('67% of the month.');
  await expect(total(app)).toContainText('$60.00');
  await expect(app.getByText('No refund is under way.')).toBeVisible();
  await expectNoFindings(page, 'insights with spending', inApp);
  const year = app.getByRole('table', { name: 'Sales and spending by month' });
  await year.getByRole('row').nth(1).getByRole('link', { name: '$60.00' }).click();
  await expect(app.getByRole('cell', { name: /^-?\$/ })).toHaveText(['-$10.00', '$20.00', '$50.00']);
  await page.goBack();
  await app.getByRole('button', { name: 'Month before' }).click();
  await expect(app.getByText('Nothing was bought or returned in this month or the month before.')).toBeVisible();
  await app.getByRole('button', { name: 'Month after' }).click();
  await app.getByLabel('Spending by').selectOption('Merchant');
  await group(app, 'BRIGHTPIXEL ADS').getByRole('link', { name: '$40.00' }).click();
  await expect(app.getByRole('cell', { name: /^-?\$/ })).toHaveText(['-$10.00', '$50.00']);
  await expect(app.getByRole('button', { name: 'BRIGHTPIXEL ADS', exact: true })).toBeVisible();
});
