import { siteUrl } from './addresses.ts';
import { expect, test } from './fixtures.ts';
import { newMerchant } from './onboardingMerchant.ts';
import { goWithinSite, heading } from './onboardingPages.ts';
import { signInAs } from './people.ts';

test('staff who view a customer see the step and cannot take it for them', async ({ page, anotherBrowser }) => {
  const merchant = await newMerchant(page);
  // The record of a customer is created by their first call.
  await merchant.receiver();
  const staff = await anotherBrowser();
  await signInAs(staff, 'support@demo.localhost', `/?boss=true`);
  await staff.goto(`${siteUrl()}/onboarding?masqueradeAs=${encodeURIComponent(merchant.email)}`);
  await expect(heading(staff, 'Privacy Policy')).toBeVisible();
  await expect(staff.getByText('Only the customer can do this, signed in as themselves.')).toBeVisible();
  await expect(staff.getByRole('button', { name: 'Accept and continue' })).toHaveCount(0);
});

test('a step in the address that has no screen is said to have none, and the way leads on', async ({ page }) => {
  await newMerchant(page);
  await page.goto(`${siteUrl()}/onboarding?onboardingStep=0`);
  for (const [step, reason] of [
    ['0', 'There is no step “0”. The steps have the numbers 1 to 11.'],
    ['99', 'There is no step “99”. The steps have the numbers 1 to 11.'],
    ['four', 'There is no step “four”. The steps have the numbers 1 to 11.'],
    ['7', 'Step 7 has nothing to show yet: no bank account is linked.'],
    ['11', 'Step 11 has nothing to show yet: no business verification was sent.'],
  ] as const) {
    await goWithinSite(page, `/onboarding?onboardingStep=${step}`);
    await expect(heading(page, 'This step has no screen')).toBeVisible();
    await expect(page.getByText(reason)).toBeVisible();
  }
  await page.getByRole('link', { name: 'Go to the next step' }).click();
  await expect(heading(page, 'Get your Headway card')).toBeVisible();
  expect(page.url()).toBe(`${siteUrl()}/onboarding`);
});
