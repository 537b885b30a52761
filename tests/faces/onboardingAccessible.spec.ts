import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { siteUrl } from './addresses.ts';
import { expect, test } from './fixtures.ts';
import { newMerchant, prepare } from './onboardingMerchant.ts';
import { heading, next, typeAddress, typeBusiness, typePerson } from './onboardingPages.ts';

async function expectNoFindings(page: Page, what: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`),
    what,
  ).toEqual([]);
}

const screens: readonly (readonly [step: number, heading: string])[] = [
  [1, 'Privacy Policy'],
  [2, 'Terms and Conditions'],
  [3, 'Card Holders Agreement'],
  [5, 'Link your bank account'],
  [6, 'Reconnect your bank'],
  [7, 'Verify your bank account'],
  [8, 'Connect your store or accounting'],
  [9, 'Get your card'],
  [10, 'Where should we send your card?'],
  [11, 'Almost there'],
];

for (const [program, scheme, path] of [
  ['headway', 'light', '/onboarding'],
  ['harbor-new', 'dark', '/onboarding-new'],
] as const) {
  test(`axe finds nothing on any step at ${path}, ${scheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    await prepare(await newMerchant(page, program), 'kyb');
    for (const [step, title] of screens) {
      await page.goto(`${siteUrl(program)}${path}?onboardingStep=${step}`);
      await expect(heading(page, title)).toBeVisible();
      await expectNoFindings(page, title);
    }
  });

  test(`axe finds nothing on any page of the verification at ${path}, ${scheme}, with mistakes and without`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    await prepare(await newMerchant(page, program), 'kyb');
    await page.goto(siteUrl(program));
    await next(page);
    await expect(page.locator('[aria-invalid=true]').first()).toBeFocused();
    await expectNoFindings(page, 'Your business');
    await typeBusiness(page);
    await expectNoFindings(page, 'Tax ID and address');
    await next(page);
    await typePerson(page);
    await typeAddress(page, { street: '12 Elm Street' });
    await expectNoFindings(page, 'Control person');
    await next(page);
    await page.getByRole('button', { name: 'Add an owner' }).click();
    await expectNoFindings(page, 'Owners who are individuals');
    await page.getByRole('button', { name: 'Remove owner 1' }).click();
    await next(page);
    await page.getByRole('button', { name: 'Add a business' }).click();
    await next(page);
    await expectNoFindings(page, 'Owners that are businesses');
  });
}

for (const [name, title] of [
  ['Resubmit Bakery LLC', 'Correct a few details'],
  ['Document Bakery LLC', 'Send a document'],
  ['Reject Bakery LLC', 'Your business was not accepted'],
] as const) {
  test(`axe finds nothing on the page that says "${title}"`, async ({ page }) => {
    await prepare(await newMerchant(page), 'bank', { name });
    await page.goto(siteUrl());
    await expectNoFindings(page, 'the notice');
    await page.getByRole('button', { name: 'See what it is' }).click();
    await expect(heading(page, title)).toBeVisible();
    await expectNoFindings(page, title);
  });
}

test('everything up to the form can be done by keys alone, and the heading of each step is read out', async ({ page }) => {
  await newMerchant(page);
  await page.goto(siteUrl());
  for (const title of ['Privacy Policy', 'Terms and Conditions', 'Card Holders Agreement']) {
    await expect(heading(page, title)).toBeVisible();
    const text = page.getByRole('region', { name: title });
    await text.focus();
    await page.keyboard.press('End');
    const button = page.getByRole('button', { name: 'Accept and continue' });
    await expect(button).toBeEnabled();
    await page.keyboard.press('Tab');
    await expect(button).toBeFocused();
    await page.keyboard.press('Enter');
  }
  await expect(heading(page, 'Your business')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Legal business name')).toBeFocused();
});
