import type { Page } from '@playwright/test';
import type { ProgramKey } from '../../server/domain/program/programKeys.ts';
import { programs } from '../../server/programs/all.ts';
import { siteUrl } from './addresses.ts';
import { expectNoFindingsInAnyLight, expectReadableInAnyLight } from './axe.ts';
import { charge, openHome } from './dashboard.ts';
import { expect, test } from './fixtures.ts';
import { onboardedMerchant, press } from './merchants.ts';
import { openMenu } from './people.ts';

test.describe.configure({ mode: 'parallel' });

/** Returns what judges a page of a brand. The pages are the same parts in each brand's colors and letters, and those are the same on a phone. */
function judgeOf(program: ProgramKey, isMobile: boolean): (page: Page, what: string) => Promise<void> {
  if (program === 'headway') return expectNoFindingsInAnyLight;
  return isMobile ? async () => {} : expectReadableInAnyLight;
}

for (const { key: program, name } of programs) {
  test(`axe finds nothing on the dashboard of ${name}, light and dark, and no page is wider than the screen`, async ({ page, isMobile }) => {
    test.slow();
    const expectNoFindings = judgeOf(program, isMobile);
    const merchant = await onboardedMerchant({ program, name: 'Corner Bakery and Coffee Roasters of Upper Lake County LLC' });
    await charge(merchant, 8_410);
    await press('lithic', 'decline', { card_token: merchant.cardToken, amount: 4_200, descriptor: 'FJORD TEXTILES IMPORT', reason: 'INSUFFICIENT_FUNDS' });
    await openHome(page, merchant);
    await expect(page.getByRole('status', { name: 'Declined purchase' })).toContainText('$42.00 at FJORD TEXTILES IMPORT');
    await expect(page.getByText('Corner Bakery and', { exact: true })).toBeVisible();

    const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);
    await page.goto(`${siteUrl(program)}/`);
    await expect(page.getByRole('tabpanel').locator('tbody tr')).toHaveCount(1, { timeout: 30_000 });
    // Each brand arranges its home.
    await expectNoFindingsInAnyLight(page, 'home');
    await expect.poll(fits).toBe(true);
    await page.getByRole('tabpanel').locator('tbody tr').click();
    await expect(page.getByRole('dialog').getByRole('heading', { name: 'History' })).toBeVisible();
    await expectNoFindings(page, 'details of a row');
    const others: readonly (readonly [path: string, shown: () => Promise<void>])[] = [
      ['/transactions', () => expect(page.getByRole('tabpanel').locator('tbody tr')).toHaveCount(1)],
      ['/payments', () => expect(page.getByRole('region', { name: 'Repayment calendar' })).toContainText('$84.10')],
      ['/card', () => expect(page.getByText('Corner Bakery and', { exact: true })).toBeVisible()],
      ['/insights', () => expect(page.getByRole('region', { name: 'Why this limit' })).toContainText('Total limit')],
      ['/reports', () => expect(page.getByRole('button', { name: /, PDF$/ })).toHaveCount(12, { timeout: 30_000 })],
      ['/settings', () => expect(page.getByRole('heading', { name: 'Nobody has looked yet' })).toBeVisible()],
    ];
    for (const [path, shown] of others) {
      await page.goto(siteUrl(program) + path);
      await shown();
      await expectNoFindings(page, path);
      await expect.poll(fits).toBe(true);
    }

    await page.goto(`${siteUrl(program)}/transactions?min=1.00&status=settled`);
    await expect(page.getByRole('button', { name: 'Remove the filter Settled' })).toBeVisible();
    await expectNoFindings(page, 'filters in words');
    await page.getByRole('button', { name: 'Filters', exact: true }).click();
    await expect(page.getByRole('dialog', { name: 'Filters' })).toBeVisible();
    await expectNoFindings(page, 'filters');
    await expect.poll(fits).toBe(true);
    await page.goto(`${siteUrl(program)}/payments`);
    await page.getByRole('region', { name: 'You owe' }).getByRole('button', { name: 'Pay now' }).click();
    await page.getByRole('dialog', { name: 'Pay now' }).getByRole('button', { name: 'Another amount' }).click();
    await page.getByLabel('Amount in US dollars').fill('50');
    await expect(page.getByRole('button', { name: 'Pay $50.00' })).toBeEnabled();
    await expectNoFindings(page, 'paying now');
    await expect.poll(fits).toBe(true);
    await page.goto(siteUrl(program));
    await openMenu(page);
    await page.getByRole('button', { name: 'Help' }).click();
    await expect(page.getByRole('dialog', { name: 'Help' }).getByRole('region', { name: 'Support' })).toBeVisible();
    await expectNoFindings(page, 'help');
    await expect.poll(fits).toBe(true);
  });
}
