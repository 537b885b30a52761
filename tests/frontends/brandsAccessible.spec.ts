import type { Page } from '@playwright/test';
import { programs } from '../../server/programs/all.ts';
import { siteUrl } from './addresses.ts';
import { expectReadableInAnyLight } from './axe.ts';
import { walkHome, walkPages } from './dashboardWalk.ts';
import { expect, test } from './fixtures.ts';
import { onboardedMerchant } from './merchants.ts';
import { newMerchant, prepare } from './onboardingMerchant.ts';
import { heading, openingHeading, start } from './onboardingPages.ts';
import { expectItFits, expectItFitsAt } from './screen.ts';
import { signInAsStaff } from './staff.ts';

// The pages of the other brands: the same parts, judged in the default brand on both screens, in each brand's colors and letters.

test.describe.configure({ mode: 'parallel' });

const otherPrograms = programs.filter(({ key }) => key !== 'headway');

/** Expects that a page fits this screen and a phone's, and leaves it on this one. */
async function expectItFitsAnyScreen(page: Page): Promise<void> {
  await expectItFits(page);
  const desktop = page.viewportSize();
  await expectItFitsAt(page, 360);
  if (desktop) await page.setViewportSize(desktop);
}

for (const { key: program, name } of otherPrograms) {
  test(`the dashboard of ${name} is readable, light and dark, and no page is wider than the screen or a phone’s`, async ({ page }) => {
    test.slow();
    const judge = { expectNoFindings: expectReadableInAnyLight, expectItFits: expectItFitsAnyScreen };
    await walkHome(page, program, judge);
    // The calendar, the card's art and the charts, where a brand's colors lie on one another; the other pages are built of the same parts.
    await walkPages(page, ['/payments', '/card', '/insights'], judge);
  });
}

for (const [program, name] of [
  ['boost', 'Boost'],
  ['card', 'Card'],
  ['meridian-new', 'Meridian'],
] as const) {
  test(`the opening page of ${name}, an agreement and the form are readable, light and dark`, async ({ page }) => {
    const merchant = await newMerchant(page, program);
    await page.goto(siteUrl(program));
    await expect(openingHeading(page, name)).toBeVisible();
    await expectReadableInAnyLight(page, 'the opening page');
    await expectItFitsAnyScreen(page);
    await start(page);
    await expect(page.getByRole('region', { name: 'Privacy Policy' }).getByRole('paragraph').first()).toBeVisible();
    await expectReadableInAnyLight(page, 'an agreement');
    await prepare(merchant, 'kyb');
    await page.goto(siteUrl(program));
    await expect(heading(page, 'Your business')).toBeVisible();
    await expectReadableInAnyLight(page, 'Your business');
  });
}

for (const { key: program, name } of otherPrograms) {
  test(`the staff’s search and a customer’s page of ${name} are readable, light and dark`, async ({ page }) => {
    const { email } = await onboardedMerchant({ program });
    await signInAsStaff(page, 'admin', `/staff?q=${email}`, program);
    await expect(page.getByRole('list', { name: 'Customers found' })).toBeVisible();
    await expectReadableInAnyLight(page, 'the search');
    await page.getByRole('link', { name: `Customer page of ${email}` }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Corner Bakery LLC' })).toBeVisible();
    await expectReadableInAnyLight(page, 'the customer’s page');
  });
}
