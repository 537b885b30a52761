import type { Locator, Page } from '@playwright/test';
import { siteUrl } from './addresses.ts';
import { expectNoFindingsInAnyLight, expectReadableInAnyLight } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { newMerchant, prepare } from './onboardingMerchant.ts';
import { goWithinSite, heading, next, screens, typeAddress, typeBusiness, typePerson } from './onboardingPages.ts';

for (const [program, path] of [
  ['headway', '/onboarding'],
  ['harbor-new', '/onboarding-new'],
] as const) {
  // On a phone the pages of both paths are arranged alike.
  const tag = program === 'headway' ? '@phone' : [];
  // So are the forms on a desktop, in other colors beside another list of steps: that list is judged on the first page and on the last.
  const judgeForm = program === 'headway' ? expectNoFindingsInAnyLight : expectReadableInAnyLight;

  test(`axe finds nothing at ${path}, light or dark`, { tag }, async ({ page }) => {
    test.slow();
    await prepare(await newMerchant(page, program), 'store');
    const address = (step: number) => `${path}?onboardingStep=${step}`;
    await page.goto(siteUrl(program) + address(1));
    for (const [step, title] of screens) {
      await goWithinSite(page, address(step));
      await expect(heading(page, title)).toBeVisible();
      await (step === 1 || step === 11 ? expectNoFindingsInAnyLight : judgeForm)(page, title);
    }
  });

  test(`axe finds nothing on any page of the verification at ${path}, light or dark, with mistakes and without`, { tag }, async ({ page }) => {
    await prepare(await newMerchant(page, program), 'kyb');
    await page.goto(siteUrl(program));
    await next(page);
    await expect(page.locator('[aria-invalid=true]').first()).toBeFocused();
    await expectNoFindingsInAnyLight(page, 'Your business');
    await typeBusiness(page);
    await page.getByLabel(/^State\/Province/).click();
    await expect(page.getByRole('listbox', { name: 'States' })).toBeVisible();
    await judgeForm(page, 'Tax ID and address, with the list of states');
    await page.keyboard.press('Escape');
    await next(page);
    await typePerson(page);
    await typeAddress(page, { street: '12 Elm Street' });
    await judgeForm(page, 'Control person');
    await next(page);
    await page.getByRole('button', { name: 'Add an owner' }).click();
    await judgeForm(page, 'Owners who are individuals');
    await page.getByRole('button', { name: 'Remove owner 1' }).click();
    await next(page);
    await page.getByRole('button', { name: 'Add a business' }).click();
    await next(page);
    await expect(page.locator('[aria-invalid=true]').first()).toBeFocused();
    await judgeForm(page, 'Owners that are businesses');
    await page.getByRole('button', { name: 'Remove business 1' }).click();
    await next(page);
    await expect(heading(page, 'Check your answers')).toBeVisible();
    await expectNoFindingsInAnyLight(page, 'Check your answers');
  });
}

for (const [name, notice, action, title] of [
  ['Resubmit Bakery LLC', 'The card issuer has a question', 'See what it is', 'Correct a few details'],
  ['Document Bakery LLC', 'The card issuer has a question', 'See what it is', 'Send a document'],
  ['Reject Bakery LLC', 'The card issuer did not accept your business', 'See why', 'Your business was not accepted'],
] as const) {
  test(`axe finds nothing on the page that says "${title}"`, async ({ page }) => {
    await prepare(await newMerchant(page), 'bank', { name });
    await page.goto(siteUrl());
    await expect(page.getByText(notice)).toBeVisible();
    await expectNoFindingsInAnyLight(page, 'the notice');
    await page.getByRole('button', { name: action }).click();
    await expect(heading(page, title)).toBeVisible();
    await expectNoFindingsInAnyLight(page, title);
  });
}

/** Presses Tab until the element has focus. Throws when it is not among the next twenty. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 20; presses += 1) {
    await page.keyboard.press('Tab');
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`Tab does not lead to ${target}`);
}

test('everything up to the form can be done by keyboard alone, and the heading of each step takes focus', async ({ page }) => {
  await newMerchant(page);
  await page.goto(siteUrl());
  // The first heading is read out with the page that has loaded.
  const toSteps = page.getByRole('button', { name: 'Get started' });
  await expect(toSteps).toBeVisible();
  await tabTo(page, toSteps);
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Privacy Policy')).toBeFocused();
  for (const [title, nextTitle] of [
    ['Privacy Policy', 'Terms and Conditions'],
    ['Terms and Conditions', 'Card Holders Agreement'],
    ['Card Holders Agreement', 'Your business'],
  ] as const) {
    const text = page.getByRole('region', { name: title });
    const button = page.getByRole('button', { name: 'Accept and continue' });
    await expect(text.getByRole('paragraph').first()).toBeVisible();
    await tabTo(page, text);
    await expect(async () => {
      await page.keyboard.press('End');
      await expect(button).toBeEnabled({ timeout: 1_000 });
    }).toPass();
    await tabTo(page, button);
    await page.keyboard.press('Enter');
    await expect(heading(page, nextTitle)).toBeFocused();
  }
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Legal business name')).toBeFocused();
});
